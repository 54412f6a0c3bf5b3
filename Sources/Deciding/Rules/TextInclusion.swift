import Bytes

/// Proves that one set of texts contains another, such as those that two patterns match.
///
/// Both sets read the same text, byte by byte. If the inner one accepts where the outer one does not, the text read so far is a
/// counterexample. The number of combinations can be exponential for hostile patterns, so the search has a limit.
struct TextInclusion {
    /// A part of a link, as the characters that end it.
    enum Part: String, Hashable {
        case path = "?#"
        case query = "#"
        /// The value of a parameter.
        case value = "&#"
        case fragment = ""

        /// Returns whether a byte can occur in the part. A link as a device sees it has only ASCII, without spaces and control characters.
        func contains(_ byte: UInt8) -> Bool { 0x21...0x7E ~= byte && !rawValue.utf8.contains(byte) }
    }

    /// The texts that can occur.
    struct Words {
        var part: Part
        /// Whether the set is compared with the decoded text. If both sets are, every text of valid UTF-8 can occur.
        var innerDecodes = true
        var outerDecodes = true
        /// Whether the texts are paths without the slashes that Apple ignores: empty, or starting with one slash and not ending with one.
        var isPath: Bool { part == .path }

        /// Whether one set is compared with the decoded text and the other with the text as written.
        var hasEscapes: Bool { innerDecodes != outerDecodes }

        func contains(_ byte: UInt8) -> Bool { innerDecodes && outerDecodes || part.contains(byte) }
    }

    /// What has to be remembered about the text read so far.
    private struct Mode: Hashable {
        var slashes = PathSlashes.empty
        var decodedSlashes = PathSlashes.empty
        /// 0, or 1 after `%`, or 2 plus the first digit after it.
        var escape: UInt8 = 0
        /// The number of bytes that the last character of the decoded text lacks.
        var lacking: UInt8 = 0
        /// The bytes that can follow in that character.
        var following: ClosedRange<UInt8> = 0x80...0xBF
        var isMalformed = false

        func canEnd(_ words: Words) -> Bool { slashes.canEnd && (words.hasEscapes || lacking == 0) }

        /// Whether the text is compared as written, because it cannot be decoded.
        var isAsWritten: Bool { isMalformed || escape > 0 || lacking > 0 }

        /// Reads the next byte. Returns the byte of the decoded text that it completes, or nil if it completes none.
        ///
        /// - Parameter isPossible: Whether a text can continue with this byte.
        mutating func read(_ byte: UInt8, _ words: Words, isPossible: inout Bool) -> UInt8? {
            let next = words.isPath ? slashes.next(byte) : .within
            slashes = next ?? slashes
            isPossible = next != nil
            guard words.hasEscapes else {
                takeDecoded(byte)
                isPossible = isPossible && !isMalformed
                return nil
            }
            guard !isMalformed else { return nil }
            let digit = ByteClass.hexadecimal(byte)
            switch (escape, digit) {
            case (0, _) where byte == UInt8(ascii: "%"): escape = 1
            case (0, _): return takeDecoded(byte)
            case (1, let digit?): escape = 2 + digit
            case (2..., let digit?):
                let decoded = (escape - 2) << 4 | digit
                escape = 0
                return takeDecoded(decoded)
            default: self = Mode(slashes: slashes, isMalformed: true)
            }
            return nil
        }

        @discardableResult
        private mutating func takeDecoded(_ byte: UInt8) -> UInt8? {
            if lacking > 0, following.contains(byte) {
                lacking -= 1
            } else if lacking == 0, let length = UTF8Form.length(after: byte) {
                lacking = UInt8(length - 1)
            } else {
                self = Mode(slashes: slashes, isMalformed: true)
                return nil
            }
            following = UTF8Form.next(after: byte)
            return byte
        }
    }

    /// What one of the sets has read.
    private struct Reading: Hashable {
        /// The state after the text as written.
        var asWritten = TextStates.start
        /// The state after the decoded text. Nil if the set is not compared with that text.
        var decoded: Int?
        /// Whether the set accepts the decoded text without the slashes at its end, which Apple ignores. False if it ends in no slash.
        var acceptsWithoutSlashes = false

        /// - Parameters:
        ///   - decodedByte: The byte of the decoded text that `byte` completes, if any.
        ///   - slashes: The slashes of the decoded text before that byte. Nil if the text is not a path.
        func next(_ byte: UInt8, _ decodedByte: UInt8?, _ slashes: PathSlashes?, in texts: TextStates, _ effort: inout Int) -> Reading {
            var next = self
            next.asWritten = texts.next(asWritten, byte, &effort)
            guard let decodedByte, let decoded else { return next }
            if decodedByte != UInt8(ascii: "/") {
                next.acceptsWithoutSlashes = false
            } else if slashes == .first {
                // A pattern never sees the slashes that are ignored, so that `/?` does not match `//`.
                return next
            } else if slashes?.canEnd == true {
                next.acceptsWithoutSlashes = texts.accepts(decoded)
            }
            next.decoded = texts.next(decoded, decodedByte, &effort)
            return next
        }
    }

