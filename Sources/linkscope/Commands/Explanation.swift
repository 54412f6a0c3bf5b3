import LinkLayers
import Secrets

/// `inspect --explain CODE`: explains what a finding means, how severe it is, and what to do about it.
struct Explanation {
    private let code: FindingCode

    /// - Throws: `CommandFailure` for an unknown code. Its message lists all codes.
    init(of word: String) throws {
        guard let code = FindingCode(rawValue: word) else {
            let list = FindingCode.allNames.joined(separator: "\n  ")
            throw CommandFailure("unknown finding code '\(Secrets.masked(word))'. The codes are:\n  \(list)", code: Exit.usage)
        }
        self.code = code
    }

    func print() {
        Output.line("\(code.rawValue) (\(code.severity.rawValue))\n\n\(code.explanation.wrapped(columns: 80))")
    }
}

extension String {
    /// Returns the text in lines of at most `columns` columns, broken at spaces. A word that is longer than a line gets a line of its own.
    fileprivate nonisolated func wrapped(columns: Int) -> String {
        var lines = [""]
        for word in split(separator: " ") {
            let line = lines[lines.count - 1]
            if line.isEmpty {
                lines[lines.count - 1] = String(word)
            } else if line.count + 1 + word.count <= columns {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines.joined(separator: "\n")
    }
}
