import Foundation
import JSONDocument
import Tasks

/// A Python program in the folder Server. It reads commands as JSON objects, one per line, and answers each with one line.
///
/// It ends when its standard input is closed, and so at the latest when this process ends.
final class HelperProgram: Sendable {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private struct Pipes: Sendable {
        let commands: FileHandle
        let answers: FileHandle
        var rest: [UInt8] = []
        var hasEnded = false
    }

    /// The sentence that tells what to install. Each error begins with it.
    private let advice: String
    private let pipes: Locked<Pipes>

    /// - Parameter name: The name of the file without `.py`.
    init(_ name: String, advice: String) throws {
        guard let script = Bundle.module.url(forResource: name, withExtension: "py", subdirectory: "Server") else {
            throw Failure(description: "\(advice): \(name).py is missing")
        }
        let (input, output) = (Pipe(), Pipe())
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", script.path]
        process.standardInput = input
        process.standardOutput = output
        do { try process.run() } catch { throw Failure(description: "\(advice): \(error)") }
        self.advice = advice
        pipes = Locked(Pipes(commands: input.fileHandleForWriting, answers: output.fileHandleForReading))
    }

    func failure(_ reason: String) -> Failure { Failure(description: "\(advice): \(reason)") }

    /// Sends a command and waits for its answer.
    func ask(_ command: JSONValue) throws -> JSONValue {
        let line = Data(try command.serialized().utf8) + Data([0x0A])
        let answer: Result<[UInt8], any Error> = pipes.withLock { pipes in
            Result {
                guard !pipes.hasEnded else { throw failure("python3 was ended") }
                try pipes.commands.write(contentsOf: line)
                while true {
                    if let end = pipes.rest.firstIndex(of: 0x0A) {
                        defer { pipes.rest.removeSubrange(...end) }
                        return Array(pipes.rest[..<end])
                    }
                    let more = pipes.answers.availableData
                    guard !more.isEmpty else { throw failure("python3 ended") }
                    pipes.rest += more
                }
            }
        }
        let document = JSONDocument(try answer.get())
        guard document.isValid, let root = document.root else { throw failure("an answer that is no JSON") }
        if let error = JSONValue(root)["error"]?.stringValue, JSONValue(root)["status"] == nil { throw failure(error) }
        return JSONValue(root)
    }

    /// Closes standard input and waits until the program has ended and thereby closed its output.
    func end() {
        pipes.withLock { pipes in
            guard !pipes.hasEnded else { return }
            pipes.hasEnded = true
            try? pipes.commands.close()
            while !pipes.answers.availableData.isEmpty {}
        }
    }
}
