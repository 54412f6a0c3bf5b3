// A pattern is compiled once to a list of numbers, and matched over UTF-8:
//
//     /buy/*?$(digit)     '/' 'b' 'u' 'y' '/' star any digit
//     below 256           this byte
//     star, any           any characters; exactly one of them, however many bytes it has
//     a class             one ASCII character, as $(digit)
//     set + n             one of the texts of sets[n], as $(lang): these have several lengths
//
// Without sets the match is the two-pointer one: at a mismatch the last star takes one character more. With sets it follows all places
// at once that the pattern can have come to. Neither backtracks over choices, so no pattern takes exponential time; what would still
// be too much for one question is cut off by a budget, and said.

/// A wildcard pattern over a whole text: `*` is any run of characters, `?` one character, `$(name)` a variable. There is no escape.
///
/// A character is a Unicode scalar.
package struct Pattern: Sendable {
    /// What kind of text it is for.
    package enum Subject: Sendable {
        /// A path by Apple's rules: the leading slash is optional, trailing ones do not count, and `/x/*` also matches `/x`.
        case path
        case plain
    }

    /// The pattern as it was written.
    package let text: String
    /// One of these has to match.
    let forms: [Form]
    /// The first variable that nobody defines: it never matches. With its bytes in `text`.
    package let undefinedVariable: (name: String, range: Range<Int>)?
    let ignoresCase: Bool
    let isPath: Bool

    struct Form: Sendable {
        var codes: [UInt16] = []
        /// For each code, and for the end, the byte of the text it was written at.
        var places: [Int32] = []
        var hasSets = false
    }

    let sets: [TextSet]

    enum Code {
        static let any: UInt16 = 0x100
        static let star: UInt16 = 0x101
        static let firstClass: UInt16 = 0x110
        static let firstSet: UInt16 = 0x200
    }

    static let classes = CharacterClass.allCases

    /// Compiles a pattern. With `ignoresCase` it is matched against folded text.
    package init(
        _ text: String,
        for subject: Subject = .plain,
        variables: SubstitutionVariables? = nil,
        ignoresCase: Bool = false
    ) {
        var compiler = PatternCompiler(variables: variables, ignoresCase: ignoresCase)
        let whole = compiler.compiled(Array(text.utf8))
        self.text = text
        self.ignoresCase = ignoresCase
        isPath = subject == .path
        forms = subject == .path ? Self.pathForms(whole) : [whole]
        sets = compiler.sets
        undefinedVariable = compiler.undefined
    }

    /// Whether it matches everything there is.
    package var isEverything: Bool { text == "*" }

    // MARK: Paths

    private static let slash = UInt16(UInt8(ascii: "/"))

    private static func pathForms(_ whole: Form) -> [Form] {
        var form = whole
        while form.codes.last == slash { form.removeLast() }
        while form.codes.count > 1, form.codes[0] == slash, form.codes[1] == slash { form.removeFirst() }
        var forms = [form]
        if let first = form.codes.first, first != slash, first != Code.star {
            var rooted = form
            rooted.codes.insert(slash, at: 0)
            rooted.places.insert(0, at: 0)
            // What begins with a character of its own begins no path.
            forms = first < 0x100 ? [rooted] : [rooted, form]
        }
        return forms.flatMap { form -> [Form] in
            guard form.codes.count > 1, form.codes.suffix(2).elementsEqual([slash, Code.star]) else { return [form] }
            var without = form
            without.removeLast()
            without.removeLast()
            return [form, without]
        }
    }
}

extension Pattern.Form {
    fileprivate mutating func removeLast() {
        codes.removeLast()
        // What is behind the new end begins where the removed code did.
        places.removeLast()
    }

    fileprivate mutating func removeFirst() {
        codes.removeFirst()
        places.removeFirst()
    }
}
