/// How a file is read, by its name.
enum SourceLanguage {
    /// A program, or JSON.
    case code
    case markdown, html, yaml
    /// Commands, which may open links.
    case shell
    /// What an app of Android or iOS declares.
    case declarations
    case xml
    case appleAssociations, assetLinks

    /// Creates the language of a file; nil if linkscope does not read such files.
    init?(path: String) {
        let parts = path.lowercased().split(separator: "/").suffix(2)
        let name = parts.last.map(String.init) ?? ""
        switch name {
        case "androidmanifest.xml": self = .declarations
        case _ where parts.first == "navigation" && name.hasSuffix(".xml"): self = .declarations
        case "strings.xml" where parts.first?.hasPrefix("values") == true: self = .declarations
        case "makefile", "fastfile", "justfile": self = .shell
        case "apple-app-site-association", "apple-app-site-association.json": self = .appleAssociations
        case "assetlinks.json": self = .assetLinks
        default:
            guard let dot = name.lastIndex(of: "."), let language = Self.byExtension[String(name[name.index(after: dot)...])] else {
                return nil
            }
            self = language
        }
    }

    private static let byExtension: [String: SourceLanguage] = {
        var languages: [String: SourceLanguage] = [
            "md": .markdown, "markdown": .markdown, "html": .html, "htm": .html, "xhtml": .html, "vue": .html, "svelte": .html,
            "yaml": .yaml, "yml": .yaml, "plist": .declarations, "entitlements": .declarations, "xml": .xml,
            "sh": .shell, "bash": .shell, "zsh": .shell, "mk": .shell,
        ]
        for ending in [
            "swift", "kt", "kts", "java", "groovy", "gradle", "js", "jsx", "mjs", "cjs", "ts", "tsx", "mts", "cts", "dart", "c", "h", "m",
            "mm", "cc", "cpp", "hpp", "py", "json", "strings",
        ] { languages[ending] = .code }
        return languages
    }()
}
