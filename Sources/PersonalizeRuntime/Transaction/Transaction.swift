import PersonalizeCore
import PersonalizeJSON

/// What one call has led to and the runtime has still to carry out.
struct Transaction {
    /// The time of everything in it.
    let now: Instant
    var changes = PendingChanges()
    /// What is carried out after the commit, in order.
    var effects: [Effect] = []
    var reply: JSONObject?
    var refusal: PersonalizeError?

    init(at now: Instant) { self.now = now }
}
