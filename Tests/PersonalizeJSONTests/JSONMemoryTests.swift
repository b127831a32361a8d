import Foundation
import PersonalizeJSON
import Testing

/// Memory follows the largest record, not the document.
@Suite(.serialized) struct JSONMemoryTests {
    /// The most memory the process has held, in bytes.
    private func peak() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        return try #require(line.split(separator: " ").compactMap { Int($0) }.first) * 1024
    }

    private func document(of record: String, bytes: Int) -> [UInt8] {
        var document = Array("{\"data\":[".utf8)
        document.reserveCapacity(bytes)
        let element = Array("\(record),".utf8)
        while document.count + element.count + 4 < bytes { document += element }
        return document + Array("0]}".utf8)
    }

    @Test(arguments: ["{}", #"{"id":"0123456789abcdef","tags":["a","b"],"price":1.50}"#])
    func aFullDocumentOfRecordsStreams(record: String) throws {
        let document = document(of: record, bytes: JSONLimits.standard.documentBytes)
        var count = 0
        var refused = 0
        let before = try peak()
        let envelope = try JSONDocument.read(document, lists: ["data"]) { record in
            count += 1
            if record.error != nil { refused += 1 }
        }
        let growth = try peak() - before
        #expect(envelope == ["data": []])
        #expect(count == (document.count - 12) / (record.utf8.count + 1) + 1)
        #expect(refused == 0)
        // Other tests run meanwhile; jansson alone would take more than a GiB.
        #expect(growth < 256 << 20, "grew by \(growth) bytes for \(count) records")
    }

    @Test func badRecordsStayLinear() throws {
        let document = document(of: "x", bytes: 256 << 10)
        var last: JSONError?
        var count = 0
        _ = try JSONDocument.read(document, lists: ["data"]) { record in
            if let error = record.error {
                last = error
                count += 1
            }
        }
        #expect(count == (document.count - 12) / 2)
        #expect(last?.line == 1)
        #expect(last?.position == document.count - 4)
    }
}
