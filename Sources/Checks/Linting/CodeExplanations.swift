import Deciding
import JSONDocument
import LinkLayers
import Secrets

/// What the codes of `Resources/codes/codes.json` mean: those of association files, projects, pages and requests.
package enum CodeExplanations {
    private static let table: [String: String] = {
        var texts: [String: String] = [:]
        guard let file = ResourceFile("codes/codes.json"), let root = JSONDocument(file.bytes).root else { return texts }
        for member in root.members { texts[member.key.stringValue ?? ""] = member.value.stringValue }
        return texts
    }()

    /// The parts of a site that a code of `verify` begins with, before the code of a request: `cdn-too-slow`.
    private static let parts = ["aasa-", "assetlinks-", "cdn-"]

    /// Returns a few sentences on a code, or nil if no command has it.
    package static func text(of code: String) -> String? {
        if let own = FindingCode(rawValue: code) { return own.explanation }
        if let own = LintCode(rawValue: code) { return own.explanation }
        if let text = table[code] { return text }
        guard let part = parts.first(where: { code.hasPrefix($0) }) else { return nil }
        return table[String(code.dropFirst(part.count))]
    }

    /// All codes, sorted.
    package static var codes: [String] {
        let own = FindingCode.allCases.map(\.rawValue) + LintCode.allCases.map(\.rawValue)
        return Set(own + table.keys).sorted()
    }
}
