import AppLinks
import Secrets

/// A program that opens links outside linkscope. The raw value is the word for `--on`.
package enum DeviceTool: String, Sendable, Hashable, CaseIterable {
    /// Android devices and emulators.
    case adb
    /// The iOS Simulator.
    case simctl
    /// iPhones and iPads.
    case devicectl
    /// The desktop on which linkscope runs.
    case desktop

    /// What to do if the program is not installed.
    package func installation(isMac: Bool) -> String {
        switch self {
        case .adb: isMac ? "Run: brew install --cask android-platform-tools" : "On Debian, run: apt-get install adb"
        case .simctl, .devicectl:
            isMac ? "Install Xcode, then run: sudo xcode-select -s /Applications/Xcode.app" : "It is part of Xcode, which needs a Mac."
        case .desktop: isMac ? "It is part of macOS." : "On Debian, run: apt-get install xdg-utils"
        }
    }
}

/// A program to run, with its arguments and the time that it may take.
package struct ToolCommand: Sendable, Hashable {
    /// The arguments, beginning with the name of the program.
    package var arguments: [String]
    /// The number of seconds after which the program is ended, or left alone if it is one that goes on after linkscope.
    package var seconds: Int
    /// The link that the program gets. Its secrets are masked in what is shown of the program's output.
    package var link: CommandLink?

    package init(_ arguments: [String], seconds: Int, link: CommandLink? = nil) {
        self.arguments = arguments
        self.seconds = seconds
        self.link = link
    }

    package var program: String { arguments.first ?? "" }
}

/// What a program printed, and how it ended.
package struct ToolRun: Sendable, Hashable {
    package enum Ending: Sendable, Hashable {
        case exited(Int32)
        case signalled(Int32)
        /// The program was ended because it took too long.
        case timedOut(seconds: Int)
        /// There is no such program.
        case missing
        /// The system did not start the program. `reason` completes "it could not be started: …".
        case notStarted(reason: String)
    }

    package var command: ToolCommand
    package var ending: Ending
    package var output: String
    package var errors: String

    package init(_ command: ToolCommand, _ ending: Ending, output: String = "", errors: String = "") {
        self.command = command
        self.ending = ending
        self.output = output
        self.errors = errors
    }

    package var isSuccess: Bool { ending == .exited(0) }

    /// Whether the program printed nothing but blanks.
    package var isSilent: Bool { lines.isEmpty && Self.lines(of: errors).isEmpty }

    /// The lines of the output, without line ends and without surrounding blanks. Devices end their lines with CR and LF or with LF.
    var lines: [Substring] { Self.lines(of: output) }

    /// The first line of standard error; if that is empty, the last line of the output. Secrets are masked.
    package var complaint: String? {
        (Self.lines(of: errors).first ?? lines.last).map(shown)
    }

    /// Returns a part of the output with its secrets masked, so that it may be shown. Pieces of the secrets in the link that the program
    /// got are masked too.
    func shown(_ text: some StringProtocol) -> String {
        let text = String(text)
        return Secrets.maskedAgain(command.link.map { SecretValues(in: $0.text).masked(text) } ?? text)
    }

    private static func lines(of text: String) -> [Substring] {
        text.split(whereSeparator: \.isNewline).map { Substring($0.trimmingBlanks) }.filter { !$0.isEmpty }
    }

    /// How the program ended, for a sentence: `ended with exit code 1`.
    package var endingWords: String {
        switch ending {
        case .exited(let code): "ended with exit code \(code)"
        case .signalled(let signal): "was ended by signal \(signal)"
        case .timedOut(let seconds): "did not end within \(seconds) s"
        case .missing: "is not installed"
        case .notStarted(let reason): "could not be started: \(reason)"
        }
    }
}
