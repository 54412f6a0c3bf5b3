import AppLinks
import Bytes
import LinkLayers

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
        case anywhere(FilterPattern)
        case text(FilterField, FilterPattern)
        case links(ClosedRange<Int>)
        /// Records from this number.
        case since(UInt32)
        case ends(Set<LinkEnd>)
        case levels(Set<Level>)
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
    package var lastField: FilterField? {
        terms.reversed().lazy.filter { !$0.isNegated }.compactMap { term in
            if case .text(let field, _) = term.value { field } else { nil }
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

package enum FilterField: String, Sendable, CaseIterable {
    // In the order in which the filter's line offers them.
    case event, app, from, to, end, level, has, link, host, scheme, referer, finding, since

    /// Creates the field with a name; nil if there is no such field. `result` is another word for `end`.
    init?(named name: String) {
        self.init(rawValue: name == "result" ? "end" : name)
    }

    /// Reads the value of the field.
    ///
    /// - Parameter isWhole: Whether the whole value was typed, and not only a part of it.
    func value(_ text: String, isWhole: Bool) throws(Filter.Problem) -> Filter.Value {
        guard !text.isEmpty else { throw Filter.Problem(reason: usage) }
        switch self {
        case .link:
            guard let numbers = Self.numbers(text.drop { $0 == "#" }) else { throw Filter.Problem(reason: usage) }
            return .links(numbers)
        case .since:
            guard text.allSatisfy({ $0.isASCII && $0.isNumber }) else { throw Filter.Problem(reason: usage) }
            return .since(UInt32(text) ?? .max)
        case .end:
            let pattern = FilterPattern(isWhole ? text : text + "*", isWhole: true)
            var ends = try chosen(LinkEnd.allCases.filter { pattern.fits($0.word) })
            if !isWhole, ends.contains(.failed) { ends.formUnion(LinkEnd.failures) }
            return .ends(ends)
        case .level:
            return .levels(try chosen(Filter.Level.allCases.filter { $0.rawValue.hasPrefix(text.lowercased()) }))
        case .event, .app, .from, .to, .has, .host, .scheme, .referer, .finding:
            return .text(self, FilterPattern(text, isWhole: isWhole))
        }
    }

    /// What may be typed as the value.
    package var usage: String {
        switch self {
        case .event: "event: takes a name, such as nav_out or nav_*"
        case .app: "app: takes the name of an app that received the link"
        case .from: "from: takes the name of an app, or a part of its URL"
        case .to: "to: takes a part of a target, or the name of an app"
        case .end:
            "end: takes \(LinkEnd.allCases.map { Self.quoted($0.word) }.joined(separator: ", ")); "
                + "end:failed finds every link that did not end well"
        case .level: "level: takes error, warning, note, or problem for each link that has an error or a warning or did not open"
        case .has: "has: takes data, extras, referer, secret, or the name of an extra"
        case .link: "link: takes a number, or a range such as 3..7, 3.. or ..7"
        case .since: "since: takes the number of a record, as :clear writes it"
        case .host: "host: takes a part of a host, such as example.com"
        case .scheme: "scheme: takes a part of a scheme, such as https"
        case .referer: "referer: takes a part of the referer's name or URL"
        case .finding: "finding: takes the code of a finding, such as \(FindingCode.noTarget.rawValue)"
        }
    }

    /// The values, if the field takes no others.
    var words: [String] {
        switch self {
        case .end: LinkEnd.allCases.map(\.word)
        case .level: Filter.Level.allCases.map(\.rawValue)
        case .has: ["data", "extras", "referer", "secret"]
        case .finding: FindingCode.allCases.map(\.rawValue).sorted()
        default: []
        }
    }

    /// Returns the texts to which the last word of a filter can be completed: the names of fields, or the values that the field knows.
    static func completions(of text: String) -> [String] {
        let start = text.lastIndex(of: " ").map(text.index(after:)) ?? text.startIndex
        let begun = text[start...].drop { $0 == "-" }
        guard let sign = begun.firstIndex(where: { ":=~".contains($0) }) else {
            guard !begun.isEmpty else { return [] }
            return allCases.filter { $0.rawValue.hasPrefix(begun.lowercased()) }.map { text[..<begun.startIndex] + $0.rawValue + ":" }
        }
        let value = begun[begun.index(after: sign)...]
        guard let field = FilterField(named: begun[..<sign].lowercased()) else { return [] }
        return field.words.filter { $0.hasPrefix(value.lowercased()) && $0 != value }.map { word in
            text[..<value.startIndex] + quoted(word)
        }
    }

    /// Returns a word in quotes, if it needs them.
    private static func quoted(_ word: String) -> String { word.contains(" ") ? "\"\(word)\"" : word }

    private func chosen<Choice>(_ choices: [Choice]) throws(Filter.Problem) -> Set<Choice> {
        guard !choices.isEmpty else { throw Filter.Problem(reason: usage) }
        return Set(choices)
    }

    /// Reads `41`, `3..7`, `3..` or `..7`; nil for other texts.
    private static func numbers(_ text: Substring) -> ClosedRange<Int>? {
        func number(_ text: Substring, _ none: Int) -> Int? {
            guard text.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
            // A number too large to read is larger than that of any link.
            return text.isEmpty ? none : Int(text) ?? .max
        }
        let ends = text.split(separator: "..", omittingEmptySubsequences: false)
        guard !text.isEmpty, text != "..", ends.count <= 2, let low = number(ends[0], 1), let high = number(ends[ends.count - 1], .max),
            low <= high
        else { return nil }
        return low...high
    }
}

/// A text to find in others. `*` stands for any bytes. ASCII letters match case-insensitively.
struct FilterPattern: Sendable, Equatable {
    /// The pieces between the stars, in lower case.
    private let pieces: [[UInt8]]
    /// The longest piece, which a text that fits contains.
    let longestPiece: [UInt8]
    /// Whether the pattern must fit the whole text.
    private let isWhole: Bool

    init(_ text: String, isWhole: Bool = false, isLiteral: Bool = false) {
        let bytes = text.utf8.map(ByteClass.lowered)
        let star = UInt8(ascii: "*")
        // A pattern with a star is about the whole text, as in a shell.
        self.isWhole = isWhole || (!isLiteral && bytes.contains(star))
        pieces = isLiteral ? [bytes] : bytes.split(separator: star, omittingEmptySubsequences: false).map(Array.init)
        longestPiece = pieces.max { $0.count < $1.count } ?? []
    }

    func fits(_ text: String) -> Bool { ByteView.with(text, fits) }

    func fits(_ text: Span<UInt8>) -> Bool { ByteView.with(text, fits) }

    func fits(_ text: ByteView) -> Bool {
        guard isWhole else { return Self.place(of: pieces[0], in: text, from: 0) != nil }
        var start = 0
        for (index, piece) in pieces.enumerated() {
            let isLast = index == pieces.count - 1
            if index == 0 {
                guard Self.isAt(0, piece, in: text) else { return false }
                start = piece.count
                if isLast { return text.count == piece.count }
            } else if isLast {
                return text.count - piece.count >= start && Self.isAt(text.count - piece.count, piece, in: text)
            } else if let found = Self.place(of: piece, in: text, from: start) {
                start = found + piece.count
            } else {
                return false
            }
        }
        return true
    }

    /// Returns whether the pattern may fit a value that a text contains as it is: whether the text contains the longest piece.
    func mayFitPart(of text: Span<UInt8>) -> Bool { ByteView.with(text) { Self.place(of: longestPiece, in: $0, from: 0) != nil } }

    // MARK: Searching

    /// Returns the first place of a piece; nil if the text does not contain the piece.
    ///
    /// A million records are searched while a filter is typed, so eight places are tested at a time. A place where the first and the last
    /// byte of the piece fit is then compared byte by byte. Bit 0x20 is set in both texts, because it tells the cases of a letter apart.
    static func place(of piece: [UInt8], in text: ByteView, from start: Int) -> Int? {
        guard let first = piece.first, let last = piece.last else { return start }
        let (low, high, caseBits): (UInt64, UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080, 0x2020_2020_2020_2020)
        let firsts = UInt64(first) &* low | caseBits
        let lasts = UInt64(last) &* low | caseBits
        let end = text.count - piece.count
        var place = start
        while place <= end {
            let differences = (text.word(at: place) | caseBits) ^ firsts | (text.word(at: place + piece.count - 1) | caseBits) ^ lasts
            // A byte without differences sets its highest bit here. A byte above such a byte may set it wrongly.
            var found = (differences &- low) & ~differences & high
            while found != 0 {
                let candidate = place + found.trailingZeroBitCount >> 3
                if isAt(candidate, piece, in: text) { return candidate }
                found &= found &- 1
            }
            place += 8
        }
        return nil
    }

    private static func isAt(_ place: Int, _ piece: [UInt8], in text: ByteView) -> Bool {
        guard place + piece.count <= text.count else { return false }
        for index in piece.indices where ByteClass.lowered(text[place + index]) != piece[index] { return false }
        return true
    }
}
