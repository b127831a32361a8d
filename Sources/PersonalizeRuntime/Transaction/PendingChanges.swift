import PersonalizeCore
import PersonalizeStorage

/// The changes of one call, until they are committed together. What is read
/// meanwhile is read through them.
struct PendingChanges {
    private(set) var changes: [StoreChange] = []

    mutating func append(_ change: StoreChange) { changes.append(change) }

    /// The record as it will be after the commit; nil when there is none.
    func record(
        _ key: RecordKey, in store: Store
    ) throws(PersonalizeError) -> LoadedRecord? {
        var newHeader: String?
        for change in changes.reversed() {
            switch change {
            case .put(key, let header, let body):
                return LoadedRecord(header: newHeader ?? header, body: body)
            case .putHeader(key, let header):
                newHeader = newHeader ?? header
            case .remove(key):
                return nil
            case .removeAll(key.space, let vendor) where vendor == nil || vendor == key.vendor:
                return nil
            case .put, .putHeader, .remove, .removeAll:
                break
            }
        }
        guard let stored = try store.body(key) else { return nil }
        return LoadedRecord(header: newHeader ?? stored.header, body: stored.body)
    }
}
