/// A value to write as YAML.
package enum YAMLValue: Sendable, Hashable {
    /// A text. It is written in quotes where YAML would read it as anything else.
    case text(String)
    /// A number, `true`, `false` or `null`, as it is written.
    case literal(String)
    case list([YAMLValue])
    case mapping([Member])

    /// A name of a mapping with its value.
    package struct Member: Sendable, Hashable {
        package var name: String
        package var value: YAMLValue

        package init(_ name: String, _ value: YAMLValue) {
            self.name = name
            self.value = value
        }
    }

    /// The value in one line, if it is a scalar or has no elements.
    var inline: String? {
        switch self {
        case .text(let text): YAMLScalar.written(text)
        case .literal(let literal): literal
        case .list(let elements): elements.isEmpty ? "[]" : nil
        case .mapping(let members): members.isEmpty ? "{}" : nil
        }
    }
}
