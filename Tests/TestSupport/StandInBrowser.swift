import CPseudoTerminal
import Foundation

/// A program in the place of Chromium: a shell script in a folder of its own, which is `$(dirname "$0")` to it.
package final class StandInBrowser: Sendable {
    private let folder: URL
    /// A named pipe that gets a byte with each note.
    private let bell: Int32

    package var path: String { folder.appending(path: "chromium").path }

    /// - Parameter script: What it does, in the words of `sh`; `note NAME TEXT` leaves a note.
    package init(_ script: String) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "stand-in-\(UInt32.random(in: .min ... .max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let bellPath = folder.appending(path: "bell").path
        guard unsafe mkfifo(bellPath, 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
        // Open at both ends, so that nobody who rings waits for somebody who listens.
        bell = unsafe open(bellPath, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        let note = "note() { echo \"$2\" > \"$(dirname \"$0\")/$1\"; echo > \"$(dirname \"$0\")/bell\"; }"
        // A shell writes the file. If this process had it open, a program that another test starts at that moment would inherit it, and
        // nobody can run a file that is open for writing.
        let writing = Process()
        writing.executableURL = URL(fileURLWithPath: "/bin/sh")
        writing.arguments = ["-c", "printf %s \"$1\" > \"$0\" && chmod 755 \"$0\"", path, "#!/bin/sh\n\(note)\n\(script)\n"]
        try writing.run()
        writing.waitUntilExit()
        guard writing.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    deinit {
        cpt_close(bell)
        try? FileManager.default.removeItem(at: folder)
    }

    /// One that says what Chromium says: it loads the page through its proxy, and puts `tag` in the place of `<!--script-->`.
    package static func obedient(tag: String) throws -> StandInBrowser {
        guard let program = Bundle.module.url(forResource: "browser", withExtension: "py", subdirectory: "Server") else {
            throw CocoaError(.fileNoSuchFile)
        }
        return try StandInBrowser(
            "env > \"$(dirname \"$0\")/environment\"; exec python3 '\(program.path)' '\(tag)' \"$@\"")
    }

    /// A note it has left, without the line end; nil while there is none.
    package func note(_ name: String) -> String? {
        guard let text = try? String(contentsOf: folder.appending(path: name), encoding: .utf8), text.hasSuffix("\n") else { return nil }
        return text.trimmingCharacters(in: .newlines)
    }

    /// Waits until it has left a note, at most half a minute.
    package func wait(for name: String) async -> String? {
        let deadline = ContinuousClock.now + .seconds(30)
        var bytes = [UInt8](repeating: 0, count: 64)
        while note(name) == nil, await PollThread.shared.isReadable(bell, before: deadline) {
            _ = unsafe cpt_read(bell, &bytes, bytes.count, 0)
        }
        return note(name)
    }

    /// Whether a process is there and not just waiting to be buried.
    package static func isRunning(_ process: String) -> Bool {
        #if os(Linux)
            // `12 (name) S …`
            guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return false }
            return status.split(separator: ") ").last?.hasPrefix("Z") == false
        #else
            let ps = Process()
            let output = Pipe()
            ps.executableURL = URL(filePath: "/bin/ps")
            ps.arguments = ["-o", "stat=", "-p", process]
            ps.standardOutput = output
            guard (try? ps.run()) != nil else { return true }
            let state = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            ps.waitUntilExit()
            return !state.trimmingCharacters(in: .whitespacesAndNewlines).isEmpty && !state.hasPrefix("Z")
        #endif
    }
}
