import Foundation
import PersonalizeStorage
import Testing

@Suite struct FileDirectoryTests {
    private let home: TemporaryDirectory

    init() throws { home = try TemporaryDirectory() }

    private func names(_ path: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    private func mode(_ path: String) -> Int? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return attributes?[.posixPermissions] as? Int
    }

    @Test func aFileIsItsOwnersAlone() throws {
        let directory = FileDirectory(.path(home.path + "/files"))
        #expect(directory.path == "")
        #expect(directory.missing(["file-1"]) == ["file-1"])
        #expect(directory.write([1, 2, 3], to: "file-1") == nil)
        let path = directory.path
        #expect(path.hasPrefix("/"))
        #expect(mode(path) == 0o700)
        #expect(mode("\(path)/file-1") == 0o600)
        #expect(try Array(Data(contentsOf: URL(fileURLWithPath: "\(path)/file-1"))) == [1, 2, 3])
        #expect(directory.missing(["file-1", "file-2"]) == ["file-2"])
    }

    @Test func writingAgainReplaces() throws {
        let directory = FileDirectory(.path(home.path + "/files"), isDurable: true)
        #expect(directory.write([1], to: "file-1") == nil)
        #expect(directory.write([], to: "file-1") == nil)
        #expect(try Data(contentsOf: URL(fileURLWithPath: "\(directory.path)/file-1")).isEmpty)
        #expect(names(directory.path) == ["file-1"])
    }

    @Test func nothingOutsideIsTouched() throws {
        let directory = FileDirectory(.path(home.path + "/files"))
        #expect(directory.write([1], to: "../file-1") != nil)
        #expect(directory.write([1], to: "file-/../../x") != nil)
        #expect(directory.write([1], to: "other") != nil)
        #expect(directory.write([1], to: "file-1") == nil)
        try Data([7]).write(to: URL(fileURLWithPath: "\(directory.path)/mine"))
        directory.remove(["mine", "file-2"])
        directory.keep([])
        #expect(names(directory.path) == ["mine"])
    }

    @Test func onlyWhatIsKeptStays() throws {
        let directory = FileDirectory(.path(home.path + "/files"))
        for name in ["file-1.png", "file-2", "file-3.part"] {
            #expect(directory.write([1], to: name) == nil)
        }
        directory.keep(["file-2", "file-9"])
        #expect(names(directory.path) == ["file-2"])
        // Another process finds what is there.
        #expect(FileDirectory(.path(home.path + "/files")).missing(["file-2"]) == [])
    }

    @Test func aLinkOrADirectoryIsNoFile() throws {
        let directory = FileDirectory(.path(home.path + "/files"))
        #expect(directory.write([1], to: "file-1") == nil)
        try FileManager.default.createSymbolicLink(
            atPath: "\(directory.path)/file-2", withDestinationPath: "/etc/hostname")
        try FileManager.default.createDirectory(
            atPath: "\(directory.path)/file-3", withIntermediateDirectories: false)
        #expect(directory.missing(["file-1", "file-2", "file-3"]) == ["file-2", "file-3"])
        #expect(directory.write([1], to: "file-3") != nil)
    }

    @Test func aPlaceThatCannotBeMadeIsAFailure() {
        let directory = FileDirectory(.path("/nowhere/at/all"))
        #expect(directory.write([1], to: "file-1") != nil)
        #expect(directory.missing(["file-1"]) == ["file-1"])
        directory.keep([])
    }

    @Test func aTemporaryDirectoryGoesWhenItIsClosed() throws {
        let directory = FileDirectory(.temporary)
        #expect(directory.write([1], to: "file-1") == nil)
        let path = directory.path
        #expect(names(path) == ["file-1"])
        directory.close()
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(directory.path == "")
    }
}
