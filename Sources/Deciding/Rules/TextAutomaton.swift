/// A set of texts, such as those that a pattern matches, as a nondeterministic automaton that reads bytes.
struct TextAutomaton: Sendable {
    struct Edge: Sendable {
        var bytes: ByteMask
        var target: Int
    }

    /// Which texts a state accepts.
    struct Acceptance: OptionSet, Sendable {
        let rawValue: UInt8

        /// Texts whose escapes can be decoded, or any text of an automaton that does not decode.
        static let decoded = Acceptance(rawValue: 1)
        /// Texts with an escape that cannot be decoded. They are compared as written.
        static let asWritten = Acceptance(rawValue: 2)
        static let always: Acceptance = [.decoded, .asWritten]
    }

    private(set) var edges: [[Edge]] = []
    /// The states that are reached from each state without reading.
    private(set) var jumps: [[Int]] = []
    private(set) var acceptance: [Acceptance] = []
    let start = 0
    /// Whether the automaton has more states than are worth examining. It is then incomplete.
    private(set) var isTooLarge = false

    private static let mostStates = 6_000

    private init() {
        _ = newState()
    }

    private mutating func newState() -> Int {
        if edges.count >= Self.mostStates {
            isTooLarge = true
            return 0
        }
        edges.append([])
        jumps.append([])
        acceptance.append([])
        return edges.count - 1
    }

    private mutating func connect(_ from: Int, _ bytes: ByteMask, _ to: Int) {
        if !bytes.isEmpty { edges[from].append(Edge(bytes: bytes, target: to)) }
    }

    /// Returns these states and all states that are reached from them without reading, in order.
    func closure(_ states: [Int]) -> [Int] {
        var reached = Set(states)
        var waiting = states
        while let state = waiting.popLast() {
            for next in jumps[state] where reached.insert(next).inserted { waiting.append(next) }
        }
        return reached.sorted()
    }

    /// Returns whether every continuation of a text is accepted from this state.
    func acceptsEverything(from state: Int) -> Bool {
        closure([state]).contains { place in
            acceptance[place] == .always && edges[place].contains { $0.target == place && $0.bytes == .all }
        }
    }

    func accepts(_ states: [Int]) -> Acceptance {
        states.reduce(into: []) { $0.formUnion(acceptance[$1]) }
    }

    // MARK: Patterns

    /// Creates the set of the texts that a pattern matches.
    ///
    /// - Parameter isDecoding: Whether the automaton reads texts as written, and the pattern is compared with the decoded text.
    init(_ pattern: Pattern, isDecoding: Bool = false) {
        self.init()
        for form in pattern.forms {
            var plain = TextAutomaton()
            let end = plain.append(form.codes[...], pattern, from: plain.start)
            plain.acceptance[end] = .always
            isTooLarge = isTooLarge || plain.isTooLarge
            guard isDecoding else {
                add(plain)
                continue
            }
            add(plain, accepting: .asWritten)
            // An escape may be a slash that Apple ignores.
            let decoded = pattern.isPath ? plain.ignoringIdleSlashes() : plain
            add(decoded.readingEscapes(), accepting: .decoded)
        }
    }

    /// Adds the texts of another automaton to this one.
    private mutating func add(_ other: TextAutomaton, accepting: Acceptance = .always) {
        guard !other.isTooLarge, edges.count + other.edges.count <= Self.mostStates else {
            isTooLarge = true
            return
        }
        let shift = edges.count
        for state in other.edges.indices {
            edges.append(other.edges[state].map { Edge(bytes: $0.bytes, target: $0.target + shift) })
            jumps.append(other.jumps[state].map { $0 + shift })
            acceptance.append(other.acceptance[state].intersection(accepting))
        }
        jumps[start].append(shift + other.start)
    }

    private mutating func append(_ codes: ArraySlice<UInt16>, _ pattern: Pattern, from start: Int) -> Int {
        var state = start
        var place = codes.startIndex
        while place < codes.endIndex {
            let code = codes[place]
            var length = 1
            let next = newState()
            if isTooLarge { return next }
            switch code {
            case Pattern.Code.star:
                jumps[state].append(next)
                connect(next, .all, next)
            case Pattern.Code.any: connectAnyCharacter(state, next)
            case Pattern.Code.firstSet...: append(pattern.sets[Int(code - Pattern.Code.firstSet)], pattern, from: state, to: next)
            case Pattern.Code.firstClass...:
                let found = Pattern.classes[Int(code - Pattern.Code.firstClass)]
                connect(state, ByteMask((0...0x7F).filter(found.contains)), next)
            default:
                if pattern.ignoresCase {
                    length = min(Pattern.width(UInt8(code)), codes.endIndex - place)
                    connectCharacter(codes[place..<place + length], state, next)
                } else {
                    connect(state, ByteMask(UInt8(code)), next)
                }
            }
            state = next
            place += length
        }
        return state
    }

