import Bytes
import JSONDocument
import Secrets

/// The meanings of `$(name)` in the patterns of one file.
package struct SubstitutionVariables: Sendable {
    /// The variables that the file defines. Their sets are created once, because a file may use a long list in each of its rules.
    private let values: [String: Texts]

    package init(_ values: [String: [String]] = [:]) {
        self.values = values.mapValues(Self.texts)
    }

    /// A set for case-sensitive patterns and a set for the others. All patterns with the same variable share both sets.
    typealias Texts = (asWritten: TextSet, folded: TextSet)

    enum Meaning {
        /// A variable that matches one character of a class.
        case character(CharacterClass)
        case oneOf(Texts)
        case undefined
    }

    private static func texts(_ texts: [String]) -> Texts { (TextSet(texts), TextSet(texts, ignoresCase: true)) }

    /// Returns the first variable without values in a pattern.
    func emptyVariable(in pattern: String) -> String? {
        guard values.contains(where: { $0.value.asWritten.isEmpty }) else { return nil }
        return firstName(in: pattern, PatternCompiler.variable) { values[$0]?.asWritten.isEmpty == true }
    }

    /// Returns the name of a defined variable that a pattern contains without parentheses, as in `$food`.
    func bareVariable(in pattern: String) -> String? {
        let word = { (text: [UInt8], place: Int) in
            text[(place + 1)...].prefix { CharacterClass.alnum.contains($0) || $0 == UInt8(ascii: "_") }
        }
        return firstName(in: pattern, word) { name in
            if case .undefined = meaning(of: name) { false } else { !name.isEmpty }
        }
    }

    /// Returns the first name after a `$` that meets a condition.
    private func firstName(
        in pattern: String, _ name: ([UInt8], Int) -> ArraySlice<UInt8>?, where isWanted: (String) -> Bool
    ) -> String? {
        guard pattern.utf8.contains(UInt8(ascii: "$")) else { return nil }
        let text = Array(pattern.utf8)
        for place in text.indices where text[place] == UInt8(ascii: "$") {
            guard let name = name(text, place).map({ String(decoding: $0, as: UTF8.self) }), isWanted(name) else { continue }
            return name
        }
        return nil
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
        let lowered = name.lowercased()
        return known.first { $0.lowercased() == lowered } ?? known.first { Spelling.isNear(name, $0) }
    }

    private static let regions = texts(ISOTables.regions)
    private static let languages = texts(ISOTables.languages)
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

/// The codes that `$(region)` and `$(lang)` match. These are the ISO regions and languages that Foundation has on macOS.
///
/// The codes come from Resources/iso/iso-tables.json and not from `Locale`, because the tables of `Locale` differ on Linux.
package enum ISOTables {
    /// The region codes. They include `GB`, not `UK`.
    package static let regions = codes("regions")
    package static let languages = codes("languages")

    private static func codes(_ name: String) -> [String] {
        let tables = JSONDocument(ResourceFile("iso/iso-tables.json")?.bytes ?? [])
        return tables.root?[name]?.elements.compactMap(\.stringValue) ?? []
    }
}
