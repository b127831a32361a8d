/// The members of a JSON object, in order.
///
/// Order is part of the value: it is what makes encoding deterministic, and
/// nothing in the engine may take an order from a `Dictionary`. Look-up is
/// linear while the object is small and goes through an index from
/// `indexedFrom` members on, so a hostile object of many keys stays linear to
/// build. Keys compare by their bytes.
public struct JSONObject: Sendable {
    /// A key with its value.
    public typealias Member = (key: String, value: JSONValue)

    /// The members in order. Keys are unique.
    public private(set) var members: [Member] = []
    private var index: [JSONKey: Int] = [:]
    private static let indexedFrom = 12

    /// An object without members.
    public init() {}

    /// An object of these members; a repeated key keeps its first place and
    /// takes its last value.
    public init(_ members: [(String, JSONValue)]) {
        self.members.reserveCapacity(members.count)
        for (key, value) in members { self[key] = value }
    }

    /// An object of members whose keys are known to be unique.
    init(unique members: [Member]) {
        self.members = members
        if members.count >= Self.indexedFrom { reindex() }
    }

    /// How many members there are.
    public var count: Int { members.count }
    /// Whether there are no members.
    public var isEmpty: Bool { members.isEmpty }
    /// The keys in order.
    public var keys: [String] { members.map(\.key) }

    /// The value of a member. Setting nil removes the member; setting a new
    /// key appends it.
    public subscript(key: String) -> JSONValue? {
        get { position(of: key).map { members[$0].value } }
        set {
            switch (position(of: key), newValue) {
            case (let position?, let value?): members[position].value = value
            case (let position?, nil): remove(at: position)
            case (nil, let value?): append(key, value)
            case (nil, nil): break
            }
        }
    }

    /// Sets every member of `other`; those of `other` win.
    public mutating func merge(_ other: JSONObject) {
        for (key, value) in other.members { self[key] = value }
    }

    private func position(of key: String) -> Int? {
        members.count < Self.indexedFrom
            ? members.firstIndex { $0.key.hasSameBytes(as: key) } : index[JSONKey(text: key)]
    }

    private mutating func append(_ key: String, _ value: JSONValue) {
        members.append((key, value))
        if members.count == Self.indexedFrom {
            reindex()
        } else if members.count > Self.indexedFrom {
            index[JSONKey(text: key)] = members.count &- 1
        }
    }

    private mutating func remove(at position: Int) {
        members.remove(at: position)
        if members.count >= Self.indexedFrom { reindex() } else { index = [:] }
    }

    private mutating func reindex() {
        index = [:]
        index.reserveCapacity(members.count)
        for (position, member) in members.enumerated() {
            index[JSONKey(text: member.key)] = position
        }
    }
}

extension JSONObject: Equatable {
    /// Equal when the same members stand in the same order.
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        left.members.elementsEqual(right.members) { left, right in
            left.key.hasSameBytes(as: right.key) && left.value == right.value
        }
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// An object as `["a": 1]`; a repeated key takes its last value.
    public init(dictionaryLiteral elements: (String, JSONValue)...) { self.init(elements) }
}
