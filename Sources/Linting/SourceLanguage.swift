/// How a file is read, by its name.
enum SourceLanguage: Equatable {
    case code(Code)
    case markdown, html, yaml
    case manifest, propertyList, xml
    case appleAssociations, assetLinks

    enum Code: Equatable {
        case swift, kotlin, java, groovy, javaScript, dart, c, python, json, strings

        var grammar: LiteralGrammar {
            switch self {
            case .swift: .swift
            case .kotlin: .kotlin
            case .java: .java
            case .groovy: .groovy
            case .javaScript: .javaScript
            case .dart: .dart
            case .c: .c
            case .python: .python
            case .json: .json
            case .strings: .strings
            }
        }
    }

    /// Creates the language of a file; nil if linkscope does not read such files.
    init?(path: String) {
        let name = path.split(separator: "/").last.map { $0.lowercased() } ?? ""
        switch name {
        case "androidmanifest.xml": self = .manifest
        case "apple-app-site-association", "apple-app-site-association.json": self = .appleAssociations
        case "assetlinks.json": self = .assetLinks
        default:
            guard let dot = name.lastIndex(of: "."), let language = Self.byExtension[String(name[name.index(after: dot)...])] else {
                return nil
            }
            self = language
        }
    }

    private static let byExtension: [String: SourceLanguage] = [
        "swift": .code(.swift), "kt": .code(.kotlin), "kts": .code(.kotlin), "java": .code(.java), "groovy": .code(.groovy),
        "gradle": .code(.groovy), "js": .code(.javaScript), "jsx": .code(.javaScript), "mjs": .code(.javaScript),
        "cjs": .code(.javaScript), "ts": .code(.javaScript), "tsx": .code(.javaScript), "mts": .code(.javaScript),
        "cts": .code(.javaScript), "dart": .code(.dart), "c": .code(.c), "h": .code(.c), "m": .code(.c), "mm": .code(.c),
        "cc": .code(.c), "cpp": .code(.c), "hpp": .code(.c), "py": .code(.python), "json": .code(.json), "strings": .code(.strings),
        "md": .markdown, "markdown": .markdown, "html": .html, "htm": .html, "xhtml": .html, "vue": .html, "svelte": .html,
        "yaml": .yaml, "yml": .yaml, "plist": .propertyList, "entitlements": .propertyList, "xml": .xml,
    ]
}
