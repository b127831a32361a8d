import PersonalizeCore
import PersonalizeJSON

/// A document of the house, read record by record: what is wrong with one
/// record costs only that record.
struct HouseDocument: Sendable {
    var campaigns = Reading<CampaignRecord>()
    var messages = Reading<MessageRecord>()
    var overlays = Reading<OverlayCampaign>()

    /// What there is besides campaigns. The document is the whole truth: what
    /// it leaves out is not there.
    var besides: [Ingested] {
        var answer = OverlayAnswer()
        answer.mode = .client
        answer.clientSide = overlays
        return [
            .inbox(InboxAnswer(messages: messages, token: nil, isComplete: true)),
            .overlays(answer),
        ]
    }

    private static let lists = ["campaigns", "messages", "overlays"]

    static func read(_ bytes: [UInt8]) throws(DocumentFault) -> HouseDocument {
        var document = HouseDocument()
        let envelope: JSONValue
        do throws(JSONError) {
            envelope = try JSONDocument.read(bytes, lists: lists) { found in
                switch found.list {
                case "campaigns":
                    take(found, "campaign", into: &document.campaigns, CampaignReader.record)
                case "messages":
                    take(found, "message", into: &document.messages, MessageReader.record)
                default: take(found, "overlay", into: &document.overlays, OverlayReader.record)
                }
            }
        } catch {
            throw .json(error)
        }
        do throws(FieldError) { try check(JSONFields(envelope)) } catch { throw .form(error) }
        return document
    }

    private static func check(_ fields: JSONFields) throws(FieldError) {
        try fields.refuseUnknown(allowed: ["version", "extra"] + lists)
        guard try fields.required("version", as: .integer) == 1 else {
            throw fields.invalid("version", "this version of the format is not known")
        }
        for list in lists { _ = try fields.optional(list, as: .array(of: .value)) }
    }

    private static func take<Record>(
        _ found: JSONRecord, _ what: String, into reading: inout Reading<Record>,
        _ read: (JSONFields) throws(FieldError) -> Record
    ) {
        switch found.result {
        case .failure(let error):
            reading.diagnostics.append(JSONDiagnostic(what: what, error))
        case .success(let value):
            do throws(FieldError) {
                let fields = try JSONFields(value, path: found.path)
                reading.records.append(try read(fields))
            } catch {
                reading.diagnostics.append(JSONDiagnostic(what: what, error))
            }
        }
    }
}
