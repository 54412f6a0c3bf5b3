/// Proves that one set of texts contains another.
///
/// The texts of the inner automaton are followed state by state, together with all states that the outer automaton can be in. If the inner
/// automaton accepts where the outer one does not, the text read so far is a counterexample. The number of combinations can be exponential
/// for hostile patterns, so the search has a limit.
struct TextInclusion {
    /// The texts that can occur in a part of a link.
    struct Words: Sendable {
        /// The bytes that occur. Other bytes than ASCII occur only in valid UTF-8.
        var bytes: ByteMask
        /// Whether the texts are paths without the slashes that Apple ignores: empty, or starting with one slash and not ending with one.
        var isPath = false
        /// Whether one automaton decodes the text and the other does not.
        var hasEscapes = false
    }

    /// What has to be remembered about the text read so far.
    private struct Mode: Hashable {
        var slashes = PathSlashes.empty
        /// 0, or 1 after `%`, or 2 plus the first digit after it.
        var escape: UInt8 = 0
        /// The number of bytes that the last character of the decoded text lacks.
        var lacking: UInt8 = 0
        /// The bytes that can follow in that character.
        var following: ClosedRange<UInt8> = 0x80...0xBF
        var isMalformed = false

        func canEnd(_ words: Words) -> Bool {
            slashes.canEnd && (words.hasEscapes || lacking == 0)
        }

        var needed: TextAutomaton.Acceptance { isMalformed || escape > 0 || lacking > 0 ? .asWritten : .decoded }

        /// Returns the mode after the next byte. Returns nil if no text can continue with this byte.
        func next(_ byte: UInt8, _ words: Words) -> Mode? {
            var mode = self
            if words.isPath {
                guard let slashes = slashes.next(byte) else { return nil }
                mode.slashes = slashes
            } else {
                mode.slashes = .within
            }
            if words.hasEscapes {
                if !isMalformed { mode.decode(byte) }
            } else if byte >= 0x80 || lacking > 0 {
                mode.takeDecoded(byte)
                if mode.isMalformed { return nil }
            }
            return mode
        }

        private mutating func decode(_ byte: UInt8) {
            let digit: UInt8? =
                switch byte {
                case 0x30...0x39: byte - 0x30
                case 0x41...0x46: byte - 0x37
                case 0x61...0x66: byte - 0x57
                default: nil
                }
            switch (escape, digit) {
            case (0, _) where byte == UInt8(ascii: "%"): escape = 1
            case (0, _): takeDecoded(byte)
            case (1, let digit?): escape = 2 + digit
            case (2..., let digit?):
                takeDecoded((escape - 2) << 4 | digit)
                escape = 0
            default: self = Mode(slashes: slashes, isMalformed: true)
            }
        }

        private mutating func takeDecoded(_ byte: UInt8) {
            switch (lacking, byte) {
            case (1..., following): lacking -= 1
            case (0, 0...0x7F): break
            case (0, 0xC2...0xDF): lacking = 1
            case (0, 0xE0...0xEF): lacking = 2
            case (0, 0xF0...0xF4): lacking = 3
            default:
                self = Mode(slashes: slashes, isMalformed: true)
                return
            }
            // These first bytes would otherwise allow overlong forms, surrogates, and characters beyond the last one.
            following =
                switch byte {
                case 0xE0: 0xA0...0xBF
                case 0xED: 0x80...0x9F
                case 0xF0: 0x90...0xBF
                case 0xF4: 0x80...0x8F
                default: 0x80...0xBF
                }
        }
    }

    private struct Node: Hashable {
        var inner: Int
        var outer: Int
        var mode: Mode
    }

    private let inner: TextAutomaton
    private let outer: TextAutomaton
    private let words: Words
    /// A byte of each class. The automata do not distinguish the bytes of one class.
    private var samples: [UInt8] = []
    /// The number of distinct sets of bytes in the automata.
    private let masks: Int

    private var sets: [[Int]] = []
    private var numbers: [[Int]: Int] = [:]
    private var acceptances: [TextAutomaton.Acceptance] = []
    private var isUniversal: [Bool] = []
    private var steps: [SIMD2<Int>: Int] = [:]
    /// The states that each state of the inner automaton reaches without reading.
    private var closures: [Int: [Int]] = [:]

