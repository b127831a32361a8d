import CPersonalize
import PersonalizeCleverTap
import PersonalizeCore
import PersonalizeExponea
import PersonalizeHouse
import PersonalizeRuntime
import PersonalizeWebEngage

/// Every vendor there is.
let adapterFactories: [any AdapterFactory] = [
    ExponeaFactory(), CleverTapFactory(), WebEngageFactory(), HouseFactory(),
]

typealias ErrorOutput = UnsafeMutablePointer<OpaquePointer?>

/// Carries out a call on an engine: looks the handle up, writes the outputs,
/// then runs the callbacks, as the header promises.
func call(
    _ engine: OpaquePointer?, _ error: ErrorOutput?,
    _ body: (Runtime) throws(PersonalizeError) -> Int32
) -> Int32 {
    let runtime: Runtime
    do throws(PersonalizeError) { runtime = try HandleTable.runtime(engine) } catch let failure {
        return ErrorObject.give(failure, to: error)
    }
    defer { runtime.deliver() }
    return finish(error) { () throws(PersonalizeError) in try body(runtime) }
}

/// Carries out a call that only reads, and so has nothing to deliver.
func read(
    _ engine: OpaquePointer?, _ error: ErrorOutput?,
    _ body: (Runtime) throws(PersonalizeError) -> Int32
) -> Int32 {
    finish(error) { () throws(PersonalizeError) in try body(HandleTable.runtime(engine)) }
}

/// Carries out a command that has no outputs.
func perform(
    _ engine: OpaquePointer?, _ error: ErrorOutput?,
    _ command: () throws(PersonalizeError) -> Command
) -> Int32 {
    call(engine, error) { runtime throws(PersonalizeError) in
        try runtime.perform(command())
        return PERSONALIZE_OK
    }
}

/// Turns what is thrown into a result.
func finish(_ error: ErrorOutput?, _ body: () throws(PersonalizeError) -> Int32) -> Int32 {
    do throws(PersonalizeError) {
        let result = try body()
        error?.pointee = nil
        return result
    } catch let failure {
        return ErrorObject.give(failure, to: error)
    }
}

/// Gives the host a text to own.
func give(
    _ text: String, to output: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) throws(PersonalizeError) {
    guard let copy = ownedText(text) else {
        throw PersonalizeError(.limit, "out_of_memory", "There is no memory for the answer.")
    }
    output.pointee = copy
}

/// Lends the host a text; gives the result of the call.
func lend(
    _ text: BorrowedText?, _ json: UnsafeMutablePointer<UnsafePointer<CChar>?>,
    _ length: UnsafeMutablePointer<Int>?
) -> Int32 {
    guard let text else { return PERSONALIZE_NONE }
    json.pointee = text.characters
    length?.pointee = text.count
    return PERSONALIZE_OK
}
