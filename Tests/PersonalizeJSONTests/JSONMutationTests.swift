import PersonalizeJSON
import Testing

/// Random damage to good documents, the same at every run.
@Suite struct JSONMutationTests {
    private static let seeds = [
        #"{"ok":true,"data":[{"id":"a","n":1.50,"x":[null,-0]},{"id":"b"},"s",7],"m":{"d":[{}]}}"#,
        #"{"d\u0061ta":[[[]],{"k":{"k":{"k":"\ud83d\ude00 \u00e9"}}},1e5,"\\\""],"more":[1,2]}"#,
        #"[{"a":1},{"b":[true,false]},"x, y",0.1,123456789012345678]"#,
    ]
    private static let bytes = Array("{}[],:\"\\u0 1-e.n\u{E9}\u{0}\n".utf8)

    @Test(arguments: [1, 2, 3, 4])
    func damageIsContained(seed: UInt64) throws {
        var random = SplitMix(state: seed)
        var whole = 0
        for _ in 0..<5_000 {
            let source = Self.seeds[Int(random.next() % UInt64(Self.seeds.count))]
            let damaged = damage(Array(source.utf8), &random)
            if try survives(damaged) { whole += 1 }
        }
        // Damage that nearly always, or never, spoils a document tests little.
        #expect((100...4_000).contains(whole))
    }

    private func damage(_ source: [UInt8], _ random: inout SplitMix) -> [UInt8] {
        var bytes = source
        for _ in 0...(random.next() % 3) {
            let place = Int(random.next() % UInt64(bytes.count))
            let byte = Self.bytes[Int(random.next() % UInt64(Self.bytes.count))]
            switch random.next() % 4 {
            case 0: bytes[place] = byte
            case 1: bytes.insert(byte, at: place)
            case 2 where bytes.count > 1: bytes.remove(at: place)
            default: bytes.swapAt(place, Int(random.next() % UInt64(bytes.count)))
            }
        }
        return bytes
    }

    /// Whether a document is good; read in records it is good alike.
    private func survives(_ bytes: [UInt8]) throws -> Bool {
        let whole = try? JSONValue.parse(bytes)
        var refused = 0
        var delivered = 0
        let envelope = try? JSONDocument.read(bytes, lists: ["data", ""]) { record in
            if record.error == nil { delivered += 1 } else { refused += 1 }
        }
        guard let whole else {
            #expect(envelope == nil || refused > 0)
            return false
        }
        #expect(refused == 0)
        #expect(delivered == (whole.array ?? whole["data"]?.array)?.count ?? 0)
        #expect(envelope != nil)
        #expect(try JSONValue.parse(whole.encodedBytes()) == whole)
        let sorted = whole.encoded(sorted: true)
        #expect(try JSONValue.parse(sorted).encoded(sorted: true) == sorted)
        return true
    }
}

private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