    /// The maximum work for one pair of automata.
    private static let limit = 200_000

    /// Returns whether the outer automaton certainly accepts every text that the inner one accepts and that can occur. The work is
    /// subtracted from `effort`; without effort left, the result is false.
    static func holds(_ inner: TextAutomaton, in outer: TextAutomaton, _ words: Words, effort: inout Int) -> Bool {
        guard !inner.isTooLarge, !outer.isTooLarge else { return false }
        var search = TextInclusion(inner: inner, outer: outer, words: words)
        return search.run(&effort)
    }

    private init(inner: TextAutomaton, outer: TextAutomaton, words: Words) {
        self.inner = inner
        self.outer = outer
        self.words = words
        var masks: Set<ByteMask> = []
        for edge in inner.edges.joined() { masks.insert(edge.bytes) }
        for edge in outer.edges.joined() { masks.insert(edge.bytes) }
        if words.isPath { masks.insert(ByteMask(UInt8(ascii: "/"))) }
        if words.hasEscapes {
            for byte in "%0123456789ABCDEFabcdef".utf8 { masks.insert(ByteMask(byte)) }
        }
        if words.hasEscapes || words.bytes.contains(0x80) {
            // The bytes that Mode distinguishes.
            let ranges: [ClosedRange<UInt8>] = [
                0x80...0x8F, 0x90...0x9F, 0xA0...0xBF, 0xC2...0xDF, 0xE0...0xE0, 0xE0...0xEF, 0xED...0xED, 0xF0...0xF0, 0xF0...0xF4,
                0xF4...0xF4,
            ]
            for range in ranges { masks.insert(ByteMask(range)) }
        }
        self.masks = masks.count
        var classes = [Int](repeating: 0, count: 256)
        var count = 1
        for mask in masks {
            var split: [Int: Int] = [:]
            for byte in 0..<256 where mask.contains(UInt8(byte)) {
                if split[classes[byte]] == nil {
                    split[classes[byte]] = count
                    count += 1
                }
                classes[byte] = split[classes[byte]] ?? 0
            }
        }
        var known: Set<Int> = []
        for byte in 0..<256 where words.bytes.contains(UInt8(byte)) && known.insert(classes[byte]).inserted { samples.append(UInt8(byte)) }
    }

    private mutating func run(_ effort: inout Int) -> Bool {
        var left = min(Self.limit, effort)
        effort -= left
        left -= masks * 16
        defer { effort += max(left, 0) }
        var known: Set<Node> = []
        var waiting: [Node] = []
        let first = number(of: outer.closure([outer.start]))
        for state in inner.closure([inner.start]) { waiting.append(Node(inner: state, outer: first, mode: Mode())) }
        while let node = waiting.popLast() {
            guard known.insert(node).inserted else { continue }
            left -= 8
            if left < 0 { return false }
            if isUniversal[node.outer] { continue }
            let needed = node.mode.needed
            if node.mode.canEnd(words), inner.acceptance[node.inner].contains(needed), !acceptances[node.outer].contains(needed) {
                return false
            }
            for edge in inner.edges[node.inner] {
                for byte in samples where edge.bytes.contains(byte) {
                    guard let mode = node.mode.next(byte, words) else { continue }
                    let outer = step(node.outer, byte, &left)
                    let states = closures[edge.target] ?? inner.closure([edge.target])
                    closures[edge.target] = states
                    for state in states { waiting.append(Node(inner: state, outer: outer, mode: mode)) }
                    left -= 4 + states.count
                }
            }
        }
        return true
    }

    private mutating func step(_ set: Int, _ byte: UInt8, _ left: inout Int) -> Int {
        let key = SIMD2(set, Int(byte))
        if let known = steps[key] { return known }
        var targets: Set<Int> = []
        for state in sets[set] {
            left -= outer.edges[state].count
            for edge in outer.edges[state] where edge.bytes.contains(byte) { targets.insert(edge.target) }
        }
        let next = number(of: outer.closure(Array(targets)))
        steps[key] = next
        return next
    }

    private mutating func number(of set: [Int]) -> Int {
        if let known = numbers[set] { return known }
        numbers[set] = sets.count
        sets.append(set)
        acceptances.append(outer.accepts(set))
        isUniversal.append(set.contains { outer.acceptsEverything(from: $0) })
        return sets.count - 1
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
