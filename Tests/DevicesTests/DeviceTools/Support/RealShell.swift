import Foundation
import Platform
import TestSupport

/// Runs command lines through the machine's `sh`, with stand-ins for the programs that they start.
struct RealShell {
    /// Each stand-in prints its arguments, each followed by a NUL. Like the real adb, its stand-in first joins the arguments with spaces
    /// and lets a shell split them again.
    private static let standIns = """
        show() { printf '%s\\0' "$@"; }
        xcrun() { show xcrun "$@"; }
        curl() { show curl "$@"; }
        adb() { [ "$1" = shell ] || exit 9; shift; sh -c "am() { printf '%s\\0' am \\"\\$@\\"; }; $*"; }

        """

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Returns the arguments that the programs received from each line.
    static func arguments(of lines: [String]) throws -> [[String]] {
        // This word marks the end of the output of each command line.
        let mark = "end-of-a-line"
        let script = standIns + lines.map { $0 + "\nshow \(mark)\n" }.joined()
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("commands-\(UUID().uuidString).sh")
        try script.write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        let environment = ["PATH": "/usr/bin:/bin", "HOME": "/home-of-nobody", "x": "a variable", "LC_ALL": "C.UTF-8"]
        let shell = try FinishedProgram("/bin/sh", [file.path], environment: environment, reading: [STDOUT_FILENO])
        guard shell.ending == .exited(0) else { throw Failure(description: "sh ended with \(shell.ending):\n\(script)") }
        let words = shell.output.utf8.split(separator: 0, omittingEmptySubsequences: false).dropLast().map {
            String(decoding: $0, as: UTF8.self)
        }
        return words.split(separator: mark, omittingEmptySubsequences: false).dropLast().map(Array.init)
    }
}
