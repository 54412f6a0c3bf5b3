import Bytes

/// Compiles the text of a pattern into codes.
struct PatternCompiler {
    private let variables: SubstitutionVariables?
    private let ignoresCase: Bool
    private(set) var sets: [TextSet] = []
    private(set) var undefined: (name: String, range: Range<Int>)?
    private var known: [String: UInt16] = [:]

    /// The maximum number of different variables with a list of values in one pattern. A pattern with more of these variables matches
    /// nothing, although a file of 128 KB has room for them.
    private static let mostSets = 4096

    init(variables: SubstitutionVariables?, ignoresCase: Bool) {
        self.variables = variables
        self.ignoresCase = ignoresCase
    }

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
                form.hasSets = form.hasSets || code >= Pattern.Code.firstSet
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
