/// How a language writes what the others write in another way: its texts, and expressions in them. All else that is read looks alike.
struct Dialect: Sendable {
    /// The quotes of texts.
    var quotes = "\"'`"
    /// Signs before a quote that change what the text means.
    var marks = ""
    /// Whether three quotes begin a text of several lines, and whether such a text has no escapes.
    var hasLongTexts = true
    var areLongTextsRaw = false
    /// The quotes of the texts with expressions, and what begins an expression.
    var templates = ""
    var hole: StaticString = "${"
    /// Whether `$name` in a text is an expression, and `$name.part` too.
    var hasShortHoles = false
    var areShortHolesDotted = false
    /// Whether `/…/` is an expression, and an object in braces has words as keys, and methods. Otherwise braces are around a list, too.
    var isScript = false
    /// Whether texts in a row are one text, and a file sees all names of the files it imports.
    var isDart = false
    /// Whether a block in braces is a value, as in `if (x) { "a" } else { "b" }`, and `?` is a part of a type.
    var isKotlin = false

    static let script = Dialect(hasLongTexts: false, templates: "`", isScript: true)
    static let dart = Dialect(marks: "r", templates: "\"'", hasShortHoles: true, isDart: true)
    static let kotlin = Dialect(areLongTextsRaw: true, templates: "\"", hasShortHoles: true, isKotlin: true)
    static let groovy = Dialect(templates: "\"", hasShortHoles: true, areShortHolesDotted: true)
    static let java = Dialect()
    static let sharp = Dialect(quotes: "\"'", marks: "$@", templates: "\"", hole: "{")
    static let swift = Dialect(quotes: "\"", marks: "#", templates: "\"", hole: "\\(")

    /// The dialects by the endings of files. Others are JavaScript, or JSON.
    private static let byEnding: [String: Dialect] = [
        "dart": dart, "kt": kotlin, "kts": kotlin, "gradle": groovy, "groovy": groovy, "java": java, "cs": sharp, "swift": swift,
    ]

    static func of(_ path: String) -> Dialect {
        path.split(separator: ".").last.flatMap { byEnding[String($0)] } ?? script
    }
}
