/// Hears what a scan finds.
protocol JSONScanVisitor {
    /// The elements of a record list start here, just behind its bracket.
    mutating func listOpens(_ list: Int, at position: Int)
    /// The closing bracket of the list that is open stands here.
    mutating func listCloses(at position: Int)
    /// One element of a record list.
    mutating func record(_ record: JSONScannedRecord)
}

/// One element of a record list, cut at the commas around it.
struct JSONScannedRecord {
    /// Which of the list names, and the place among the elements, from 0.
    let list: Int
    let index: Int
    /// The bytes; empty when there is nothing between two commas.
    let range: Range<Int>
    /// The first limit the record breaks.
    let fault: JSONFault?
}

/// The one pass over a document before jansson sees it.
///
/// Linear, iterative and without allocation: it looks at brackets, strings
/// and commas alone, checks the limits, and cuts the record lists into
/// elements. Whether an element is JSON is left to jansson; so is everything
/// outside the lists, which cutting never repairs.
struct JSONScan<Visitor: JSONScanVisitor> {
    private let bytes: UnsafeRawBufferPointer
    private let limits: JSONLimits
    private let names: JSONListNames
    private(set) var visitor: Visitor

    private var position = 0
    private var depth = 0
    /// Bit n is set when the bracket at depth n + 1 is a brace.
    private var braces: UInt128 = 0
    /// The last structural byte; a quote for a string, zero for a bare word.
    private var last: UInt8 = 0
    private var hasStarted = false
    private var hasEnded = false
    /// The member of the top-level object we are in; empty when unknown.
    private var key: Range<Int> = 0..<0
    private var envelopeValues = 0

    /// The depth inside the list being cut, 0 outside of lists.
    private var listDepth = 0
    private var list = 0
    private var seenLists: UInt64 = 0
    private var recordIndex = 0
    private var recordStart: Int?
    private var recordValues = 0
    private var recordFault: JSONFault?

    init(
        _ bytes: UnsafeRawBufferPointer, limits: JSONLimits, names: JSONListNames,
        visitor: Visitor
    ) {
        self.bytes = bytes
        self.limits = limits
        self.names = names
        self.visitor = visitor
    }

    /// Reads the document to its end.
    ///
    /// Throws when a limit is broken outside a record, when brackets or
    /// quotes do not match, and when a record list comes twice.
    mutating func run() throws(JSONFault) {
        guard bytes.count <= limits.documentBytes else {
            throw JSONFault(reason: .documentTooLarge, position: 0)
        }
        while position < bytes.count {
            let byte = bytes[position]
            switch byte {
            case ASCII.space, ASCII.lineFeed, ASCII.carriageReturn, ASCII.tab: position &+= 1
            case ASCII.quote: try string()
            case ASCII.openBrace, ASCII.openBracket: try open(byte)
            case ASCII.closeBrace, ASCII.closeBracket: try close(byte)
            case ASCII.comma: try comma()
            case ASCII.colon:
                try begin()
                last = byte
                position &+= 1
            default: try word()
            }
        }
        guard depth == 0, hasStarted else {
            throw JSONFault(reason: .truncated, position: position)
        }
    }

    // MARK: Tokens

    private mutating func string() throws(JSONFault) {
        try begin()
        let start = position &+ 1
        var end = start
        while end < bytes.count, bytes[end] != ASCII.quote {
            end &+= bytes[end] == ASCII.backslash ? 2 : 1
        }
        guard end < bytes.count else {
            throw JSONFault(reason: .truncated, position: bytes.count)
        }
        if isInObject && (last == ASCII.openBrace || last == ASCII.comma) {
            if depth == 1 { key = start..<end }
        } else {
            try countValue()
        }
        if end &- start > limits.stringBytes { try refuse(.stringTooLong) }
        position = end &+ 1
        last = ASCII.quote
        if depth == 0 { hasEnded = true }
    }

    private mutating func word() throws(JSONFault) {
        try begin()
        try countValue()
        var end = position &+ 1
        while end < bytes.count, !Self.endsWord(bytes[end]) { end &+= 1 }
        if end &- position > limits.stringBytes { try refuse(.numberTooLong) }
        position = end
        last = 0
        if depth == 0 { hasEnded = true }
    }

