package import JSONDocument

/// Writes values as YAML that people read, and that ``YAMLDocument`` reads back. A string is in quotes where YAML would read it as anything
/// else:
///
///     device: iPhone
///     links:
///       - link: "shop://item/7#top"
///         events: [al_link_parse, al_nav_in]
package struct YAMLWriter {
    package private(set) var text = ""

    /// The maximum width of a one-line list.
    private static let widestList = 100
    /// The longest name that libyaml reads before a colon, in bytes, less some for the quotes. A longer name is written after a question
    /// mark.
    private static let longestName = 1000

    package init() {}

    /// Appends a comment. A comment ends with its line, so line ends are left out.
    package mutating func comment(_ words: String) {
        text += "# " + String(words.filter { !$0.isNewline }) + "\n"
    }

    /// Appends members of a mapping.
    ///
    /// - Parameter levels: The number of lists and mappings around the members.
    package mutating func append(_ members: some Sequence<JSONObject.Element>, levels: Int = 0) {
        for member in members {
            indent(levels)
            append(member, levels: levels)
        }
    }

    /// Appends an element of a list.
    package mutating func append(element: JSONValue, levels: Int) {
        indent(levels)
        text += "-"
        switch element {
        case .object(let members) where !members.isEmpty:
            // The first member is on the line of the hyphen.
            text += " "
            append(members[0], levels: levels + 1)
            append(members.dropFirst(), levels: levels + 1)
        default: append(element, levels: levels)
        }
    }

    private mutating func append(_ member: JSONObject.Element, levels: Int) {
        let name = YAMLScalar.written(member.key)
        if name.utf8.count > Self.longestName {
            text += "? " + name + "\n"
            indent(levels)
        } else {
            text += name
        }
        text += ":"
        append(member.value, levels: levels)
    }

    /// Appends a value after a colon or a hyphen.
    private mutating func append(_ value: JSONValue, levels: Int) {
        if let line = value.inline ?? Self.line(of: value) {
            text += " " + line + "\n"
            return
        }
        text += "\n"
        switch value {
        case .array(let elements): for element in elements { append(element: element, levels: levels + 1) }
        case .object(let members): append(members, levels: levels + 1)
        case .string, .number, .bool, .null: break
        }
    }

    /// Returns a list of few short values in one line; nil for any other value.
    private static func line(of value: JSONValue) -> String? {
        guard case .array(let elements) = value else { return nil }
        var line = "["
        for (index, element) in elements.enumerated() {
            guard var word = element.inline else { return nil }
            // In brackets, readers disagree about a plain text with a colon or a question mark.
            if case .string = element, word.utf8.first != UInt8(ascii: "\""), word.contains(where: { ":?".contains($0) }) {
                word = "\"\(word)\""
            }
            line += (index == 0 ? "" : ", ") + word
            guard line.utf8.count <= widestList else { return nil }
        }
        return line + "]"
    }

    private mutating func indent(_ levels: Int) { text += String(repeating: "  ", count: levels) }
}

extension JSONValue {
    /// The value in one line of YAML, if it is a scalar or has no elements.
    fileprivate var inline: String? {
        switch self {
        case .string(let text): YAMLScalar.written(text)
        case .number(let number): number.literal
        case .bool(let flag): "\(flag)"
        case .null: "null"
        case .array(let elements): elements.isEmpty ? "[]" : nil
        case .object(let members): members.isEmpty ? "{}" : nil
        }
    }
}
