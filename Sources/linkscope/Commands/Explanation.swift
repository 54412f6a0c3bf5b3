import Inspector
import LinkLayers
import Screen
import Secrets

/// `inspect --explain CODE`: explains what a finding means, how severe it is, and what to do about it.
enum Explanation {
    /// - Throws: `CommandFailure` for an unknown code. The second line of its message lists all codes.
    static func print(_ word: String) throws {
        guard let code = FindingCode(rawValue: word) else {
            let names = FindingCode.allNames
            let hint = NearestWord.to(word, among: names).map { "; did you mean \($0)?" } ?? ""
            throw CommandFailure(
                "--explain \(Secrets.masked(word)): no such finding code\(hint)\nCodes: \(names.joined(separator: ", "))",
                code: Exit.usage, pointsToHelp: false)
        }
        let lines = SafeText(trusted: code.explanation).wrappedAtBlanks(width: 80).map(\.description)
        Output.line("\(code.rawValue) (\(code.severity.rawValue))\n\n\(lines.joined(separator: "\n"))")
    }
}
