import LinkLayers

/// A field that a filter may name.
enum FilterField: String, Sendable, CaseIterable {
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
            guard let field = Filter.TextField(rawValue: rawValue) else { throw Filter.Problem(reason: usage) }
            return .text(field, FilterPattern(text, isWhole: isWhole))
        }
    }

    /// What may be typed as the value.
    var usage: String {
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
