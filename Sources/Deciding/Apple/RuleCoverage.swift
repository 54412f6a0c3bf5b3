import Bytes

/// Finds rules that are never used, because an earlier rule for the same apps matches each link that they match.
///
/// A rule is covered if the earlier rule accepts every path, query and fragment that the later rule accepts. Each of these is a question
/// about two sets of texts, which ``TextInclusion`` answers. Most pairs of rules need no such proof: the earlier pattern starts with other
/// characters, or does not match an example of the later pattern.
struct RuleCoverage {
    typealias Pair = (rule: AASAComponent, earlier: AASAComponent)

    /// The work for one file. A hostile file can have many rules that need long proofs.
    private var effort = 1_500_000
    private var patternEffort = Pattern.Effort()
    private var states: [Key: TextStates] = [:]

    private struct Key: Hashable {
        var place: AASAComponent.Place
        var part: TextInclusion.Part
    }

    /// The maximum number of entries in a file whose rules are also compared with the rules of earlier entries.
    private static let mostEntries = 100

    /// Returns each rule that is never used, with the first rule that covers it.
    static func pairs(of details: [AASAFile.Detail]) -> [Pair] {
        var coverage = RuleCoverage()
        let apps = details.map { Set($0.appIDs) }
        return details.indices.flatMap { index -> [Pair] in
            var candidates = Candidates()
            if details.count <= mostEntries {
                for earlier in details.indices[..<index] where apps[earlier].isSuperset(of: apps[index]) && !apps[index].isEmpty {
                    for rule in details[earlier].components { candidates.add(rule) }
                }
            }
            return details[index].components.compactMap { rule in
                defer { candidates.add(rule) }
                return coverage.first(of: candidates, covering: rule).map { (rule, $0) }
            }
        }
    }

    private mutating func first(of candidates: Candidates, covering rule: AASAComponent) -> AASAComponent? {
        guard effort > 0, let example = RuleExample(rule) else { return nil }
        for index in candidates.indices(for: example.path) {
            effort -= 20
            guard effort > 0 else { return nil }
            if covers(candidates.rules[index], rule, example) { return candidates.rules[index] }
        }
        return nil
    }

    // MARK: Two rules

    private mutating func covers(_ earlier: AASAComponent, _ rule: AASAComponent, _ example: RuleExample) -> Bool {
        // iOS 12 and earlier read only "paths", and later versions find the links in "components".
        if rule.place.isLegacy, !earlier.place.isLegacy { return false }
        if earlier.isEverything { return true }
        guard matches(earlier.path, example.path, earlier, rule), matches(earlier.fragment, example.fragment, earlier, rule) else {
            return false
        }
        if case .whole(let pattern) = earlier.query, case .whole = rule.query, !matches(pattern, example.query, earlier, rule) {
            return false
        }
        return covers(earlier.path, rule.path, .path, earlier, rule) && covers(earlier.fragment, rule.fragment, .fragment, earlier, rule)
            && coversQuery(earlier, rule)
    }

    /// Returns whether a pattern may match an example of the later rule. False is certain.
    private mutating func matches(_ pattern: Pattern?, _ example: [UInt8], _ earlier: AASAComponent, _ rule: AASAComponent) -> Bool {
        guard let pattern, !pattern.isEverything else { return true }
        // An escape in the example may stand for another character in the earlier rule.
        if earlier.isPercentEncoded != rule.isPercentEncoded, example.contains(UInt8(ascii: "%")) { return true }
        let text = earlier.ignoresCase ? CaseFolding.folded(example) : example
        return pattern.answer(text.span, &patternEffort) == .match
    }

    private mutating func covers(
        _ outer: Pattern?, _ inner: Pattern?, _ part: TextInclusion.Part, _ earlier: AASAComponent, _ rule: AASAComponent
    ) -> Bool {
        guard let outer, !outer.isEverything else { return true }
        let inner = inner ?? Pattern("*", isPath: part == .path, ignoresCase: rule.ignoresCase)
        let isMixed = earlier.isPercentEncoded != rule.isPercentEncoded
        // A pattern accepts more if it ignores case.
        if !isMixed, outer.text == inner.text, outer.ignoresCase || !inner.ignoresCase { return true }
        return TextInclusion.holds(
            states(inner, rule, part), in: states(outer, earlier, part), words(part, earlier, rule), effort: &effort)
    }

