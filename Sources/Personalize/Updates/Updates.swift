import Dispatch

/// The engine's updates as they come, and what makes the engine run.
///
/// While somebody iterates, the engine is processed on a queue of its own
/// whenever its descriptor becomes readable. The sequence ends when the engine
/// is closed. One iterator at a time: two would share the updates between
/// them.
public struct Updates: AsyncSequence, Sendable {
    public typealias Element = Update
    public typealias Failure = Never

    let engine: PersonalizeEngine

    public func makeAsyncIterator() -> AsyncStream<Update>.Iterator {
        let engine = engine
        let stream = AsyncStream<Update> { continuation in
            guard let descriptor = try? engine.descriptor else { return continuation.finish() }
            let queue = engine.iterations.queue
            // Cancelling is what may be done to a source from any thread.
            nonisolated(unsafe) let source = DispatchSource.makeReadSource(
                fileDescriptor: descriptor, queue: queue)
            let run: @Sendable () -> Void = {
                // A failure of the storage is told by an update; one that ends
                // the engine ends the iteration where it is closed.
                try? engine.process()
                while let update = try? engine.nextUpdate() { continuation.yield(update) }
            }
            source.setEventHandler(handler: run)
            let iteration = engine.iterations.begin {
                source.cancel()
                continuation.finish()
            }
            continuation.onTermination = { _ in engine.iterations.end(iteration) }
            source.activate()
            // What came before anybody iterated makes nothing readable.
            queue.async(execute: run)
        }
        return stream.makeAsyncIterator()
    }
}

extension PersonalizeEngine {
    /// The updates as they come. Iterating runs the engine.
    public var updates: Updates { Updates(engine: self) }
}

/// The iterations over one engine's updates. Closing the engine ends them
/// first, for a descriptor must not be watched once it is closed.
final class Iterations: @unchecked Sendable {
    /// Runs the engine for all of them, and guards what follows.
    let queue = DispatchQueue(label: "personalize.updates")
    private let guardian = DispatchQueue(label: "personalize.iterations")
    private var ends: [Int: @Sendable () -> Void] = [:]
    private var last = 0

    /// Notes an iteration with what ends it.
    func begin(_ end: @escaping @Sendable () -> Void) -> Int {
        guardian.sync {
            last += 1
            ends[last] = end
            return last
        }
    }

    /// Ends an iteration; nothing when it has ended.
    func end(_ iteration: Int) {
        guardian.sync { ends.removeValue(forKey: iteration) }?()
    }

    /// Ends all.
    func endAll() {
        let all = guardian.sync {
            defer { ends = [:] }
            return Array(ends.values)
        }
        for end in all { end() }
    }
}
