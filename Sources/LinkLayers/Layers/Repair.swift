import Bytes

/// Edits of the link's bytes that fix the problem of a finding. All edits of a repair are applied together or not at all.
package struct Repair: Sendable, Hashable {
    /// A range of the input and its replacement. If the range is empty, the replacement is inserted.
    package struct Edit: Sendable, Hashable {
        package var range: Range<Int>
        package var replacement: [UInt8]

        package init(_ range: Range<Int>, _ replacement: some Sequence<UInt8>) {
            self.range = range
            self.replacement = Array(replacement)
        }

        // Up to a quarter of a million edits of a link share these bytes.
        static let space = Array("%20".utf8)
        static let percent = Array("%25".utf8)
    }

    /// What the edits do, as an imperative: `Escape the & as %26.`
    package var summary: String
    /// The edits in the order of the input, without overlaps.
    package var edits: [Edit]

    package init(_ summary: String, _ edits: [Edit]) {
        self.summary = summary
        self.edits = edits
    }

    init(_ summary: String, _ range: Range<Int>, _ replacement: some Sequence<UInt8>) {
        self.init(summary, [Edit(range, replacement)])
    }
}

/// The edits of several repairs of a text that are applied at once.
struct EditScript {
    private enum Place: UInt8 { case free, begins, covered }

    private var edits: [Repair.Edit] = []
    /// For each place of the text and its end: whether an edit begins there or covers it. The edits of two repairs may alternate 100,000
    /// times, and a look at the places is faster than a comparison of the edits.
    private var places: [Place]

    /// Creates a script for a text of `count` bytes.
    init(count: Int) { places = Array(repeating: .free, count: count + 1) }

    /// Adds the edits of a repair if none of them overlaps an edit that was added before. Returns whether the edits were added.
    @discardableResult
    mutating func take(_ repair: Repair) -> Bool {
        var last = -1..<0
        for edit in repair.edits {
            let range = edit.range
            let isNext = range.lowerBound >= last.upperBound && range.lowerBound > last.lowerBound && range.upperBound < places.count
            guard isNext, places[range.lowerBound] == .free, range.dropFirst().allSatisfy({ places[$0] == .free }) else { return false }
            last = range
        }
        for edit in repair.edits {
            places[edit.range.lowerBound] = .begins
            for place in edit.range.dropFirst() { places[place] = .covered }
        }
        edits += repair.edits
        return true
    }

    func applied(to bytes: [UInt8]) -> [UInt8] {
        // Between two of many edits are a few bytes, which this writer copies faster than an array does.
        var result = ByteWriter(capacity: bytes.count)
        var done = 0
        for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            result.append(bytes.span.extracting(done..<edit.range.lowerBound))
            result.append(edit.replacement.span)
            done = edit.range.upperBound
        }
        result.append(bytes.span.extracting(done..<bytes.count))
        return result.withSpan { $0.array }
    }
}
