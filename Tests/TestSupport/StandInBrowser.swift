import CPseudoTerminal
import Foundation

/// A shell script that takes the place of Chromium. It has its own folder, which the script can name as `$(dirname "$0")`.
package final class StandInBrowser: Sendable {
    private let folder: URL
    /// The named pipe into which the script writes a byte for each note.
    private let bell: Int32

    package var path: String { folder.appending(path: "chromium").path }

    /// - Parameter script: The commands of the script, for `sh`. The command `note NAME TEXT` leaves a note for the test.
    package init(_ script: String) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "stand-in-\(UInt32.random(in: .min ... .max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let bellPath = folder.appending(path: "bell").path
        guard unsafe mkfifo(bellPath, 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
        // Opened for reading and writing, so that the script never waits for a reader.
        bell = unsafe open(bellPath, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        let note = "note() { echo \"$2\" > \"$(dirname \"$0\")/$1\"; echo > \"$(dirname \"$0\")/bell\"; }"
        try writeProgram("#!/bin/sh\n\(note)\n\(script)\n", to: path)
    }

    deinit {
        cpt_close(bell)
        try? FileManager.default.removeItem(at: folder)
    }

    /// Returns a browser that speaks Chromium's protocol. It asks linkscope for the page, and replaces `<!--script-->` in it with `tag`.
    package static func obedient(tag: String) throws -> StandInBrowser {
        guard let program = Bundle.module.url(forResource: "browser", withExtension: "py", subdirectory: "Server") else {
            throw CocoaError(.fileNoSuchFile)
        }
        return try StandInBrowser(
            "env > \"$(dirname \"$0\")/environment\"; exec python3 '\(program.path)' '\(tag)' \"$@\"")
    }

    /// Returns the note with this name, without the line end; nil as long as the script has not left it.
    package func note(_ name: String) -> String? {
        guard let text = try? String(contentsOf: folder.appending(path: name), encoding: .utf8), text.hasSuffix("\n") else { return nil }
        return text.trimmingCharacters(in: .newlines)
    }

    /// Waits until the script has left the note, for at most 30 seconds.
    package func wait(for name: String) async -> String? {
        let deadline = ContinuousClock.now + .seconds(30)
        var bytes = [UInt8](repeating: 0, count: 64)
        while note(name) == nil, await PollThread.shared.isReadable(bell, before: deadline) {
            _ = unsafe cpt_read(bell, &bytes, bytes.count, 0)
        }
        return note(name)
    }

    /// Returns whether a process exists and is not a zombie.
    package static func isRunning(_ process: String) -> Bool {
        #if os(Linux)
            // The file contains `12 (name) S …`; S is the state, and Z would be a zombie.
            guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return false }
            return status.split(separator: ") ").last?.hasPrefix("Z") == false
        #else
            guard let ps = try? FinishedProgram("/bin/ps", ["-o", "stat=", "-p", process], reading: [STDOUT_FILENO]) else { return true }
            let state = ps.output
            return !state.trimmingCharacters(in: .whitespacesAndNewlines).isEmpty && !state.hasPrefix("Z")
        #endif
    }
}
