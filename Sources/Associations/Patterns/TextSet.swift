/// The texts that a variable can stand for.
struct TextSet: Sendable {
    /// The texts without wildcards.
    private(set) var exact: Set<[UInt8]> = []
    /// The lengths of the texts in `exact`, without duplicates.
    private(set) var lengths: [Int] = []
    /// The texts with wildcards.
    private(set) var patterns: [[UInt16]] = []

    init() {}

    init(_ texts: [String], ignoresCase: Bool) {
        for text in texts {
            let bytes = ignoresCase ? CaseFolding.folded(text.utf8) : Array(text.utf8)
            if bytes.contains(UInt8(ascii: "*")) || bytes.contains(UInt8(ascii: "?")) {
                patterns.append(bytes.map { PatternCompiler.code(for: $0, ignoresCase: false) })
            } else {
                exact.insert(bytes)
            }
        }
        lengths = Set(exact.map(\.count)).sorted()
    }
}

/// A set for case-sensitive patterns and a set for the others. All patterns with the same variable share both sets.
struct CasedTextSet: Sendable {
    let asWritten: TextSet
    let folded: TextSet
    /// Whether the variable has no values.
    let isEmpty: Bool

    init(_ texts: [String]) {
        isEmpty = texts.isEmpty
        asWritten = TextSet(texts, ignoresCase: false)
        folded = TextSet(texts, ignoresCase: true)
    }
}
