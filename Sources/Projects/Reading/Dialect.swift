/// How a language writes what the others write in another way: its comments, its texts, and expressions in them. All else that is read
/// looks alike.
struct Dialect: Sendable {
    var lineComment: StaticString = "//"
    var hasBlockComments = true
    var nestsBlockComments = false
    /// The quotes of texts, those that go over several lines, and those around what is no text: a character, a name.
    var quotes = "\"'`"
    var longQuotes = "`"
    var otherQuotes = ""
    /// Signs before a quote that change what the text means.
    var marks = ""
    /// Whether three quotes begin a text of several lines, and whether such a text has no escapes.
    var hasLongTexts = true
    var areLongTextsRaw = false
    /// The quotes of the texts with expressions, and what begins an expression.
    var templates = ""
    var hole: StaticString = "${"
    /// Whether `$name` in a text is an expression.
    var hasShortHoles = false
    /// Whether `/…/` can be a regular expression.
    var hasRegularExpressions = false
    /// Whether texts in a row are one text.
    var joinsTexts = false
    /// Whether an object in braces has words as keys, and methods. Otherwise braces are around a list, too.
    var isScript = false
    /// Whether a file sees all names of the files it imports.
    var isDart = false
    /// Whether a block in braces is a value, as in `if (x) { "a" } else { "b" }`, and `?` is a part of a type.
    var isKotlin = false
    /// Whether `$name.part` in a text is an expression.
    var isGroovy = false

    static let script = Dialect(hasLongTexts: false, templates: "`", hasRegularExpressions: true, isScript: true)
    static let dart = Dialect(
        nestsBlockComments: true, marks: "r", templates: "\"'", hasShortHoles: true, joinsTexts: true, isDart: true)
    static let kotlin = Dialect(
        nestsBlockComments: true, otherQuotes: "'`", areLongTextsRaw: true, templates: "\"", hasShortHoles: true, isKotlin: true)
    static let groovy = Dialect(templates: "\"", hasShortHoles: true, isGroovy: true)
    static let java = Dialect(otherQuotes: "'`")
    static let sharp = Dialect(quotes: "\"'", marks: "$@", templates: "\"", hole: "{")
    static let swift = Dialect(
        nestsBlockComments: true, quotes: "\"", marks: "#", templates: "\"", hole: "\\(", hasRegularExpressions: true)
    /// C, C++ and Objective-C.
    static let c = Dialect(quotes: "\"'", otherQuotes: "'", hasLongTexts: false, joinsTexts: true)
    static let python = Dialect(lineComment: "#", hasBlockComments: false, quotes: "\"'", joinsTexts: true)
    /// A `.strings` file of Apple's platforms.
    static let strings = Dialect(quotes: "\"", longQuotes: "\"", hasLongTexts: false)

    /// The dialects by the endings of files. Others are JavaScript, or JSON.
    private static let byEnding: [String: Dialect] = [
        "dart": dart, "kt": kotlin, "kts": kotlin, "gradle": groovy, "groovy": groovy, "java": java, "cs": sharp, "swift": swift,
        "c": c, "h": c, "m": c, "mm": c, "cc": c, "cpp": c, "hpp": c, "py": python, "strings": strings,
    ]

    static func of(_ path: String) -> Dialect {
        path.split(separator: ".").last.flatMap { byEnding[String($0)] } ?? script
    }
}
