import Foundation

/// A program in the place of Chromium: a shell script in a folder of its own, which is `$(dirname "$0")` to it.
package final class StandInBrowser: Sendable {
    private let folder: URL

    package var path: String { folder.appending(path: "chromium").path }

    /// - Parameter script: What it does, in the words of `sh`.
    package init(_ script: String) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "stand-in-\(UInt32.random(in: .min ... .max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data("#!/bin/sh\n\(script)\n".utf8).write(to: folder.appending(path: "chromium"))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// One that says what Chromium says: it loads the page through its proxy, and puts `tag` in the place of `<!--script-->`.
    package static func obedient(tag: String) throws -> StandInBrowser {
        guard let program = Bundle.module.url(forResource: "browser", withExtension: "py", subdirectory: "Server") else {
            throw CocoaError(.fileNoSuchFile)
        }
        return try StandInBrowser(
            "env > \"$(dirname \"$0\")/environment\"; exec python3 '\(program.path)' '\(tag)' \"$@\"")
    }

    /// What it has written into a file of its folder, without the line end; nil while there is nothing.
    package func note(_ name: String) -> String? {
        guard let text = try? String(contentsOf: folder.appending(path: name), encoding: .utf8), text.hasSuffix("\n") else { return nil }
        return text.trimmingCharacters(in: .newlines)
    }

    /// Waits until it has written a file, at most half a minute.
    package func wait(for name: String) async -> String? {
        let deadline = ContinuousClock.now + .seconds(30)
        while .now < deadline {
            if let note = note(name) { return note }
            await Task.yield()
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
