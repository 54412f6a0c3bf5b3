/// The exit codes of the program. Scripts depend on them.
nonisolated enum Exit {
    static let fine: Int32 = 0
    /// The answer is "no": there is a finding of severity error, or the link would not open.
    static let no: Int32 = 1
    static let usage: Int32 = 2
    /// The command could not do its work, for example because there is no terminal, no inspector or no file.
    static let failed: Int32 = 3
}

/// An error with a message for the user and an exit code.
nonisolated struct CommandFailure: Error {
    /// One line.
    var message: String
    /// More lines, which say what to do; empty if linkscope has no advice.
    var advice: String
    var code: Int32
    /// Whether a second line names the help that explains the usage. Only errors with the exit code for wrong usage have such a line.
    var pointsToHelp: Bool
    /// Whether secrets are already masked in the parts of the message that come from outside. Otherwise the whole message is searched for
    /// secrets, and linkscope's own words after a name such as `passwd:` may be masked.
    var isMasked: Bool

    init(_ message: String, advice: String = "", code: Int32 = Exit.failed, pointsToHelp: Bool = true, isMasked: Bool = false) {
        self.message = message
        self.advice = advice
        self.code = code
        self.pointsToHelp = pointsToHelp
        self.isMasked = isMasked
    }

    /// The lines to print.
    var lines: [String] { ["linkscope: \(message)"] + advice.split(separator: "\n").map(String.init) }
}
