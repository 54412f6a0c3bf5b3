/// A filter for the links and the events, as the user typed it: `event:nav_* from:shop -web "summer sale"`.
///
/// A row is shown if each term fits it. A term is a word, a text in quotes, or a field with a value. `-` negates a term. A row that
/// a field does not apply to does not fit the field's term. ASCII letters match case-insensitively.
package struct Filter: Sendable, Equatable {
    struct Term: Sendable, Equatable {
        /// The field that the pattern must fit; nil if it may be anywhere in the row.
        var field: Field?
        var pattern: FilterPattern
        var isNegated = false
    }

    enum Field: String, Sendable, CaseIterable {
        case event, app, from, to, scheme, host, link, level, has, referer
    }

    /// Why a text is no filter.
    package struct Problem: Error, Equatable {
        /// What is wrong, and what may be typed there.
        package var reason: String
    }

    let terms: [Term]

    package init(_ text: String) throws(Problem) {
        var terms: [Term] = []
        for word in try Self.words(of: text) { terms.append(try Self.term(word)) }
        self.terms = terms
    }

    package var isEmpty: Bool { terms.isEmpty }

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
        var term = Term(field: nil, pattern: FilterPattern(""))
        if text.first == "-", text.count > 1, unquoted > 0 {
            term.isNegated = true
            text = text.dropFirst()
            unquoted -= 1
        }
        guard let sign = text.prefix(unquoted).firstIndex(where: { ":=~".contains($0) }), sign != text.startIndex else {
            term.pattern = FilterPattern(String(text), isLiteral: word.unquoted != nil)
            return term
        }
        let value = text[text.index(after: sign)...]
        guard let field = Field(rawValue: text[..<sign].lowercased()) else {
            // The beginning of a link looks like a field.
            guard text[sign] != ":" || !value.hasPrefix("//") else {
                term.pattern = FilterPattern(String(text), isLiteral: true)
                return term
            }
            let fields = Field.allCases.map(\.rawValue).joined(separator: ", ")
            let advice = "To search for \(text) as text, put it in quotes."
            throw Problem(reason: "There is no field \"\(text[..<sign])\". The fields are \(fields). \(advice)")
        }
        guard !value.isEmpty else { throw Problem(reason: "\(field.rawValue)\(text[sign]) has no value yet") }
        term.field = field
        term.pattern = FilterPattern(String(value), isWhole: text[sign] == "=")
        if field == .link {
            term.pattern = FilterPattern(String(value.drop { $0 == "#" }), isWhole: true)
        } else if field == .level, !["error", "warning", "problem"].contains(value.lowercased()) {
            throw Problem(reason: "level is error, warning or problem")
        }
        return term
    }
}
