import LinkLayers
import Screen
import Secrets

/// `inspect --explain CODE`: explains what a finding means, how severe it is, and what to do about it.
enum Explanation {
    /// - Throws: `CommandFailure` for an unknown code. Its message lists all codes.
    static func print(_ word: String) throws {
        guard let code = FindingCode(rawValue: word) else {
            let list = FindingCode.allNames.joined(separator: "\n  ")
            throw CommandFailure("unknown finding code '\(Secrets.masked(word))'. The codes are:\n  \(list)", code: Exit.usage)
        }
        let lines = SafeText(trusted: code.explanation).wrappedAtBlanks(width: 80).map(\.description)
        Output.line("\(code.rawValue) (\(code.severity.rawValue))\n\n\(lines.joined(separator: "\n"))")
    }
}
