import Bytes

// A pattern is compiled once into a list of numbers, which is matched with UTF-8 bytes:
//
//    /buy/*?$(digit)     '/' 'b' 'u' 'y' '/' star any digit
//    below 256           this byte
//    star, any           any characters; exactly one character, of any length in bytes
//    a class             one ASCII character, as for $(digit)
//    set + n             one of the texts of sets[n], as for $(lang), which differ in length
//
// A pattern without sets is matched with two pointers. After a mismatch, the last star absorbs one more character. A pattern with sets is
// matched by following all reachable places at the same time, if it matches with a star in place of each set. Neither method backtracks over
// choices, so no pattern takes exponential time.
// If a question still takes too long, the limit of the effort ends the matching, and the answer is `tooMuch`.

/// A wildcard pattern that must match a whole text. `*` is any number of characters, `?` is one character, `$(name)` is a variable. There
/// is no escape character.
///
/// A character here is a Unicode scalar.
package struct Pattern: Sendable {
    /// The pattern as it was written.
    package let text: String
    /// The alternative forms of the pattern. The pattern matches a text if one of its forms matches the text.
    var forms: [Form]
    /// The first undefined variable and its range in `text`. A pattern with an undefined variable never matches.
    package let undefinedVariable: (name: String, range: Range<Int>)?
    let ignoresCase: Bool
    /// Whether the text is a path by Apple's rules: the leading slash is optional, trailing slashes do not count, and `/x/*` also matches
    /// `/x`.
    let isPath: Bool

    struct Form: Sendable {
        var codes: [UInt16] = []
        /// The offset in the pattern's text for each code and for the end.
        var places: [Int32] = []
        /// The codes with a `*` in place of each set, which match more texts. Nil without sets.
        private(set) var loose: [UInt16]?

        /// Notes that the codes are complete.
        mutating func finish() {
            if codes.contains(where: { $0 >= Code.firstSet }) { loose = codes.map { $0 >= Code.firstSet ? Code.star : $0 } }
        }

        /// Returns the number of codes before one of them, other than wildcards.
        func literals(before code: Int) -> Int { codes[..<code].count { $0 != Code.any && $0 != Code.star } }

        fileprivate mutating func removeLast() {
            codes.removeLast()
            // The place of the removed code now stands for the end of the form.
            places.removeLast()
        }
    }

    var sets: [TextSet]

    enum Code {
        static let any: UInt16 = 0x100
        static let star: UInt16 = 0x101
        static let firstClass: UInt16 = 0x110
        static let firstSet: UInt16 = 0x200
    }

    static let classes = CharacterClass.allCases

    /// Compiles a pattern. If `ignoresCase` is true, the pattern must be matched with folded text.
    package init(
        _ text: String,
        isPath: Bool = false,
        variables: SubstitutionVariables? = nil,
        ignoresCase: Bool = false
    ) {
        var compiler = PatternCompiler(variables: variables, ignoresCase: ignoresCase)
        let whole = compiler.compiled(Array(text.utf8))
        self.text = text
        self.ignoresCase = ignoresCase
        self.isPath = isPath
        forms = isPath ? Self.pathForms(whole) : [whole]
        for index in forms.indices { forms[index].finish() }
        sets = compiler.sets
        undefinedVariable = compiler.undefined
    }

    package var isEverything: Bool { text == "*" }

    // MARK: Paths

    private static let slash = UInt16(UInt8(ascii: "/"))

    private static func pathForms(_ whole: Form) -> [Form] {
        var form = whole
        while form.codes.last == slash { form.removeLast() }
        let idle = max(form.codes.prefix { $0 == slash }.count - 1, 0)
        form.codes.removeFirst(idle)
        form.places.removeFirst(idle)
        var forms = [form]
        if let first = form.codes.first, first != slash, first != Code.star {
            var rooted = form
            rooted.codes.insert(slash, at: 0)
            rooted.places.insert(0, at: 0)
            // A path begins with a slash, so a pattern that begins with another literal character needs no form without the added slash.
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

/// Compiles the text of a pattern into codes.
struct PatternCompiler {
    fileprivate let variables: SubstitutionVariables?
    fileprivate let ignoresCase: Bool
    private(set) var sets: [TextSet] = []
    private(set) var undefined: (name: String, range: Range<Int>)?
    fileprivate var known: [String: UInt16] = [:]

    /// The maximum number of different variables with a list of values in one pattern. A pattern with more of these variables matches
    /// nothing, although a file of 128 KB has room for them.
    private static let mostSets = 4096

    mutating func compiled(_ text: [UInt8]) -> Pattern.Form {
        var form = Pattern.Form()
        var place = 0
        while place < text.count {
            let byte = text[place]
            let code: UInt16
            var length = 1
            if byte == UInt8(ascii: "$"), let variables, let name = Self.variable(in: text, at: place) {
                length = name.count + 3
                code = self.code(for: String(decoding: name, as: UTF8.self), variables, place..<place + length)
            } else if byte < 0x80 || !ignoresCase {
                code = Self.code(for: byte, ignoresCase: ignoresCase)
            } else {
                // Folding works on whole characters, not on bytes.
                length = min(Pattern.width(byte), text.count - place)
                for byte in CaseFolding.folded(text[place..<place + length]) {
                    form.codes.append(UInt16(byte))
                    form.places.append(Int32(clamping: place))
                }
                place += length
                continue
            }
            form.codes.append(code)
            form.places.append(Int32(clamping: place))
            place += length
        }
        form.places.append(Int32(clamping: text.count))
        return form
    }

    static func code(for byte: UInt8, ignoresCase: Bool) -> UInt16 {
        switch byte {
        case UInt8(ascii: "*"): Pattern.Code.star
        case UInt8(ascii: "?"): Pattern.Code.any
        default: UInt16(ignoresCase ? ByteClass.lowered(byte) : byte)
        }
    }

    /// Returns the name if the text has the form `$(name)` at a place. Any other `$` is literal text.
    static func variable(in text: [UInt8], at place: Int) -> ArraySlice<UInt8>? {
        guard place + 2 < text.count, text[place + 1] == UInt8(ascii: "(") else { return nil }
        let end = text[(place + 2)...].firstIndex { byte in
            byte == UInt8(ascii: ")") || byte == UInt8(ascii: "(") || byte == UInt8(ascii: "$")
        }
        guard let end, text[end] == UInt8(ascii: ")") else { return nil }
        return text[place + 2..<end]
    }

    private mutating func code(for name: String, _ variables: SubstitutionVariables, _ range: Range<Int>) -> UInt16 {
        switch variables.meaning(of: name) {
        case .character(let found):
            let wanted = ignoresCase ? found.folded : found
            return Pattern.Code.firstClass + UInt16(Pattern.classes.firstIndex(of: wanted) ?? 0)
        case .oneOf(let texts):
            return self.code(for: ignoresCase ? texts.folded : texts.asWritten, named: name)
        case .undefined:
            undefined = undefined ?? (name, range)
            return self.code(for: TextSet(), named: "$")
        }
    }

    private mutating func code(for set: TextSet, named name: String) -> UInt16 {
        if let code = known[name] { return code }
        let code = Pattern.Code.firstSet + UInt16(min(sets.count, Self.mostSets))
        if sets.count <= Self.mostSets { sets.append(sets.count < Self.mostSets ? set : TextSet()) }
        known[name] = code
        return code
    }
}
