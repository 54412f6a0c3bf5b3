import JSONDocument
import Secrets

/// What the codes of all commands mean, and technical terms: the tables in `Resources/codes`.
package enum CodeTexts {
    /// The cause, the consequence and advice, by the code.
    private static let all = table("codes/codes.json")
    /// What words such as `autoverify` mean, in lowercase.
    package static let words = table("codes/words.json")

    /// The parts of a site that a code of `verify` begins with, before the code of a request: `cdn-too-slow`.
    private static let parts = ["aasa-", "assetlinks-", "cdn-"]

    /// All codes, sorted.
    package static var codes: [String] { all.keys.sorted() }

    /// Returns a few sentences on a code, or nil if no command has it.
    package static func text(of code: String) -> String? {
        if let text = all[code] { return text }
        guard let part = parts.first(where: { code.hasPrefix($0) }) else { return nil }
        return all[String(code.dropFirst(part.count))]
    }

    private static func table(_ name: String) -> [String: String] {
        var texts: [String: String] = [:]
        guard let file = ResourceFile(name), let root = JSONDocument(file.bytes).root else { return texts }
        for member in root.members { texts[member.key.stringValue ?? ""] = member.value.stringValue }
        return texts
    }
}

extension FindingCode {
    /// A few sentences on what the finding means and what to do about it. <doc:Findings> has the same text, and a test compares the two.
    public var explanation: String { CodeTexts.text(of: rawValue) ?? "" }
}
