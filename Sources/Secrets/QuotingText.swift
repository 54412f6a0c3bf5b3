/// A text of linkscope's own words that quotes texts from outside: `expected shop://a?token=…, got browser`.
///
/// Each quoted text is masked by itself. A link may contain spaces, commas and braces, so in the whole text a secret at the end of a link
/// would have no end, and the words after it would be masked too.
///
///    let text: QuotingText = "expected \(link), got \(other)"
package struct QuotingText: Sendable, Hashable, ExpressibleByStringInterpolation {
    fileprivate enum Part: Hashable {
        case own(String)
        case quoted(String)
    }

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var parts: [Part] = []

        package init(literalCapacity: Int, interpolationCount: Int) {}

        package mutating func appendLiteral(_ literal: String) {
            if !literal.isEmpty { parts.append(.own(literal)) }
        }

        /// Quotes a text, so that its secrets are masked.
        package mutating func appendInterpolation(_ quoted: String) { parts.append(.quoted(quoted)) }

        package mutating func appendInterpolation(_ text: QuotingText) { parts += text.parts }
    }

    private var parts: [Part]

    package init(stringLiteral own: String) { parts = [.own(own)] }

    package init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

    /// Quotes one text.
    package init(quoting text: String) { parts = [.quoted(text)] }

    /// Joins texts with own words between them.
    package init(joining texts: [QuotingText], separator: String) {
        parts = []
        for (index, text) in texts.enumerated() {
            if index > 0 { parts.append(.own(separator)) }
            parts += text.parts
        }
    }

    /// The text with its secrets.
    package var text: String { masked(by: { $0 }) }

    /// The text with its secrets masked.
    package var masked: String { masked(by: Secrets.masked) }

    /// Returns the text, with each quoted text as a function returns it.
    package func masked(by mask: (String) -> String) -> String {
        parts.map { part in
            switch part {
            case .own(let text): text
            case .quoted(let text): mask(text)
            }
        }.joined()
    }
}
