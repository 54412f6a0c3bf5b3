import JSONDocument
import Secrets

/// What the codes of all findings mean, and words of the field: the tables in `Resources/codes`.
package enum CodeTexts {
    /// The cause, the consequence and advice, by the code.
    package static let all = table("codes/codes.json")
    /// What words such as `autoverify` mean, in lowercase.
    package static let words = table("codes/words.json")

    private static func table(_ name: String) -> [String: String] {
        var texts: [String: String] = [:]
        guard let file = ResourceFile(name), let root = JSONDocument(file.bytes).root else { return texts }
        for member in root.members { texts[member.key.stringValue ?? ""] = member.value.stringValue }
        return texts
    }
}

extension FindingCode {
    /// A few sentences on what the finding means and what to do about it. The text is repeated in the documentation
    /// (LinkLayers.docc/Findings.md), and a test compares the two.
    package var explanation: String { CodeTexts.all[rawValue] ?? "" }
}
