import PersonalizeCore
import PersonalizeJSON
import Testing

/// Whatever stands in a document, it is read or refused with a reason; and what
/// was read keeps the rules, so that it can be built again.
@Suite struct TemplateMutationTests {
    private static let bytes = Array(TemplateDocumentTests.example.utf8)
    private static let reasons =
        Set(TemplateRule.allCases.map(\.rawValue)).union(JSONError.Reason.allCases.map(\.rawValue))

    private func check(_ bytes: [UInt8]) {
        do throws(PersonalizeError) {
            let definitions = try TemplateDocument.read(bytes, presenters: TemplateKind.allCases)
            for definition in definitions {
                let again = try TemplateBuilder.definition(from: definition.json, path: "$")
                #expect(again == definition)
            }
        } catch {
            #expect(Self.reasons.contains(error.reason), "\(error.reason)")
            #expect(error.path?.hasPrefix("$") == true)
        }
    }

    @Test func everyBeginning() {
        for length in Self.bytes.indices { check(Array(Self.bytes.prefix(length))) }
    }

    @Test func everyByteReplaced() {
        for position in Self.bytes.indices {
            for byte in [UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "."), 0x20, 0xFF] {
                var bytes = Self.bytes
                bytes[position] = byte
                check(bytes)
            }
        }
    }

    @Test func everyPieceLeftOut() {
        for position in Self.bytes.indices {
            for length in [1, 5, 40] {
                var bytes = Self.bytes
                bytes.removeSubrange(position..<min(position + length, bytes.count))
                check(bytes)
            }
        }
    }

    /// Values of a campaign may be anything.
    @Test func anyValues() throws {
        let definitions = try TemplateDocument.read(
            Self.bytes, presenters: TemplateKind.allCases)
        let values: [JSONValue] = [
            .null, true, 0, .number(-1e308), "", "x", [], [[:]], [:], ["actions": [:]],
            ["do": "function", "name": "Promo card", "with": ["onAccept": ["do": "close"]]],
        ]
        for definition in definitions {
            for value in values {
                var overrides = JSONObject()
                for argument in definition.arguments { overrides[argument.name] = value }
                let merged = TemplateValues(
                    definition, overrides: overrides, readAction: PostcardAdapter.action)
                for argument in definition.arguments {
                    let name = argument.name
                    let readings = [
                        merged.string(name) != nil, merged.boolean(name) != nil,
                        merged.number(name) != nil, merged.file(name) != nil,
                        merged.action(name) != nil,
                    ]
                    #expect(readings.filter { $0 }.count <= 1, "\(name)")
                    #expect(!argument.type.hasDefault || readings.contains(true), "\(name)")
                }
                #expect(merged.describe { $0 }.hasPrefix(definition.name))
                _ = merged.map("style") { $0 }
                _ = merged.fileURLs(
                    following: { name in definitions.first { $0.name == name } },
                    readAction: PostcardAdapter.action)
            }
        }
    }
}
