import AppLinks

/// A filter for the links and the events, as the user typed it: `event:nav_* from:shop -web "summer sale"`.
///
/// A row is shown if each term fits it. A term is a word, a text in quotes, or a field with a value. `-` negates a term. A row that
/// a field does not apply to does not fit the field's term. ASCII letters match case-insensitively.
package struct Filter: Sendable, Equatable {
    struct Term: Sendable, Equatable {
        var value: Value
        var isNegated = false

        /// The pattern that a text of the row must match; nil if the value is not compared with text.
        var pattern: FilterPattern? {
            switch value {
            case .anywhere(let pattern), .text(_, let pattern): pattern
            case .links, .since, .ends, .levels: nil
            }
        }
    }

    enum Value: Sendable, Equatable {
        /// A text anywhere in the row.
        case anywhere(FilterPattern)
        /// A text in a field of the row.
        case text(TextField, FilterPattern)
        /// Numbers of links.
        case links(ClosedRange<Int>)
        /// Records from this number.
        case since(UInt32)
        case ends(Set<LinkEnd>)
        case levels(Set<Level>)
    }

    /// A field whose value is any text.
    enum TextField: String, Sendable, CaseIterable {
        case event, app, from, to, scheme, host, has, referer, finding
    }

    enum Level: String, Sendable, CaseIterable {
        case error, warning, note
        /// An error, a warning, or a link that did not open.
        case problem
    }

    /// Why a text is no filter.
    package struct Problem: Error, Equatable {
        /// What is wrong, and what may be typed there.
        package var reason: String
        /// What to do instead, in sentences that may be left out.
        package var advice: [String] = []

        /// All of it, in one line.
        package var message: String { ([reason] + advice).joined(separator: " ") }
    }

    let terms: [Term]

    package init(_ text: String) throws(Problem) {
        var terms: [Term] = []
        for word in try Self.words(of: text) { terms.append(try Self.term(word)) }
        self.terms = terms
    }

    package var isEmpty: Bool { terms.isEmpty }

    /// The field of the last term that takes any text as its value and is not negated; nil if there is no such term.
    var lastField: FilterField? {
        terms.reversed().lazy.filter { !$0.isNegated }.compactMap { term in
            if case .text(let field, _) = term.value { FilterField(rawValue: field.rawValue) } else { nil }
        }.first
    }

    /// A term for the result that a word of the filter names, such as `end:failed`; nil if no word is the result of a row.
    ///
    /// Words are searched in links and events as they arrived, and these do not contain their results.
    package var termForEnd: String? {
        terms.lazy.compactMap { term -> LinkEnd? in
            guard case .anywhere(let pattern) = term.value, !term.isNegated else { return nil }
            return LinkEnd.allCases.first { Array($0.word.utf8) == pattern.longestPiece }
        }.first.map { "end:\($0.word)" }
    }

    /// Whether opening a link can change whether the link fits the filter.
    var dependsOnOpenings: Bool {
        terms.contains { term in
            switch term.value {
            case .ends, .text(.event, _): true
            case .levels(let levels): levels.contains(.problem)
            // A word also fits the names of the events that an opening causes.
            case .anywhere(let pattern): Self.eventsOfOpenings.contains { pattern.fits($0.rawValue) }
            case .text, .links, .since: false
            }
        }
    }

    private static let eventsOfOpenings: [MeasurementEvent.Name] = [.linkParse, .navigateIn, .navigateOut, .navigateBack]

    // MARK: Parsing

    /// A word of the text. In a word with a quote, everything after the quote is literal.
    private struct Word {
        var text = ""
        /// The number of characters before the first quote; nil without a quote.
        var unquoted: Int?
    }

    private static func words(of text: String) throws(Problem) -> [Word] {
        var words: [Word] = []
        var word = Word()
        var isQuoted = false
        for character in text {
            if character == "\"" {
                isQuoted.toggle()
                if word.unquoted == nil { word.unquoted = word.text.count }
            } else if character == " ", !isQuoted {
                if !word.text.isEmpty { words.append(word) }
                word = Word()
            } else {
                word.text.append(character)
            }
        }
        guard !isQuoted else { throw Problem(reason: "The closing \" is missing.") }
        if !word.text.isEmpty { words.append(word) }
        return words
    }

    private static func term(_ word: Word) throws(Problem) -> Term {
        var text = Substring(word.text)
        var unquoted = word.unquoted ?? text.count
        let isNegated = text.first == "-" && text.count > 1 && unquoted > 0
        if isNegated {
            text = text.dropFirst()
            unquoted -= 1
        }
        guard let sign = text.prefix(unquoted).firstIndex(where: { ":=~".contains($0) }), sign != text.startIndex else {
            return Term(value: .anywhere(FilterPattern(String(text), isLiteral: word.unquoted != nil)), isNegated: isNegated)
        }
        let value = text[text.index(after: sign)...]
        guard let field = FilterField(named: text[..<sign].lowercased()) else {
            // The beginning of a link looks like a field.
            guard text[sign] != ":" || !value.hasPrefix("//") else {
                return Term(value: .anywhere(FilterPattern(String(text), isLiteral: true)), isNegated: isNegated)
            }
            throw Problem(
                reason: "There is no field \"\(text[..<sign])\".",
                advice: ["Fields: \(FilterField.allCases.map(\.rawValue).joined(separator: " ")).", "To find it as text, use quotes."])
        }
        return Term(value: try field.value(String(value), isWhole: text[sign] == "="), isNegated: isNegated)
    }
}
