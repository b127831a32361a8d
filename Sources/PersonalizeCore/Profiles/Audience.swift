/// Whom something was shown to: the profile, and the session it was shown in.
///
/// What comes of it is told in their name, also when somebody else has come.
struct Audience: Sendable, Equatable {
    var profile = ""
    var visit = Visit()
}
