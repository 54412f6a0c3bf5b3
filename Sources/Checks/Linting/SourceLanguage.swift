/// How a file is read, by its name.
enum SourceLanguage {
    case code(LiteralGrammar)
    case markdown, html, yaml
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
        "yaml": .yaml, "yml": .yaml, "plist": .declarations, "entitlements": .declarations, "xml": .xml,
    ]
}

/// Which comments and string literals a programming language has.
struct LiteralGrammar: Sendable {
    /// What begins an expression inside a literal.
    enum Interpolation: Sendable {
        case none
        /// `\(expression)`, as in Swift.
        case backslash
        /// `${expression}`, as in JavaScript.
        case braces
        /// `${expression}` and `$name`, as in Kotlin.
        case dollar
    }

    struct Quote: Sendable {
        var opening: StaticString
        var closing: StaticString
        var spansLines = false
        var hasEscapes = true
        var interpolation = Interpolation.none
        /// Whether the literal is a text. A character literal is not.
        var isText = true
    }

    var lineComments: [StaticString] = ["//"]
    var hasBlockComments = true
    var nestsBlockComments = false
    /// The quotes, longer ones first.
    var quotes: [Quote]
    /// Whether `#"…"#` is a literal in which escapes begin with `\#`, as in Swift.
    var hasHashQuotes = false
    /// Whether `/…/` can be a regular expression, in which quotes mean nothing.
    var hasRegularExpressions = false
    /// Whether strings that follow each other are joined without an operator.
    var joinsNeighbors = false
}

extension LiteralGrammar {
    static let swift = LiteralGrammar(
        nestsBlockComments: true,
        quotes: [
            Quote(opening: "\"\"\"", closing: "\"\"\"", spansLines: true, interpolation: .backslash),
            Quote(opening: "\"", closing: "\"", interpolation: .backslash),
        ], hasHashQuotes: true, hasRegularExpressions: true)

    static let kotlin = LiteralGrammar(
        nestsBlockComments: true,
        quotes: [
            Quote(opening: "\"\"\"", closing: "\"\"\"", spansLines: true, hasEscapes: false, interpolation: .dollar),
            Quote(opening: "\"", closing: "\"", interpolation: .dollar),
            Quote(opening: "'", closing: "'", isText: false),
        ])

    static let java = LiteralGrammar(quotes: [
        Quote(opening: "\"\"\"", closing: "\"\"\"", spansLines: true),
        Quote(opening: "\"", closing: "\""),
        Quote(opening: "'", closing: "'", isText: false),
    ])

    static let groovy = LiteralGrammar(quotes: [
        Quote(opening: "\"\"\"", closing: "\"\"\"", spansLines: true, interpolation: .dollar),
        Quote(opening: "'''", closing: "'''", spansLines: true),
        Quote(opening: "\"", closing: "\"", interpolation: .dollar),
        Quote(opening: "'", closing: "'"),
    ])

    static let javaScript = LiteralGrammar(
        quotes: [
            Quote(opening: "`", closing: "`", spansLines: true, interpolation: .braces),
            Quote(opening: "\"", closing: "\""),
            Quote(opening: "'", closing: "'"),
        ], hasRegularExpressions: true)

    static let dart = LiteralGrammar(
        nestsBlockComments: true,
        quotes: [
            Quote(opening: "\"\"\"", closing: "\"\"\"", spansLines: true, interpolation: .dollar),
            Quote(opening: "'''", closing: "'''", spansLines: true, interpolation: .dollar),
            Quote(opening: "\"", closing: "\"", interpolation: .dollar),
            Quote(opening: "'", closing: "'", interpolation: .dollar),
        ], joinsNeighbors: true)

    /// C, C++ and Objective-C.
    static let c = LiteralGrammar(
        quotes: [
            Quote(opening: "\"", closing: "\""),
            Quote(opening: "'", closing: "'", isText: false),
        ], joinsNeighbors: true)

    static let python = LiteralGrammar(
        lineComments: ["#"], hasBlockComments: false,
        quotes: [
            Quote(opening: "\"\"\"", closing: "\"\"\"", spansLines: true),
            Quote(opening: "'''", closing: "'''", spansLines: true),
            Quote(opening: "\"", closing: "\""),
            Quote(opening: "'", closing: "'"),
        ], joinsNeighbors: true)

    static let json = LiteralGrammar(lineComments: [], hasBlockComments: false, quotes: [Quote(opening: "\"", closing: "\"")])

    /// A `.strings` file of Apple's platforms.
    static let strings = LiteralGrammar(quotes: [Quote(opening: "\"", closing: "\"", spansLines: true)])
}