    private struct Node: Hashable {
        var inner = Reading()
        var outer = Reading()
        var mode = Mode()
    }

    private let inner: TextStates
    private let outer: TextStates
    private let words: Words

    /// The maximum work for one pair of sets.
    private static let limit = 800_000

    /// Returns whether the outer set certainly contains every text of the inner one that can occur. The work is subtracted from `effort`;
    /// without effort left, the result is false.
    static func holds(_ inner: TextStates, in outer: TextStates, _ words: Words, effort: inout Int) -> Bool {
        var left = min(limit, effort)
        effort -= left
        let holds = TextInclusion(inner: inner, outer: outer, words: words).holds(&left)
        effort += max(left, 0)
        return holds
    }

    private func holds(_ left: inout Int) -> Bool {
        let samples = samples
        var known: Set<Node> = []
        var first = Node()
        if words.hasEscapes, words.innerDecodes { first.inner.decoded = TextStates.start }
        if words.hasEscapes, words.outerDecodes { first.outer.decoded = TextStates.start }
        var waiting = [first]
        while let node = waiting.popLast() {
            guard known.insert(node).inserted else { continue }
            left -= 8
            if left < 0 { return false }
            if hasAll(node) { continue }
            if node.mode.canEnd(words), accepts(inner, node.inner, node.mode),
                !accepts(outer, node.outer, node.mode)
            {
                return false
            }
            for byte in samples {
                left -= 1
                var next = node
                var isPossible = true
                let decoded = next.mode.read(byte, words, isPossible: &isPossible)
                guard isPossible else { continue }
                let slashes = words.isPath ? node.mode.decodedSlashes : nil
                if let decoded, let slashes { next.mode.decodedSlashes = slashes.next(decoded) ?? slashes }
                // Such a text is compared as written.
                if next.mode.isMalformed { (next.inner.decoded, next.outer.decoded) = (nil, nil) }
                next.inner = next.inner.next(byte, decoded, slashes, in: inner, &left)
                if isDead(next.inner) { continue }
                next.outer = next.outer.next(byte, decoded, slashes, in: outer, &left)
                left -= 4
                waiting.append(next)
            }
        }
        return true
    }

    private func accepts(_ texts: TextStates, _ reading: Reading, _ mode: Mode) -> Bool {
        guard let decoded = reading.decoded, !mode.isAsWritten else { return texts.accepts(reading.asWritten) }
        return words.isPath && !mode.decodedSlashes.canEnd ? reading.acceptsWithoutSlashes : texts.accepts(decoded)
    }

    /// Returns whether the inner set contains no continuation of the text.
    private func isDead(_ reading: Reading) -> Bool {
        inner.isDead(reading.asWritten) && reading.decoded.map(inner.isDead) ?? true && !reading.acceptsWithoutSlashes
    }

    /// Returns whether the outer set contains every continuation of the text.
    private func hasAll(_ node: Node) -> Bool {
        guard outer.acceptsEverything(node.outer.asWritten) else { return false }
        guard let decoded = node.outer.decoded else { return true }
        return outer.acceptsEverything(decoded) && (node.mode.decodedSlashes.canEnd || node.outer.acceptsWithoutSlashes)
    }

    /// Bytes that stand for all bytes that can occur: those that one of the sets names, and one of each range in which all bytes are alike.
    private var samples: [UInt8] {
        var special = inner.bytes.union(outer.bytes)
        if words.isPath { special.insert(UInt8(ascii: "/")) }
        if words.hasEscapes { special.formUnion("%0123456789ABCDEFabcdef".utf8) }
        var seen: Set<Int> = []
        return (0...255).filter { words.contains($0) && (special.contains($0) || seen.insert(Self.ranges[Int($0)]).inserted) }
    }

    /// The number of the range of each byte. Patterns have classes of ASCII characters, and UTF-8 has the other ranges.
    private static let ranges: [Int] = {
        let starts = Array("0:AG[ag{".utf8) + [0x80, 0x90, 0xA0, 0xC0, 0xC2, 0xE0, 0xE1, 0xED, 0xEE, 0xF0, 0xF1, 0xF4, 0xF5]
        return (0...255).map { byte in starts.count { $0 <= byte } }
    }()
}

/// A set of texts: those that a pattern matches, or the queries in which each parameter with a name has a value that the pattern matches.
///
/// The states that a text can lead to are found when they are first reached.
final class TextStates {
    private struct State: Hashable {
        var places: PatternPlaces
        var query: Query?
    }

