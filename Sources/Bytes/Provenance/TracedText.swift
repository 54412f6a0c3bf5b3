/// Text derived from other text, with the source position of each byte.
///
/// Each removed layer of quoting or encoding produces a new text. Every text knows its positions in the original paste. So a part of the
/// innermost text can be shown in the original.
package struct TracedText: Sendable, Hashable {
    /// Consecutive bytes and their source: either the same bytes unchanged, or the escape from which they were decoded.
    package struct Run: Sendable, Hashable {
        package var start: Int
        package var source: Range<Int>
        package var isVerbatim: Bool
    }

    package private(set) var bytes: [UInt8] = []
    package private(set) var runs: [Run] = []

    package init() {}

    /// Creates the source text itself.
    package init(_ source: [UInt8]) {
        bytes = source
        if !source.isEmpty { runs = [Run(start: 0, source: 0..<source.count, isVerbatim: true)] }
    }

    /// Creates a copy of a part of another text, with its source positions.
    package init(_ text: TracedText, _ range: Range<Int>) {
        if range == text.bytes.indices { self = text } else { append(text, range) }
    }

    package var count: Int { bytes.count }
    package var isEmpty: Bool { bytes.isEmpty }

    /// Appends bytes of another text unchanged.
    package mutating func append(_ text: TracedText, _ range: Range<Int>) {
        guard !range.isEmpty else { return }
        var index = text.run(at: range.lowerBound)
        while index < text.runs.count, text.runs[index].start < range.upperBound {
            let run = text.runs[index]
            let runEnd = index + 1 < text.runs.count ? text.runs[index + 1].start : text.count
            let start = max(run.start, range.lowerBound)
            let end = min(runEnd, range.upperBound)
            let shift = run.source.lowerBound - run.start
            let source = run.isVerbatim ? start + shift..<end + shift : run.source
            add(Run(start: count + start - range.lowerBound, source: source, isVerbatim: run.isVerbatim))
            index += 1
        }
        bytes += text.bytes[range]
    }

    /// Appends the decoded meaning of an escape, which is at `range` in another text.
    package mutating func append(_ meaning: some Collection<UInt8>, for range: Range<Int>, of text: TracedText) {
        guard !meaning.isEmpty else { return }
        add(Run(start: count, source: text.source(of: range), isVerbatim: false))
        bytes += meaning
    }

    /// Returns a part of the text with its escapes decoded; nil if it has no escapes.
    ///
    /// - Parameters:
    ///   - mayBegin: Whether a byte may begin an escape.
    ///   - escape: Returns the meaning and the length of the escape at a position; nil if no escape begins there.
    package func decoding(
        _ range: Range<Int>, where mayBegin: (UInt8) -> Bool, _ escape: (Int) -> (meaning: [UInt8], length: Int)?
    ) -> TracedText? {
        var result = TracedText()
        var kept = range.lowerBound
        var position = kept
        while let start = bytes[position..<range.upperBound].firstIndex(where: mayBegin) {
            position = start + 1
            guard let (meaning, length) = escape(start) else { continue }
            position = start + length
            result.append(self, kept..<start)
            result.append(meaning, for: start..<position, of: self)
            kept = position
        }
        guard kept > range.lowerBound else { return nil }
        result.append(self, kept..<range.upperBound)
        return result
    }

    /// Adds the run of the next bytes, or continues the last run: with the bytes that follow in the source, or with more bytes that were decoded
    /// from the same escape.
    private mutating func add(_ run: Run) {
        if run.isVerbatim, let last = runs.last, last.isVerbatim, last.source.upperBound == run.source.lowerBound {
            runs[runs.count - 1].source = last.source.lowerBound..<run.source.upperBound
        } else if run.isVerbatim || runs.last?.isVerbatim != false || runs.last?.source != run.source {
            runs.append(run)
        }
    }

    /// Returns the source range of a part of this text, from its first source byte to its last.
    package func source(of range: Range<Int>) -> Range<Int> {
        guard !runs.isEmpty else { return 0..<0 }
        let first = runs[run(at: range.lowerBound)]
        let shift = first.isVerbatim ? range.lowerBound - first.start : 0
        let start = min(first.source.lowerBound + shift, first.source.upperBound)
        guard !range.isEmpty else { return start..<start }
        let last = runs[run(at: range.upperBound - 1)]
        let end = last.isVerbatim ? last.source.lowerBound + range.upperBound - last.start : last.source.upperBound
        return start..<max(start, end)
    }

    /// Returns the run that holds a byte, or the last run.
    private func run(at position: Int) -> Int { max(0, runs.endOfPrefix { $0.start <= position } - 1) }
}
