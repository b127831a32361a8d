public import PersonalizeJSON

/// How a vendor tells which segments the customer is in.
public protocol Segmentation: Sendable {
    /// The kinds of segments there are.
    var categories: [String] { get }
    /// Those the host wants to hear of by itself.
    var observed: [ObservedCategory] { get }
    /// Milliseconds after the last event that was sent until the segments are
    /// looked at again.
    var checkDelay: Int64 { get }
    /// Milliseconds for which an answer is as good as a new one.
    var lifetime: Int64 { get }

    /// Has the vendor join the customer's names to the anonymous id that
    /// `segmentsRequest` goes by; nil when there is nothing to join.
    func linkRequest(identity: Identity) -> RequestDraft?
    /// What is wrong with the answer to `linkRequest`; nil when it is done.
    func linkFailure(_ response: Response) -> VendorFailure?
    /// The question for all segments.
    func segmentsRequest(identity: Identity) -> RequestDraft
    /// Reads the answer to `segmentsRequest`.
    func readSegments(_ response: Response) -> Result<SegmentReading, VendorFailure>
}

/// A category the host wants to hear of.
public struct ObservedCategory: Sendable, Equatable {
    public var category: String
    /// Whether it also wants to hear of the first answer for a customer, when
    /// nothing has changed.
    public var includesFirstLoad: Bool

    public init(category: String, includesFirstLoad: Bool) {
        self.category = category
        self.includesFirstLoad = includesFirstLoad
    }
}

/// A segment the customer is in.
public struct Segment: Sendable, Equatable {
    public var id: String
    /// The division of all customers that it is a part of.
    public var segmentation: String

    public init(id: String, segmentation: String) {
        self.id = id
        self.segmentation = segmentation
    }

    public var json: JSONObject {
        ["id": .string(id), "segmentation_id": .string(segmentation)]
    }

    /// Nil when the object is no segment.
    public init?(json: JSONObject) {
        guard let id = json["id"]?.string, let segmentation = json["segmentation_id"]?.string
        else { return nil }
        self.init(id: id, segmentation: segmentation)
    }
}

/// An answer about segments, and what had to be left out of it.
public struct SegmentReading: Sendable, Equatable {
    /// The segments by category, in the vendor's order.
    public var segments: [String: [Segment]]
    public var diagnostics: [JSONDiagnostic]

    public init(segments: [String: [Segment]], diagnostics: [JSONDiagnostic] = []) {
        self.segments = segments
        self.diagnostics = diagnostics
    }
}
