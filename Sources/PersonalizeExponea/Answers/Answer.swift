import PersonalizeCore
import PersonalizeJSON

/// Reads an answer that is a list of records.
///
/// The vendor's Android rules, which are the strict ones: `success` has to be
/// true, the list may be null or missing, and it may have any of four names.
/// Its records are read one by one, so that a malformed one costs only itself.
enum Answer {
    /// The names a list may have, besides the one the request is documented
    /// with, which comes first.
    enum List: String {
        case definitions = "in_app_content_blocks"
        case personalization = "data"
        case inbox = "messages"

        var names: [String] {
            [rawValue]
                + ["in_app_content_blocks", "data", "results", "messages"].filter {
                    $0 != rawValue
                }
        }
    }

    /// Reads the first list there is.
    ///
    /// - Parameters:
    ///   - what: what diagnostics call a record.
    ///   - record: reads one record. It throws to have the record left out,
    ///     and appends a diagnostic when it leaves out only part of it.
    static func read<Record>(
        _ body: [UInt8], list: List, what: String,
        record: (JSONFields, inout [JSONDiagnostic]) throws(FieldError) -> Record
    ) throws(AnswerFault) -> Reading<Record> {
        try readWhole(body, list: list, what: what, record: record).reading
    }

    /// The same, with what the answer has besides its list.
    static func readWhole<Record>(
        _ body: [UInt8], list: List, what: String,
        record: (JSONFields, inout [JSONDiagnostic]) throws(FieldError) -> Record
    ) throws(AnswerFault) -> (reading: Reading<Record>, envelope: JSONValue) {
        var readings: [String: Reading<Record>] = [:]
        let envelope: JSONValue
        do throws(JSONError) {
            envelope = try JSONDocument.read(body, lists: list.names) { found in
                take(found, into: &readings[found.list, default: Reading()], what, record)
            }
        } catch {
            throw .json(error)
        }
        try checkSuccess(envelope)
        for name in list.names {
            guard let value = envelope[name], !value.isNull else { continue }
            guard value.array != nil else {
                throw .form(
                    FieldError(
                        path: "$.\(name)", reason: .wrongType,
                        message: "expected an array, found \(value.kind)"))
            }
            return (readings[name] ?? Reading(), envelope)
        }
        return (Reading(), envelope)
    }

    /// Throws unless the answer says that it is a success.
    static func checkSuccess(_ envelope: JSONValue) throws(AnswerFault) {
        let isSuccess: Bool
        do throws(FieldError) {
            isSuccess = try JSONFields(envelope).required("success", as: .bool)
        } catch {
            throw .form(error)
        }
        guard isSuccess else { throw .refused(complaint(envelope)) }
    }

    /// What the server has to say about its refusal, shortened; nil when it
    /// says nothing.
    static func complaint(_ envelope: JSONValue) -> String? {
        let texts =
            [envelope["error"], envelope["message"]].compactMap { $0?.string }
            + (envelope["errors"]?.array ?? []).compactMap(\.string)
        guard !texts.isEmpty else { return nil }
        return String(texts.joined(separator: "; ").prefix(200))
    }

    private static func take<Record>(
        _ found: JSONRecord, into reading: inout Reading<Record>, _ what: String,
        _ record: (JSONFields, inout [JSONDiagnostic]) throws(FieldError) -> Record
    ) {
        switch found.result {
        case .failure(let error):
            reading.diagnostics.append(JSONDiagnostic(what: what, error))
        case .success(let value):
            do throws(FieldError) {
                let fields = try JSONFields(value, path: found.path)
                reading.records.append(try record(fields, &reading.diagnostics))
            } catch {
                reading.diagnostics.append(JSONDiagnostic(what: what, error))
            }
        }
    }
}
