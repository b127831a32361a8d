import Foundation
import PersonalizeCore
import Testing

@testable import PersonalizeStorage

/// One owner for each path, and files that only the owner's user can read.
@Suite struct OwnershipTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test func aSecondOpenerIsRefused() throws {
        let store = try directory.open()
        try store.commit([put(event(1))])
        expectBusy("state.db")
        store.close()
        let next = try directory.open()
        #expect(try next.headers().count == 1)
    }

    @Test func anotherSpellingOfThePathIsTheSamePath() throws {
        try FileManager.default.createSymbolicLink(
            atPath: directory["link.db"], withDestinationPath: directory["state.db"])
        // The link comes first, while its target does not exist yet.
        let store = try directory.open("link.db")
        expectBusy("state.db")
        expectBusy("./state.db")
        expectBusy("link.db")
        store.close()
        #expect(directory.names == ["link.db", "state.db", "state.db.lock"])
    }

    @Test func removingTheLockFileDoesNotLetASecondOwnerIn() throws {
        let store = try directory.open()
        try FileManager.default.removeItem(atPath: directory["state.db.lock"])
        expectBusy("state.db")
        try store.commit([put(event(1))])
        #expect(try store.headers().count == 1)
    }

    @Test func anotherProcessHoldsTheLock() throws {
        let holder = try Python(
            """
            import fcntl, sys
            lock = open(sys.argv[1], "w")
            fcntl.flock(lock, fcntl.LOCK_EX)
            print("locked", flush=True)
            sys.stdin.read()
            """, directory["state.db.lock"])
        #expect(holder.readLine() == "locked")
        expectBusy("state.db")
        holder.finish()
        _ = try directory.open()
    }

    @Test func anotherProcessFindsTheLockTaken() throws {
        let store = try directory.open()
        try store.commit([put(event(1))])
        let script = """
            import fcntl, sys, sqlite3
            try:
                fcntl.flock(open(sys.argv[1] + ".lock"), fcntl.LOCK_EX | fcntl.LOCK_NB)
                print("lock free", end=" ")
            except BlockingIOError:
                print("lock taken", end=" ")
            try:
                print(sqlite3.connect(sys.argv[1], timeout=0).execute(
                    "select count(*) from record").fetchone()[0])
            except sqlite3.OperationalError as error:
                print(error)
            """
        #expect(
            try Python(script, directory["state.db"]).readLine()
                == "lock taken database is locked")
        // The other's attempt did not remove the log under our feet.
        try store.commit([put(event(2))])
        store.close()
        #expect(try Python(script, directory["state.db"]).readLine() == "lock free 2")
    }

    @Test func aDatabaseThatAnotherProgramUsesIsNotSetAside() throws {
        let user = try Python(
            """
            import sqlite3, sys
            database = sqlite3.connect(sys.argv[1], isolation_level=None)
            database.execute("create table theirs(a)")
            database.execute("begin immediate")
            print("open", flush=True)
            sys.stdin.read()
            """, directory["state.db"])
        #expect(user.readLine() == "open")
        expectBusy("state.db")
        user.finish()
        #expect(try directory.open().incidents.map(\.reason) == ["storage_foreign"])
    }

    @Test func filesAreForTheirOwnerOnly() throws {
        let previous = umask(0)
        defer { umask(previous) }
        let store = try directory.open()
        try store.commit([put(event(1))])
        for name in directory.names {
            #expect(try mode(name) == 0o600, "\(name)")
        }
        #expect(directory.names.contains("state.db-wal"))
    }

    @Test func looseFilesAreTightened() throws {
        try directory.open().close()
        for name in directory.names {
            chmod(directory[name], 0o666)
        }
        let store = try directory.open()
        try store.commit([put(event(1))])
        for name in directory.names {
            #expect(try mode(name) == 0o600, "\(name)")
        }
    }

    @Test func descriptorsAreNotPassedOnToOtherPrograms() throws {
        let store = try directory.open()
        try store.commit([put(event(1))])
        var inherited: [String] = []
        for number in 3..<Int32(1_024) {
            let flags = fcntl(number, F_GETFD)
            guard flags >= 0, flags & FD_CLOEXEC == 0 else { continue }
            let target =
                (try? FileManager.default.destinationOfSymbolicLink(
                    atPath: "/proc/self/fd/\(number)")) ?? ""
            if target.hasPrefix(directory.path) { inherited.append(target) }
        }
        #expect(inherited.isEmpty)
    }

    @Test func descriptorsAreClosed() throws {
        func own() throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter {
                let target = try? FileManager.default.destinationOfSymbolicLink(
                    atPath: "/proc/self/fd/" + $0)
                return target?.hasPrefix(directory.path) == true
            }.count
        }
        try directory.write([1, 2, 3], to: "state.db")
        let store = try directory.open()
        try store.commit([put(event(1))])
        #expect(try own() > 0)
        expectBusy("state.db")
        store.close()
        #expect(try own() == 0)
    }

    private func mode(_ name: String) throws -> UInt32 {
        var status = stat()
        try #require(stat(directory[name], &status) == 0)
        return status.st_mode & 0o777
    }

    private func expectBusy(_ name: String) {
        do {
            _ = try directory.open(name)
            Issue.record("\(name) was opened twice")
        } catch {
            #expect(error.code == .storageBusy)
            #expect(error.reason == "storage_in_use")
        }
    }
}
