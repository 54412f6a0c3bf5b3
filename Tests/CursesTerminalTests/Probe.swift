import Foundation
import TestSupport

/// Starts TerminalProbe on its own pseudo-terminal.
func probe(
    _ arguments: [String] = [],
    term: String = "xterm-256color",
    locale: String = "C.UTF-8",
    more: [String: String] = [:],
    columns: Int = 60,
    rows: Int = 12,
    redirection: PseudoTerminal.Redirection = .init(),
    ignoresHangUp: Bool = false
) throws -> PseudoTerminal {
    // Turns Swift's backtracer off, because it would ask a question after a crash.
    var environment = ["TERM": term, "LC_ALL": locale, "SWIFT_BACKTRACE": "enable=no", "PATH": "/usr/bin:/bin"]
    if let path = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"] { environment["LD_LIBRARY_PATH"] = path }
    environment.merge(more) { $1 }
    return try PseudoTerminal(
        PseudoTerminal.program(named: "TerminalProbe"),
        arguments,
        environment: environment,
        columns: columns,
        rows: rows,
        redirection: redirection,
        ignoresHangUp: ignoresHangUp
    )
}

/// A temporary file that is removed after the test.
struct TemporaryFile: ~Copyable {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("screen-\(UUID().uuidString)").path
    var text: String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }
    deinit { try? FileManager.default.removeItem(atPath: path) }
}
