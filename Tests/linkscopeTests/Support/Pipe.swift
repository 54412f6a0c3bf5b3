import CPseudoTerminal
import Foundation
import TestSupport

/// A pipe between a test and a program. Every wait has a deadline.
final class Pipe {
    private(set) var reading: Int32 = -1
    private(set) var writing: Int32 = -1
    /// All bytes read so far.
    private(set) var bytes: [UInt8] = []

    /// Ignores SIGPIPE, which would end the tests when they write to a program that has ended.
    private static let ignoresBrokenPipes: Void = { _ = signal(SIGPIPE, SIG_IGN) }()

    init() throws {
        Self.ignoresBrokenPipes
        guard unsafe cpt_pipe(&reading, &writing) else { throw Unmet(description: "no pipe") }
    }

    deinit {
        closeReading()
        closeWriting()
    }

    func closeReading() {
        if reading >= 0 { cpt_close(reading) }
        reading = -1
    }

    func closeWriting() {
        if writing >= 0 { cpt_close(writing) }
        writing = -1
    }

    func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = unsafe cpt_write(writing, bytes, bytes.count)
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }
    var lines: [String] { text.split(separator: "\n").map(String.init) }

    /// Reads until the pipe meets `condition`.
    func wait(for wanted: String, seconds: Int = 20, until condition: (Pipe) -> Bool) async throws {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while !condition(self) {
            guard await read(before: deadline) == .output else {
                throw Unmet(description: "no \(wanted) within \(seconds) s; so far:\n\(text.suffix(4000))")
            }
        }
    }

    /// Reads until the other side is closed.
    func waitForEnd(seconds: Int = 20) async throws {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while true {
            switch await read(before: deadline) {
            case .output: break
            case .end: return
            case .nothing: throw Unmet(description: "the pipe stays open; so far:\n\(text.suffix(4000))")
            }
        }
    }

    private enum Came { case output, end, nothing }

    private func read(before deadline: ContinuousClock.Instant) async -> Came {
        guard await PollThread.shared.isReadable(reading, before: deadline) else { return .nothing }
        var buffer = [UInt8](repeating: 0, count: 65536)
        let count = unsafe cpt_read(reading, &buffer, buffer.count, 0)
        guard count > 0 else { return .end }
        bytes += buffer[..<count]
        return .output
    }
}
