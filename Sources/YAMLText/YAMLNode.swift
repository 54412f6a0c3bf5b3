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

/// What is wrong with a YAML document, and where.
package struct YAMLProblem: Error, Sendable, Hashable {
    package var place: YAMLPlace
    package var message: String

    package init(_ place: YAMLPlace, _ message: String) {
        self.place = place
        self.message = message
    }
}