    private mutating func states(_ pattern: Pattern, _ rule: AASAComponent, _ part: TextInclusion.Part) -> TextStates {
        let key = Key(place: rule.place, part: part)
        if let known = states[key] { return known }
        let states = TextStates(pattern)
        effort -= pattern.size
        self.states[key] = states
        return states
    }

    private func words(_ part: TextInclusion.Part, _ earlier: AASAComponent, _ rule: AASAComponent) -> TextInclusion.Words {
        TextInclusion.Words(part: part, innerDecodes: !rule.isPercentEncoded, outerDecodes: !earlier.isPercentEncoded)
    }

    // MARK: Queries

    private mutating func coversQuery(_ earlier: AASAComponent, _ rule: AASAComponent) -> Bool {
        switch (earlier.query, rule.query) {
        case (nil, _): return true
        case (.whole(let outer), nil): return covers(outer, nil, .query, earlier, rule)
        case (.whole(let outer), .whole(let inner)): return covers(outer, inner, .query, earlier, rule)
        case (.whole(let outer), .items(let items)):
            if outer.isEverything { return true }
            // A query that has a parameter with a value is not empty.
            let hasValue = items.contains { answer($0.pattern, "") == .mismatch }
            let some = TextStates(Pattern(hasValue ? "?*" : "*"))
            return TextInclusion.holds(some, in: TextStates(outer), TextInclusion.Words(part: .query), effort: &effort)
        case (.items(let wanted), let inner):
            return wanted.filter { !$0.pattern.isEverything }.allSatisfy { item in
                switch inner {
                case nil: return false
                case .whole(let pattern): return coversQuery(item, pattern, earlier, rule)
                case .items(let given): return coversItem(item, given, earlier, rule)
                }
            }
        }
    }

    /// Returns whether every query that a pattern matches has only values that an earlier rule accepts for a parameter.
    private mutating func coversQuery(
        _ item: ParameterPattern, _ pattern: Pattern, _ earlier: AASAComponent, _ rule: AASAComponent
    ) -> Bool {
        guard earlier.isPercentEncoded, rule.isPercentEncoded, let queries = TextStates(parameter: item.name, item.pattern) else {
            return false
        }
        return TextInclusion.holds(TextStates(pattern), in: queries, words(.query, earlier, rule), effort: &effort)
    }

    /// Returns whether a rule allows only values of a parameter that an earlier rule accepts.
    private mutating func coversItem(
        _ item: ParameterPattern, _ given: [ParameterPattern], _ earlier: AASAComponent, _ rule: AASAComponent
    ) -> Bool {
        // If the earlier rule also tests spellings that the later rule ignores, it may reject a link that the later rule matches.
        // Beyond ASCII, a byte is a part of a character that may have another case.
        let hasCase = item.name.bytes.contains { $0 >= 0x80 || CharacterClass.alpha.contains($0) }
        if earlier.ignoresCase, !rule.ignoresCase, hasCase { return false }
        if !earlier.isPercentEncoded, rule.isPercentEncoded { return false }
        // If only the later rule decodes the link, a name with an escape is another parameter for each of the two rules.
        if earlier.isPercentEncoded, !rule.isPercentEncoded, item.name.bytes.contains(UInt8(ascii: "%")) { return false }
        let name = rule.ignoresCase ? CaseFolding.folded(item.name.bytes) : item.name.bytes
        guard let place = given.firstIndex(where: { $0.name.bytes == name }) else { return false }
        // For a spelling that only the later rule sees, the parameter is missing in the earlier rule and counts as empty.
        let seesLess = rule.ignoresCase && !earlier.ignoresCase && hasCase || !rule.isPercentEncoded && earlier.isPercentEncoded
        if seesLess, answer(item.pattern, "") != .match { return false }
        return TextInclusion.holds(
            TextStates(given[place].pattern), in: TextStates(item.pattern), words(.value, earlier, rule), effort: &effort)
    }

    private mutating func answer(_ pattern: Pattern, _ text: String) -> Pattern.Answer {
        pattern.answer(Array(text.utf8).span, &patternEffort)
    }
}