    /// Adds the values of a variable. Values with a common start share its states.
    private mutating func append(_ set: TextSet, _ pattern: Pattern, from start: Int, to end: Int) {
        struct Step: Hashable {
            var state: Int
            var code: UInt16
        }
        var known: [Step: Int] = [:]
        for text in set.exact.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            var state = start
            // A folded value is compared character by character, which need not be single bytes.
            if pattern.ignoresCase, text.contains(where: { $0 >= 0x80 }) {
                state = append(text.map(UInt16.init)[...], pattern, from: state)
            } else {
                for byte in text {
                    let step = Step(state: state, code: UInt16(byte))
                    if let next = known[step] {
                        state = next
                    } else {
                        state = append([UInt16(byte)], pattern, from: state)
                        known[step] = state
                    }
                }
            }
            if isTooLarge { return }
            jumps[state].append(end)
        }
        for codes in set.patterns {
            let state = append(codes[...], pattern, from: start)
            jumps[state].append(end)
        }
    }

    /// Adds edges that read one character of any length in bytes.
    private mutating func connectAnyCharacter(_ from: Int, _ to: Int) {
        connect(from, ByteMask(0...0x7F), to)
        var rest = to
        for lead: ClosedRange<UInt8> in [0xC0...0xDF, 0xE0...0xEF, 0xF0...0xFF] {
            let state = newState()
            if isTooLarge { return }
            connect(state, ByteMask(0x80...0xBF), rest)
            connect(from, ByteMask(lead), state)
            rest = state
        }
    }

    /// Adds edges that read any character that folds to the character of these codes.
    private mutating func connectCharacter(_ codes: ArraySlice<UInt16>, _ from: Int, _ to: Int) {
        let text = codes.map { UInt8(truncatingIfNeeded: $0) }
        guard let folded = String(decoding: text, as: UTF8.self).unicodeScalars.first else { return }
        for scalar in CaseFolding.unfolded(folded) {
            let bytes = Array(String(scalar).utf8)
            var state = from
            for (index, byte) in bytes.enumerated() {
                let next = index + 1 == bytes.count ? to : newState()
                if isTooLarge { return }
                connect(state, ByteMask(byte), next)
                state = next
            }
        }
    }

    // MARK: Escapes

    /// Returns an automaton that accepts a path if this automaton accepts it without the slashes that Apple ignores. A pattern never sees
    /// these slashes, so that `/?` does not match `//`.
    private func ignoringIdleSlashes() -> TextAutomaton {
        struct Place: Hashable {
            var state: Int
            var slashes: PathSlashes
        }
        let slash = UInt8(ascii: "/")
        var output = TextAutomaton()
        output.connect(output.start, ByteMask(slash), output.start)
        let trailing = output.newState()
        output.connect(trailing, ByteMask(slash), trailing)
        output.acceptance[trailing] = .always
        let first = Place(state: start, slashes: .empty)
        var numbers = [first: output.start]
        var waiting = [(place: first, number: output.start)]
        func number(_ state: Int, _ slashes: PathSlashes) -> Int {
            let place = Place(state: state, slashes: slashes)
            if let known = numbers[place] { return known }
            let number = output.newState()
            numbers[place] = number
            waiting.append((place, number))
            return number
        }
        while let (place, from) = waiting.popLast(), !output.isTooLarge {
            for next in jumps[place.state] { output.jumps[from].append(number(next, place.slashes)) }
            if place.slashes.canEnd, !acceptance[place.state].isEmpty { output.jumps[from].append(trailing) }
            for edge in edges[place.state] {
                if edge.bytes.contains(slash), let slashes = place.slashes.next(slash) {
                    output.connect(from, ByteMask(slash), number(edge.target, slashes))
                }
                let others = edge.bytes.subtracting(ByteMask(slash))
                if !others.isEmpty, place.slashes != .empty { output.connect(from, others, number(edge.target, .within)) }
            }
        }
        return output
    }

    /// Returns an automaton that accepts a text if this automaton accepts it after its escapes are decoded once.
    private func readingEscapes() -> TextAutomaton {
        var output = self
        let percent = ByteMask(UInt8(ascii: "%"))
        for state in edges.indices {
            output.edges[state] = []
            for edge in edges[state] {
                output.connect(state, edge.bytes.subtracting(percent), edge.target)
                var lowDigits: [ByteMask: [UInt8]] = [:]
                for high: UInt8 in 0..<16 {
                    let low = (0..<16).filter { edge.bytes.contains(high << 4 | $0) }
                    if !low.isEmpty { lowDigits[Self.digits(low), default: []].append(high) }
                }
                guard !lowDigits.isEmpty else { continue }
                let first = output.newState()
                if output.isTooLarge { return output }
                output.connect(state, percent, first)
                for (low, high) in lowDigits {
                    let second = output.newState()
                    if output.isTooLarge { return output }
                    output.connect(first, Self.digits(high), second)
                    output.connect(second, low, edge.target)
                }
            }
        }
        return output
    }

    /// Returns the hexadecimal digits for some numbers, in both cases.
    private static func digits(_ numbers: [UInt8]) -> ByteMask {
        ByteMask(numbers.flatMap { $0 < 10 ? [$0 + 0x30] : [$0 + 0x37, $0 + 0x57] })
    }

    // MARK: Parameters

    /// Creates the set of the queries in which each parameter with a name has a value that the pattern matches. A missing parameter counts
    /// as empty. Returns nil if no query can contain the name.
    init?(parameter name: ParameterName, _ pattern: Pattern) {
        guard !name.bytes.isEmpty, !name.bytes.contains(where: { "=&#".utf8.contains($0) }), name.bytes.allSatisfy({ $0 < 0x80 }) else {
            return nil
        }
        self.init()
        let (ampersand, equals) = (ByteMask(UInt8(ascii: "&")), ByteMask(UInt8(ascii: "=")))
        var value = TextAutomaton(pattern)
        let allowsEmpty = !value.accepts(value.closure([value.start])).isEmpty
        for state in value.edges.indices {
            value.edges[state] = value.edges[state].map { Edge(bytes: $0.bytes.subtracting(ampersand), target: $0.target) }
        }
        // The first half of the states is for queries in which the parameter has not occurred yet.
        var starts: [Int] = []
        for hasOccurred in [false, true] {
            let first = hasOccurred ? newState() : start
            starts.append(first)
            let other = newState()
            connect(other, .all.subtracting(ampersand), other)
            connect(other, ampersand, first)
            var state = first
            for byte in name.bytes {
                let wanted = pattern.ignoresCase ? ByteMask([byte, byte &- 0x61 < 26 ? byte & 0xDF : byte]) : ByteMask(byte)
                let next = newState()
                if isTooLarge { return }
                connect(state, wanted, next)
                connect(state, .all.subtracting(wanted).subtracting(ampersand), other)
                connect(state, ampersand, first)
                if hasOccurred || allowsEmpty { acceptance[state] = .always }
                state = next
            }
            if hasOccurred || allowsEmpty { acceptance[other] = .always }
            connect(state, .all.subtracting(equals).subtracting(ampersand), other)
            if allowsEmpty { acceptance[state] = .always }
            starts.append(state)
        }
        let shift = edges.count
        let entry = jumps[start].count
        add(value)
        if isTooLarge { return }
        jumps[start].removeSubrange(entry...)
        for place in [1, 3] {
            connect(starts[place], equals, shift + value.start)
            if allowsEmpty { connect(starts[place], ampersand, starts[2]) }
        }
        for state in value.edges.indices where !value.acceptance[state].isEmpty { connect(shift + state, ampersand, starts[2]) }
    }
}

/// A set of bytes.
struct ByteMask: Sendable, Hashable {
    private var words = SIMD4<UInt64>(repeating: 0)

    static let all = ByteMask(0...255)

    init() {}

    init(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { insert(byte) }
    }

    init(_ byte: UInt8) { insert(byte) }

    init(_ characters: StaticString) {
        self.init(Array("\(characters)".utf8))
    }

    var isEmpty: Bool { words == SIMD4(repeating: 0) }

    func contains(_ byte: UInt8) -> Bool { words[Int(byte >> 6)] >> UInt64(byte & 63) & 1 == 1 }

    mutating func insert(_ byte: UInt8) { words[Int(byte >> 6)] |= 1 << UInt64(byte & 63) }

    func subtracting(_ other: ByteMask) -> ByteMask {
        var mask = self
        mask.words &= ~other.words
        return mask
    }
}
