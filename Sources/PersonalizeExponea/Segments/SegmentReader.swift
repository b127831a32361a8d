import PersonalizeCore
import PersonalizeJSON

/// Reads which segments a customer is in: category to list of segments. A
/// category or segment that cannot be read costs only itself.
enum SegmentReader {
    static let what = "segment"

    static func parse(_ body: [UInt8]) throws(AnswerFault) -> JSONValue {
        do throws(JSONError) { return try JSONValue.parse(body) } catch { throw .json(error) }
    }

    static func read(_ body: [UInt8]) throws(AnswerFault) -> SegmentReading {
        let value = try parse(body)
        guard let object = value.object else {
            throw .form(
                FieldError(
                    path: "$", reason: .wrongType,
                    message: "expected an object, found \(value.kind)"))
        }
        // The answer proper has no such member; an answer that failed has.
        if object["success"]?.bool == false { throw .refused(Answer.complaint(value)) }
        var reading = SegmentReading(segments: [:])
        for category in ExponeaSegmentation.categories {
            guard let list = object[category], !list.isNull else { continue }
            guard let elements = list.array else {
                reading.diagnostics.append(
                    JSONDiagnostic(
                        what: what,
                        FieldError(
                            path: "$.\(category)", reason: .wrongType,
                            message: "expected an array, found \(list.kind)")))
                continue
            }
            for (index, element) in elements.enumerated() {
                do throws(FieldError) {
                    let fields = try JSONFields(element, path: "$.\(category)[\(index)]")
                    reading.segments[category, default: []].append(
                        Segment(
                            id: try fields.required("id", as: .string),
                            segmentation: try fields.required("segmentation_id", as: .string)))
                } catch {
                    reading.diagnostics.append(JSONDiagnostic(what: what, error))
                }
            }
        }
        return reading
    }
}
