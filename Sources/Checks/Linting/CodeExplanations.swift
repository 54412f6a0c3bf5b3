import LinkLayers

/// What the codes of all commands mean.
package enum CodeExplanations {
    /// The parts of a site that a code of `verify` begins with, before the code of a request: `cdn-too-slow`.
    private static let parts = ["aasa-", "assetlinks-", "cdn-"]

    /// Returns a few sentences on a code, or nil if no command has it.
    package static func text(of code: String) -> String? {
        if let text = CodeTexts.all[code] { return text }
        guard let part = parts.first(where: { code.hasPrefix($0) }) else { return nil }
        return CodeTexts.all[String(code.dropFirst(part.count))]
    }

    /// All codes, sorted.
    package static var codes: [String] { CodeTexts.all.keys.sorted() }
}
