import Foundation

/// A Python program running beside the test, for what needs another process.
final class Python {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    init(_ program: String, _ arguments: String...) throws {
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", program] + arguments
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    deinit {
        finish()
    }

    /// The next line, or what there is of it when the program ends.
    func readLine() -> String {
        var line: [UInt8] = []
        while let byte = output.fileHandleForReading.readData(ofLength: 1).first, byte != 10 {
            line.append(byte)
        }
        return String(decoding: line, as: UTF8.self)
    }

    /// Ends the program's input and waits for it.
    func finish() {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}
