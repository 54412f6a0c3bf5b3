import Foundation
import Pages

/// The way in which a browser ended although linkscope had not ended it.
struct BrowserEnding: Sendable, Hashable {
    /// The signal that ended the browser. Nil if the browser exited.
    var signal: Int32?
    /// The exit code. 0 if a signal ended the browser, or if the browser closed its pipe but did not exit.
    var code: Int32 = 0
    /// The last part of the browser's standard error.
    var lastWords: [UInt8] = []
}

extension BrowserEnding {
    /// - Parameter status: The status from `waitpid`.
    init(status: Int32) {
        let signal = status & 0x7F
        self.init(signal: signal == 0 ? nil : signal, code: signal == 0 ? (status >> 8) & 0xFF : 0)
    }

    var problem: ScriptProblem { .ended(reason: reason) }

    private var reason: String {
        let lines = String(decoding: lastWords, as: UTF8.self).split(separator: "\n").map(\.trimmingBlanks).filter { !$0.isEmpty }
        // Chromium logs the reason for its exit. Other lines of its log start with a bracket and report minor errors.
        let isGrave: (String) -> Bool = { $0.contains("FATAL") || $0.contains("sandbox") || $0.contains("No space left") }
        let words = lines.last(where: isGrave) ?? lines.last { !$0.hasPrefix("[") && signal == nil }
        let said = words.map { " " + String($0.prefix(500)) } ?? ""
        switch signal {
        case SIGKILL: return "it was killed (signal 9), perhaps because memory ran out.\(said)"
        case let signal?: return "it crashed with signal \(signal).\(said)"
        case nil where code != 0: return "it exited with code \(code).\(said)"
        case nil: return said.trimmingBlanks
        }
    }
}
