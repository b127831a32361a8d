import Foundation
import PersonalizeCore
import Testing

@testable import PersonalizeStorage

/// The end of a process at any moment, and its children.
@Suite struct ProcessEndTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// A process commits until it is killed, and writes down how far it came.
    /// The next owner finds every commit that had returned, and whole ones only.
    @Test(arguments: [3, 20, 45, 90, 150])
    func whatWasCommittedSurvivesAKill(milliseconds: Int) async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = directory.path as String, milliseconds] in
            let store = try Store.open(path: path + "/state.db", durability: .process)
            let progress = open(path + "/progress", O_CREAT | O_WRONLY | O_APPEND, 0o600)
            for number in 0..<1_000_000 {
                try store.commit([
                    put(event(number)), put(campaign(number)), .remove(event(number - 10)),
                ])
                write(progress, "x", 1)
                // From the first commit on, so that a slow machine has made one.
                guard number == 0 else { continue }
                DispatchQueue.global().asyncAfter(
                    deadline: .now() + .milliseconds(milliseconds)
                ) {
                    kill(getpid(), SIGKILL)
                }
            }
        }
        let returned = (try? directory.read("progress").count) ?? 0
        #expect(returned > 0)
        let store = try directory.open()
        #expect(store.incidents.isEmpty)
        let keys = Set(try store.headers().map(\.key))
        let campaigns = keys.filter { $0.space == .campaign }.count
        // One commit may have been made that had not returned yet.
        #expect(campaigns == returned || campaigns == returned + 1)
        #expect(
            keys
                == Set((0..<campaigns).map { campaign($0) })
                .union((max(0, campaigns - 10)..<campaigns).map { event($0) }))
        try store.commit([put(event(-1))])
        for key in keys { #expect(try store.body(key)?.body == content(key)) }
    }

    /// The child lets go; the parent stays the owner and its data are intact.
    @Test func aForkedChildAbandonsItsParentsStore() async throws {
        await #expect(processExitsWith: .success) { [path = directory.path as String] in
            let store = try Store.open(path: path + "/state.db", durability: .process)
            try store.commit([put(event(1))])
            let child = try inChild {
                store.abandon()
                // Only SQLite's own descriptor is left of the file.
                guard descriptors(of: path + "/state.db") == 1,
                    descriptors(of: path + "/state.db.lock") == 0
                else { return 4 }
                guard (try? store.headers()) == nil else { return 1 }
                store.close()
                do throws(PersonalizeError) {
                    _ = try Store.open(path: path + "/state.db", durability: .process)
                    return 2
                } catch {
                    guard error.reason == "storage_in_use" else { return 3 }
                }
                let own = try Store.open(path: path + "/child.db", durability: .process)
                try own.commit([put(event(7))])
                own.close()
                return 0
            }
            #expect(child == 0)
            #expect(throws: PersonalizeError.self) {
                try Store.open(path: path + "/state.db", durability: .process)
            }
            try store.commit([put(event(2))])
            #expect(try store.headers().count == 2)
            store.close()
            let again = try Store.open(path: path + "/state.db", durability: .process)
            #expect(try again.headers().count == 2)
        }
        #expect(try directory.open("child.db").headers().map(\.key) == [event(7)])
    }

    /// A child that forgets to abandon does no harm by closing, and does not
    /// keep the path from the next owner.
    @Test func aForkedChildThatClosesDoesNoHarm() async throws {
        await #expect(processExitsWith: .success) { [path = directory.path as String] in
            let store = try Store.open(path: path + "/state.db", durability: .process)
            try store.commit([put(event(1))])
            let closed = try inChild {
                store.close()
                return 0
            }
            #expect(closed == 0)
            #expect(access(path + "/state.db-wal", F_OK) == 0)
            #expect(throws: PersonalizeError.self) {
                try Store.open(path: path + "/state.db", durability: .process)
            }
            try store.commit([put(event(2))])
            let next = try inChild {
                for _ in 0..<5_000 where access(path + "/go", F_OK) != 0 { usleep(1_000) }
                return access(path + "/go", F_OK) == 0 ? 0 : 1
            } whileRunning: {
                store.close()
                let next = try Store.open(path: path + "/state.db", durability: .process)
                #expect(try next.headers().count == 2)
                try Data().write(to: URL(fileURLWithPath: path + "/go"))
            }
            #expect(next == 0)
        }
    }

    /// A process that opens, forks and ends, as a daemon does: its child takes
    /// the same path over.
    @Test func aDaemonTakesOverItsParentsPath() async throws {
        await #expect(processExitsWith: .success) { [path = directory.path as String] in
            let store = try Store.open(path: path + "/state.db", durability: .process)
            try store.commit([put(event(1))])
            let child = try inChild {
                store.abandon()
                for _ in 0..<5_000 {
                    do throws(PersonalizeError) {
                        let own = try Store.open(path: path + "/state.db", durability: .process)
                        guard own.incidents.isEmpty, try own.headers().count == 1 else { return 4 }
                        try own.commit([put(event(2))])
                        own.close()
                        return 0
                    } catch {
                        guard error.code == .storageBusy else { return 5 }
                        usleep(1_000)
                    }
                }
                return 6
            } whileRunning: {
                usleep(20_000)
                store.close()
            }
            #expect(child == 0)
        }
        #expect(try directory.open().headers().map(\.key) == [event(1), event(2)])
    }
}

/// Runs code in a forked child, and returns what it answers.
///
/// Only inside an exit test, whose process runs nothing else. Swift hides
/// `fork`, since few things work in the child; that they do is what is tested.
private func inChild(
    _ body: () throws -> Int32, whileRunning: () throws -> Void = {}
) throws -> Int32 {
    let symbol = try #require(dlsym(nil, "fork"))
    let fork = unsafeBitCast(symbol, to: (@convention(c) () -> pid_t).self)
    let child = fork()
    if child == 0 { _exit((try? body()) ?? 99) }
    try whileRunning()
    var status: Int32 = 0
    waitpid(child, &status, 0)
    return status & 0x7f == 0 ? (status >> 8) & 0xff : -(status & 0x7f)
}

/// How many of this process's descriptors are of one file.
private func descriptors(of path: String) -> Int {
    (0..<256).count { number in
        var target = [CChar](repeating: 0, count: 1_024)
        let count = readlink("/proc/self/fd/\(number)", &target, target.count)
        return count > 0
            && target.prefix(count).lazy.map(UInt8.init(bitPattern:)).elementsEqual(path.utf8)
    }
}
