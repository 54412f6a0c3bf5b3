import Bytes

/// The meanings of `$(name)` in the patterns of one file.
package struct SubstitutionVariables: Sendable {
    /// The variables that the file defines. Their sets are created once, because a file may use a long list in each of its rules.
    private let values: [String: CasedTextSet]

    package init(_ values: [String: [String]] = [:]) {
        self.values = values.mapValues { CasedTextSet($0) }
    }

    enum Meaning {
        /// A variable that matches one character of a class.
        case character(CharacterClass)
        case oneOf(CasedTextSet)
        case undefined
    }

    func meaning(of name: String) -> Meaning {
        if let values = values[name] { return .oneOf(values) }
        if let known = CharacterClass(rawValue: name) { return .character(known) }
        switch name {
        case "region": return .oneOf(Self.regions)
        case "lang": return .oneOf(Self.languages)
        default: return .undefined
        }
    }

    /// Returns a variable with a similar name, which the author of a pattern probably means.
    func similar(to name: String) -> String? {
        let known = values.keys.sorted() + CharacterClass.allCases.map(\.rawValue) + ["region", "lang"]
        return known.first { $0.lowercased() == name.lowercased() } ?? known.first { Spelling.isNear(name, $0) }
    }

    private static let regions = CasedTextSet(ISOTables.regions)
    private static let languages = CasedTextSet(ISOTables.languages)
}

/// The predefined classes. Each class matches one ASCII character.
enum CharacterClass: String, CaseIterable {
    case alpha, upper, lower, alnum, digit, xdigit

    func contains(_ byte: UInt8) -> Bool {
        switch self {
        case .alpha: ByteClass.isLetter(byte)
        case .upper: ByteClass.isLetter(byte) && byte & 0x20 == 0
        case .lower: ByteClass.isLetter(byte) && byte & 0x20 != 0
        case .alnum: ByteClass.isLetter(byte) || ByteClass.isDigit(byte)
        case .digit: ByteClass.isDigit(byte)
        case .xdigit: ByteClass.hexadecimal(byte) != nil
        }
    }

    /// The class to use with folded text, in which all letters are lowercase.
    var folded: CharacterClass { self == .upper || self == .lower ? .alpha : self }
}