    /// The place in a query.
    private struct Query: Hashable {
        /// The number of bytes of the name that match. Nil in another name and its value.
        var matched: Int? = 0
        var isInValue = false
        var hasOccurred = false
    }

    /// The state before the text is read.
    static let start = 0
    /// A state in which no continuation of the text is accepted.
    static let dead = 1

    /// The bytes that the set tells from others.
    let bytes: Set<UInt8>
    private let pattern: Pattern
    private let name: ParameterName?
    private let first: PatternPlaces
    private var states: [State] = []
    private var numbers: [State: Int] = [:]
    private var steps: [SIMD2<Int>: Int] = [:]

    /// Creates the set of the queries in which each parameter with a name has a value that the pattern matches. A missing parameter counts
    /// as empty. Returns nil if no query can contain the name.
    convenience init?(parameter name: ParameterName, _ pattern: Pattern) {
        guard !name.bytes.isEmpty, name.bytes.allSatisfy({ $0 < 0x80 && !"=&#".utf8.contains($0) }) else { return nil }
        self.init(pattern, name)
    }

    /// Creates the set of the texts that a pattern matches, or of the queries with such a value.
    init(_ pattern: Pattern, _ name: ParameterName? = nil) {
        self.pattern = pattern.unfolded
        self.name = name
        first = PatternPlaces(in: self.pattern, forms: self.pattern.forms.indices)
        var bytes = self.pattern.sets.reduce(into: Set<UInt8>()) { $0.formUnion($1.bytes) }
        for code in self.pattern.forms.map(\.codes).joined() where code < 0x100 { bytes.insert(UInt8(code)) }
        if let name { bytes.formUnion(name.bytes + name.bytes.map { $0 & 0xDF } + Array("=&".utf8)) }
        self.bytes = bytes
        add(State(places: first, query: name == nil ? nil : Query()))
        add(State(places: PatternPlaces()))
    }

    func accepts(_ state: Int) -> Bool {
        let (places, query) = (states[state].places, states[state].query)
        let isAtName = query.map { $0.matched == name?.bytes.count || !$0.hasOccurred } ?? true
        return !isAtName || places.isEnd(of: pattern)
    }

    func acceptsEverything(_ state: Int) -> Bool { states[state].query == nil && states[state].places.acceptsEverything(in: pattern) }

    /// Returns whether no continuation of the text is accepted.
    func isDead(_ state: Int) -> Bool { states[state].places.all.isEmpty }

    /// Returns the state after one more byte.
    func next(_ state: Int, _ byte: UInt8, _ effort: inout Int) -> Int {
        let key = SIMD2(state, Int(byte))
        if let known = steps[key] { return known }
        effort -= 2 * states[state].places.all.count
        let next = number(of: self.next(states[state], byte))
        steps[key] = next
        return next
    }

    private func next(_ state: State, _ byte: UInt8) -> State {
        guard let name, let query = state.query else { return State(places: state.places.next(byte, in: pattern)) }
        var next = state
        if byte == UInt8(ascii: "&") {
            let isNamed = query.matched == name.bytes.count
            // Without a `=`, the value is empty.
            if isNamed, !state.places.isEnd(of: pattern) { return states[Self.dead] }
            next.places = first
            next.query = Query(hasOccurred: query.hasOccurred || isNamed)
        } else if query.isInValue {
            next.places = state.places.next(byte, in: pattern)
        } else if let matched = query.matched {
            let wanted = matched < name.bytes.count ? name.bytes[matched] : UInt8(ascii: "=")
            let isWanted = wanted == (pattern.ignoresCase ? ByteClass.lowered(byte) : byte)
            next.query?.matched = !isWanted ? nil : min(matched + 1, name.bytes.count)
            next.query?.isInValue = isWanted && matched == name.bytes.count
        }
        return next
    }

    private func number(of state: State) -> Int {
        if let known = numbers[state] { return known }
        add(state)
        return states.count - 1
    }

    private func add(_ state: State) {
        numbers[state] = numbers[state] ?? states.count
        states.append(state)
    }
}

/// The slashes at the two ends of a path that was read so far. Apple ignores all leading slashes but one, and all trailing slashes.
enum PathSlashes: Hashable {
    /// Nothing was read.
    case empty
    /// Only the leading slash was read.
    case first
    /// The last character was no slash.
    case within
    /// The last character was a slash, but not the leading one.
    case last

    /// Whether the path ends here without a slash that Apple ignores.
    var canEnd: Bool { self == .empty || self == .within }

    /// Returns the state after the next byte. Returns nil if no path without the slashes that Apple ignores continues with this byte.
    func next(_ byte: UInt8) -> PathSlashes? {
        switch (self, byte == UInt8(ascii: "/")) {
        case (.empty, true): .first
        case (.empty, false), (.first, true): nil
        case (.within, true), (.last, true): .last
        case (_, false): .within
        }
    }
}
