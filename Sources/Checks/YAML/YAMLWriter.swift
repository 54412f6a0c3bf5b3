/// Writes YAML that people read, and that ``YAMLDocument`` reads back:
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
    package mutating func append(_ members: [YAMLValue.Member], levels: Int = 0) {
        for member in members {
            indent(levels)
            append(member, levels: levels)
        }
    }

    /// Appends an element of a list.
    package mutating func append(element: YAMLValue, levels: Int) {
        indent(levels)
        text += "-"
        switch element {
        case .mapping(let members) where !members.isEmpty:
            // The first member is on the line of the hyphen.
            text += " "
            append(members[0], levels: levels + 1)
            append(Array(members.dropFirst()), levels: levels + 1)
        default: append(element, levels: levels)
        }
    }

    private mutating func append(_ member: YAMLValue.Member, levels: Int) {
        let name = YAMLScalar.written(member.name)
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
    private mutating func append(_ value: YAMLValue, levels: Int) {
        if let line = value.inline ?? Self.line(of: value) {
            text += " " + line + "\n"
            return
        }
        text += "\n"
        switch value {
        case .list(let elements): for element in elements { append(element: element, levels: levels + 1) }
        case .mapping(let members): append(members, levels: levels + 1)
        case .text, .literal: break
        }
    }

    /// Returns a list of few short values in one line; nil for any other value.
    private static func line(of value: YAMLValue) -> String? {
        guard case .list(let elements) = value else { return nil }
        var line = "["
        for (index, element) in elements.enumerated() {
            guard var word = element.inline else { return nil }
            // In brackets, readers disagree about a plain text with a colon or a question mark.
            if case .text = element, word.utf8.first != UInt8(ascii: "\""), word.contains(where: { ":?".contains($0) }) {
                word = "\"\(word)\""
            }
            line += (index == 0 ? "" : ", ") + word
            guard line.utf8.count <= widestList else { return nil }
        }
        return line + "]"
    }

    private mutating func indent(_ levels: Int) { text += String(repeating: "  ", count: levels) }
}