    private mutating func open(_ byte: UInt8) throws(JSONFault) {
        try begin()
        try countValue()
        if depth >= limits.depth { try refuse(.tooDeep) }
        depth &+= 1
        if depth <= JSONLimits.deepest {
            let bit: UInt128 = 1 &<< UInt128(truncatingIfNeeded: depth &- 1)
            if byte == ASCII.openBrace { braces |= bit } else { braces &= ~bit }
        }
        if byte == ASCII.openBracket, listDepth == 0, let opened = listOpenedHere() {
            try openList(opened)
        }
        last = byte
        position &+= 1
    }

    private mutating func close(_ byte: UInt8) throws(JSONFault) {
        guard depth > 0, depth > JSONLimits.deepest || isInObject == (byte == ASCII.closeBrace)
        else { throw JSONFault(reason: .mismatchedBracket, position: position) }
        if listDepth != 0, depth == listDepth {
            if recordStart != nil || last == ASCII.comma { endRecord() }
            visitor.listCloses(at: position)
            listDepth = 0
        }
        depth &-= 1
        if depth == 0 { hasEnded = true }
        last = byte
        position &+= 1
    }

    private mutating func comma() throws(JSONFault) {
        if listDepth != 0, depth == listDepth { endRecord() } else { try begin() }
        if depth == 1 { key = 0..<0 }
        last = ASCII.comma
        position &+= 1
    }

    private static func endsWord(_ byte: UInt8) -> Bool {
        switch byte {
        case ASCII.space, ASCII.lineFeed, ASCII.carriageReturn, ASCII.tab, ASCII.quote,
            ASCII.openBrace, ASCII.openBracket, ASCII.closeBrace, ASCII.closeBracket,
            ASCII.comma, ASCII.colon:
            true
        default: false
        }
    }

    // MARK: Records

    /// The list whose array has just been opened, if it is one.
    private func listOpenedHere() -> Int? {
        if depth == 1 { return names.document }
        guard depth == 2, braces & 1 == 1, last == ASCII.colon, !key.isEmpty else { return nil }
        return names.index(ofKey: UnsafeRawBufferPointer(rebasing: bytes[key]))
    }

    private mutating func openList(_ opened: Int) throws(JSONFault) {
        let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: opened)
        guard seenLists & bit == 0 else {
            throw JSONFault(
                reason: .duplicateKey, position: key.lowerBound &- 1,
                detail: "a record list comes twice")
        }
        seenLists |= bit
        list = opened
        listDepth = depth
        recordIndex = 0
        recordStart = nil
        visitor.listOpens(opened, at: position &+ 1)
    }

    private mutating func endRecord() {
        visitor.record(
            JSONScannedRecord(
                list: list, index: recordIndex, range: (recordStart ?? position)..<position,
                fault: recordFault))
        recordIndex &+= 1
        recordStart = nil
        recordValues = 0
        recordFault = nil
    }

    // MARK: Accounting

    private var isInObject: Bool {
        depth > 0 && depth <= JSONLimits.deepest
            && braces & (1 &<< UInt128(truncatingIfNeeded: depth &- 1)) != 0
    }

    /// Notes that a token stands here.
    private mutating func begin() throws(JSONFault) {
        if listDepth != 0 {
            if recordStart == nil { recordStart = position }
        } else if hasEnded {
            throw JSONFault(
                reason: .syntax, position: position, detail: "something follows the document")
        }
        hasStarted = true
    }

    private mutating func countValue() throws(JSONFault) {
        if recordStart != nil {
            recordValues &+= 1
            if recordValues > limits.values { try refuse(.tooManyValues) }
        } else {
            envelopeValues &+= 1
            if envelopeValues > limits.values { try refuse(.tooManyValues) }
        }
    }

    /// Refuses the record we are in, or else the document.
    private mutating func refuse(_ reason: JSONError.Reason) throws(JSONFault) {
        let fault = JSONFault(reason: reason, position: position)
        guard recordStart != nil else { throw fault }
        if recordFault == nil { recordFault = fault }
    }
}

/// Hears nothing: for a document that is one record.
struct JSONLimitCheck: JSONScanVisitor {
    mutating func listOpens(_ list: Int, at position: Int) {}
    mutating func listCloses(at position: Int) {}
    mutating func record(_ record: JSONScannedRecord) {}
}
