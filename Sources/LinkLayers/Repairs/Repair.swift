/// How to put right what a finding is about: edits of the link's bytes, to be done together or not at all.
package struct Repair: Sendable, Hashable {
    /// One stretch of the input and what is to stand there instead; an empty range is a place to insert at.
    package struct Edit: Sendable, Hashable {
        package var range: Range<Int>
        package var replacement: [UInt8]

        package init(_ range: Range<Int>, _ replacement: some Sequence<UInt8>) {
            self.range = range
            self.replacement = Array(replacement)
        }
    }

    /// What the edits do, as a command: `Escape the & as %26.`
    package var summary: String
    /// In the order of the input, without overlaps.
    package var edits: [Edit]

    package init(_ summary: String, _ edits: [Edit]) {
        self.summary = summary
        self.edits = edits
    }

    init(_ summary: String, _ range: Range<Int>, _ replacement: some Sequence<UInt8>) {
        self.init(summary, [Edit(range, replacement)])
    }
}

/// Edits of several repairs that are done at once.
struct EditScript {
    private var edits: [Repair.Edit] = []

    var isEmpty: Bool { edits.isEmpty }

    /// Takes the edits of a repair if none of them touches what another one changes.
    @discardableResult
    mutating func take(_ repair: Repair, count: Int) -> Bool {
        let merged = (edits + repair.edits).sorted {
            ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
        }
        var end = -1
        var start = -1
        for edit in merged {
            guard edit.range.lowerBound >= max(end, 0), edit.range.lowerBound > start, edit.range.upperBound <= count else { return false }
            start = edit.range.lowerBound
            end = edit.range.upperBound
        }
        edits = merged
        return true
    }

    func applied(to bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var done = 0
        for edit in edits {
            result += bytes[done..<edit.range.lowerBound]
            result += edit.replacement
            done = edit.range.upperBound
        }
        return result + bytes[done...]
    }
}