/// A path, a query and a fragment that a rule matches.
private struct RuleExample {
    let path: [UInt8]
    /// An example of the query, if the rule has one pattern for all of it.
    let query: [UInt8]
    let fragment: [UInt8]

    /// Finds an example of each part. Returns nil if there is no example; the rule then probably matches nothing.
    init?(_ rule: AASAComponent) {
        let example = { (pattern: Pattern?, part: TextInclusion.Part) in
            pattern.map { Self.example(of: $0, rule.isPercentEncoded ? part : nil) } ?? [Self.rare]
        }
        let query: [UInt8]? =
            switch rule.query {
            case nil: example(nil, .query)
            case .whole(let pattern): example(pattern, .query)
            case .items(let items): items.allSatisfy { example($0.pattern, .value) != nil } ? [] : nil
            }
        let somePath = rule.path ?? Pattern("/*", isPath: true)
        guard let query, let path = example(somePath, .path), let fragment = example(rule.fragment, .fragment) else { return nil }
        (self.path, self.query, self.fragment) = (path, query, fragment)
    }

    /// A character that patterns rarely contain, so that the example is a typical one.
    private static let rare = UInt8(ascii: "~")

    /// Returns a text that the pattern matches. Returns nil if no text was found that can occur in a link.
    ///
    /// - Parameter part: The part of the link, if it is compared as written.
    private static func example(of pattern: Pattern, _ part: TextInclusion.Part?) -> [UInt8]? {
        guard pattern.undefinedVariable == nil else { return nil }
        for form in pattern.forms {
            guard var text = example(of: form.codes, pattern.sets) else { continue }
            if pattern.isPath, form.codes.first == Pattern.Code.star { text.insert(UInt8(ascii: "/"), at: 0) }
            if pattern.isPath, !isPath(text) { continue }
            if let part, !text.allSatisfy(part.contains) { continue }
            return text
        }
        return nil
    }

    private static func isPath(_ text: [UInt8]) -> Bool {
        let slash = UInt8(ascii: "/")
        return text.isEmpty || text.first == slash && text.last != slash && !text.starts(with: [slash, slash])
    }

    private static func example(of codes: [UInt16], _ sets: [TextSet]) -> [UInt8]? {
        var text: [UInt8] = []
        for code in codes {
            switch code {
            case Pattern.Code.star, Pattern.Code.any: text.append(rare)
            case Pattern.Code.firstSet...:
                guard let value = sets[Int(code - Pattern.Code.firstSet)].example else { return nil }
                text += value
            case Pattern.Code.firstClass...:
                let found = Pattern.classes[Int(code - Pattern.Code.firstClass)]
                guard let byte = (0x30...0x7A).first(where: found.contains) else { return nil }
                text.append(byte)
            default: text.append(UInt8(truncatingIfNeeded: code))
            }
        }
        return text
    }
}

/// The earlier rules, by the characters with which all their paths start.
private struct Candidates {
    private(set) var rules: [AASAComponent] = []
    private var places: [[UInt8]: [Int]] = [:]
    private var lengths: Set<Int> = []

    /// The longest start that is used.
    private static let longest = 200

    mutating func add(_ rule: AASAComponent) {
        // The forms of a path differ only at its ends, so the shortest start is that of all.
        let starts = rule.path?.forms.map { Self.start($0.codes) } ?? []
        let start = starts.min { $0.count < $1.count } ?? []
        places[start, default: []].append(rules.count)
        lengths.insert(start.count)
        rules.append(rule)
    }

    /// Returns the indices of the rules that a path may match by its start, in the order in which the rules were added.
    func indices(for path: [UInt8]) -> [Int] {
        let start = Self.start(path.map(UInt16.init))
        return lengths.flatMap { length in length <= start.count ? places[Array(start.prefix(length))] ?? [] : [] }.sorted()
    }

    /// Returns the folded characters before the first code that is not a usual character. An escape can be another character for a rule that
    /// decodes the link, and so can a space or a character beyond ASCII.
    private static func start(_ codes: [UInt16]) -> [UInt8] {
        codes.prefix(longest).prefix { 0x21..<0x80 ~= $0 && $0 != UInt16(UInt8(ascii: "%")) }.map { ByteClass.lowered(UInt8($0)) }
    }
}
