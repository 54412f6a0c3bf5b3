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

/// The edits of several repairs that are applied at once.
struct EditScript {
    private var edits: [Repair.Edit] = []

    var isEmpty: Bool { edits.isEmpty }

    /// Adds the edits of a repair if none of them overlaps an edit that was added before. Returns whether the edits were added.
    ///
    /// A repair can have a hundred thousand edits. So the places are compared first, and space for the new edits is made only once.
    @discardableResult
    mutating func take(_ repair: Repair, count: Int) -> Bool {
        var end = 0
        for (index, edit) in repair.edits.enumerated() {
            guard edit.range.lowerBound >= end, edit.range.upperBound <= count else { return false }
            guard index == 0 || edit.range.lowerBound > repair.edits[index - 1].range.lowerBound else { return false }
            end = edit.range.upperBound
            let place = place(of: edit.range.lowerBound)
            if place > 0, edits[place - 1].range.upperBound > edit.range.lowerBound { return false }
            guard place < edits.count else { continue }
            let next = edits[place].range.lowerBound
            guard next > edit.range.lowerBound, next >= edit.range.upperBound else { return false }
        }
        merge(repair.edits)
        return true
    }

    /// Returns the number of edits that begin before a byte.
    private func place(of start: Int) -> Int {
        var (low, high) = (0, edits.count)
        while low < high {
            let middle = (low + high) / 2
            if edits[middle].range.lowerBound < start { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private mutating func merge(_ others: [Repair.Edit]) {
        guard let first = others.first else { return }
        let start = place(of: first.range.lowerBound)
        guard start < edits.count else { return edits += others }
        var rest = edits[start...]
        var merged = edits[..<rest.startIndex]
        for other in others {
            while let edit = rest.first, edit.range.lowerBound < other.range.lowerBound { merged.append(rest.removeFirst()) }
            merged.append(other)
        }
        edits = Array(merged + rest)
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
