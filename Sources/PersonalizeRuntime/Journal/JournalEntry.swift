import PersonalizeCore
import PersonalizeJSON

/// One command with what the engine made of it.
struct JournalEntry {
    var command: Command
    var now: Instant
    var effects: [Effect]

    var json: JSONValue {
        [
            "at": .object(now.json), "command": .object(command.json),
            "effects": .array(effects.map { .object($0.json) }),
        ]
    }
}
