/// A role with attributes.
package struct Style: Hashable, Sendable, CustomStringConvertible {
    package struct Attributes: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let bold = Attributes(rawValue: 1)
        package static let reverse = Attributes(rawValue: 2)
        package static let underline = Attributes(rawValue: 4)
    }

    package var role: Role
    package var attributes: Attributes

    package init(_ role: Role, _ attributes: Attributes = []) {
        self.role = role
        self.attributes = attributes
    }

    package static let text = Style(.text)
    package static let dim = Style(.dim)
    package static let accent = Style(.accent)
    package static let title = Style(.title)
    package static let ok = Style(.ok)
    package static let warning = Style(.warning)
    package static let error = Style(.error)
    package static let selection = Style(.selection)
    package static let match = Style(.match)
    package static let border = Style(.border)
    package static let focusedBorder = Style(.focusedBorder)
    package static let banner = Style(.banner)
    package static let unsafe = Style(.unsafe)
    package static let key = Style(.key)
    package static let value = Style(.value)
    package static let hint = Style(.hint)
    package static let code = Style(.code)

    package func adding(_ more: Attributes) -> Style { Style(role, attributes.union(more)) }

    /// The role and its attributes: `title bold underline`.
    package var description: String {
        var words = ["\(role)"]
        if attributes.contains(.bold) { words.append("bold") }
        if attributes.contains(.reverse) { words.append("reverse") }
        if attributes.contains(.underline) { words.append("underline") }
        return words.joined(separator: " ")
    }
}
