import Bytes

/// A value of a YAML document, and its place in the text.
package struct YAMLNode: Sendable {
    package enum Content: Sendable {
        /// A text. It is plain if it is written without quotes: only plain texts such as `7` and `true` stand for other values.
        case scalar(String, isPlain: Bool)
        case sequence([YAMLNode])
        case mapping([Member])
    }

    /// A name of a mapping with its value.
    package struct Member: Sendable {
        package var name: String
        /// The place of the name.
        package var place: YAMLPlace
        package var value: YAMLNode
    }

    package var content: Content
    package var place: YAMLPlace

    /// The text, if this is a scalar.
    package var text: String? {
        if case .scalar(let text, _) = content { text } else { nil }
    }

    package var elements: [YAMLNode]? {
        if case .sequence(let elements) = content { elements } else { nil }
    }

    package var members: [Member]? {
        if case .mapping(let members) = content { members } else { nil }
    }

    /// Whether nothing is written, or `null`.
    package var isNull: Bool {
        if case .scalar(let text, true) = content { ["", "~", "null", "Null", "NULL"].contains(text) } else { false }
    }
}

/// A place in a text.
package struct YAMLPlace: Sendable, Hashable {
    /// The line, from 1.
    package var line: Int
    /// The column in Unicode scalars, from 1.
    package var column: Int
    /// The number of Unicode scalars of a plain text at the place; 1 for anything else.
    package var length: Int

    package init(line: Int, column: Int, length: Int = 1) {
        self.line = line
        self.column = column
        self.length = length
    }
}

/// What is wrong with a YAML document or with what a suite says, and where.
package struct YAMLProblem: Error, Sendable, Hashable {
    package var place: YAMLPlace
    /// What is wrong, and what to write.
    package var message: String

    package init(_ place: YAMLPlace, _ message: String) {
        self.place = place
        self.message = message
    }
}

/// Texts as YAML writes them: plain if no reader can take them for anything else, otherwise in double quotes.
enum YAMLScalar {
    /// Words that some readers take for a Boolean or null.
    private static let words: Set<String> = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"]

    static func written(_ text: String) -> String {
        isPlain(text) ? text : quoted(text)
    }

    /// Returns whether a text needs no quotes in a block mapping. The rule is stricter than that of YAML: a text begins with a letter and
    /// has only letters, digits, single spaces and some signs.
    private static func isPlain(_ text: String) -> Bool {
        guard let first = text.utf8.first, let last = text.utf8.last, ByteClass.isLetter(first), last != UInt8(ascii: ":"), last != 0x20
        else {
            return false
        }
        var before = first
        for byte in text.utf8 {
            // A colon before a space ends a name.
            if byte == 0x20, before == 0x20 || before == UInt8(ascii: ":") { return false }
            guard ByteClass.isUnreserved(byte) || " /:?=&%+@".utf8.contains(byte) else { return false }
            before = byte
        }
        return !words.contains(text.lowercased())
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\":
                result += "\\"
                result.unicodeScalars.append(scalar)
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            // The reader refuses documents with many texts that look like aliases.
            case "*": result += "\\x2A"
            case _ where isShown(scalar): result.unicodeScalars.append(scalar)
            case _ where scalar.value <= 0xFF: result += "\\x" + hexadecimal(scalar.value, digits: 2)
            case _ where scalar.value <= 0xFFFF: result += "\\u" + hexadecimal(scalar.value, digits: 4)
            default: result += "\\U" + hexadecimal(scalar.value, digits: 8)
            }
        }
        return result + "\""
    }

    /// Returns whether a character looks like what it is. Others, such as control characters and invisible ones, are escaped.
    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value >= 0x20 && scalar.value < 0x7F }
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator, .spaceSeparator: return false
        default: return !scalar.properties.isDefaultIgnorableCodePoint
        }
    }
}
