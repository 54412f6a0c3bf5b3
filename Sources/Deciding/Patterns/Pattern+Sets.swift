/// The places in a text that the codes so far can reach.
private struct Places {
    var isReached: [Bool]
    /// The first place that can be reached. No place outside `first...last` can be reached.
    var first: Int
    var last: Int

    init(count: Int) {
        isReached = Array(repeating: false, count: count + 1)
        first = count + 1
        last = -1
    }

    var isEmpty: Bool { last < first }

    mutating func insert(_ place: Int) {
        let place = min(place, isReached.count - 1)
        isReached[place] = true
        first = min(first, place)
        last = max(last, place)
    }
}

extension Pattern {
    /// Returns whether the codes, including sets of texts, can reach the end of the text. All possibilities are followed at the same time.
    func reaches(
        _ codes: [UInt16],
        _ text: borrowing Span<UInt8>,
        _ best: inout (text: Int, code: Int),
        _ effort: inout Effort
    ) -> Bool {
        // Most links differ from the pattern before the first variable. Comparing these characters first needs no allocation.
        var place = 0
        while place < codes.count, codes[place] < 0x100 {
            guard place < text.count, codes[place] == UInt16(text[place]) else {
                best = (place, place)
                return false
            }
            place += 1
        }
        var start = Places(count: text.count)
        start.insert(place)
        let end = places(after: codes[place...], from: start, text, &best, &effort)
        if end.isReached[text.count] { return true }
        if !end.isEmpty { best = (end.last, codes.count) }
        return false
    }

    private func places(
        after codes: ArraySlice<UInt16>,
        from start: Places,
        _ text: borrowing Span<UInt8>,
        _ best: inout (text: Int, code: Int),
        _ effort: inout Effort
    ) -> Places {
        var current = start
        for (index, code) in zip(codes.indices, codes) {
            var next = Places(count: text.count)
            switch code {
            case Code.star:
                var place = current.first
                while place <= text.count {
                    next.insert(place)
                    if place == text.count { break }
                    place += Self.width(text[place])
                }
                effort.spend(text.count)
            case Code.firstSet...:
                follow(sets[Int(code - Code.firstSet)], from: current, to: &next, text, &effort)
            default:
                for place in current.first...max(current.first, current.last) where place < text.count && current.isReached[place] {
                    if let length = Self.length(of: code, at: place, in: text) { next.insert(place + length) }
                }
            }
            // Each code costs this effort, because it needs a new array of places.
            effort.spend(text.count / 16 + current.last - current.first + 2)
            if next.isEmpty || effort.isOver {
                best = (current.last, index)
                return Places(count: text.count)
            }
            current = next
        }
        return current
    }

    private func follow(
        _ set: TextSet,
        from current: Places,
        to next: inout Places,
        _ text: borrowing Span<UInt8>,
        _ effort: inout Effort
    ) {
        for place in current.first...max(current.first, current.last) where current.isReached[place] {
            for length in set.lengths where place + length <= text.count {
                var word: [UInt8] = []
                word.reserveCapacity(length)
                for index in place..<place + length { word.append(text[index]) }
                if set.exact.contains(word) { next.insert(place + length) }
                effort.spend(length + 4)
            }
            if effort.isOver { return }
        }
        for codes in set.patterns {
            var ignored = (text: -1, code: 0)
            let reached = places(after: codes[...], from: current, text, &ignored, &effort)
            if effort.isOver { return }
            guard !reached.isEmpty else { continue }
            for place in reached.first...reached.last where reached.isReached[place] { next.insert(place) }
        }
    }

    /// Returns the number of bytes that a code matches at a place, or nil if the code does not match at that place.
    private static func length(of code: UInt16, at place: Int, in text: borrowing Span<UInt8>) -> Int? {
        let byte = text[place]
        if code < 0x100 { return code == UInt16(byte) ? 1 : nil }
        if code == Code.any { return width(byte) }
        return classes[Int(code - Code.firstClass)].contains(byte) ? 1 : nil
    }
}

/// The texts that a variable can stand for.
struct TextSet: Sendable {
    /// The texts without wildcards.
    private(set) var exact: Set<[UInt8]> = []
    /// The lengths of the texts in `exact`, without duplicates.
    private(set) var lengths: [Int] = []
    /// The texts with wildcards.
    private(set) var patterns: [[UInt16]] = []

    init() {}

    init(_ texts: [String], ignoresCase: Bool) {
        for text in texts {
            let bytes = ignoresCase ? CaseFolding.folded(text.utf8) : Array(text.utf8)
            if bytes.contains(UInt8(ascii: "*")) || bytes.contains(UInt8(ascii: "?")) {
                patterns.append(bytes.map { PatternCompiler.code(for: $0, ignoresCase: false) })
            } else {
                exact.insert(bytes)
            }
        }
        lengths = Set(exact.map(\.count)).sorted()
    }
}

/// A set for case-sensitive patterns and a set for the others. All patterns with the same variable share both sets.
struct CasedTextSet: Sendable {
    let asWritten: TextSet
    let folded: TextSet
    /// Whether the variable has no values.
    let isEmpty: Bool

    init(_ texts: [String]) {
        isEmpty = texts.isEmpty
        asWritten = TextSet(texts, ignoresCase: false)
        folded = TextSet(texts, ignoresCase: true)
    }
}
