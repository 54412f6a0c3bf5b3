import Bytes

/// A text after some number of decodings, with the original position of each byte. The memory is reused from text to text.
struct DecodedLevel: ~Copyable {
    private var bytes = ByteWriter(capacity: 0)
    private var steps = ByteWriter(capacity: 0)

    /// Calls `body` with the decoded text.
    borrowing func withBytes<Answer>(_ body: (ByteView, Origins) -> Answer) -> Answer {
        bytes.withSpan { text in
            steps.withSpan { steps in ByteView.with(text) { text in ByteView.with(steps) { body(text, Origins($0)) } } }
        }
    }

    /// Decodes `%XX` and, for ASCII, `\u00XX` once. Returns whether the source has such escapes.
    mutating func decodeOnce(_ source: ByteView, _ origins: Origins) -> Bool {
        write(source, origins) { level in
            var index = 0
            while index < source.count {
                index = level.appendSimple(from: index)
                if index < source.count { index += level.appendEscape(at: index) }
            }
        }
    }

    /// Applies all remaining decodings in one pass. Returns whether there are any. A decoded byte may complete another escape:
    ///
    ///    %252541 ► % ► %25 = % ► %2 ► %25 = % ► %4 ► %41 = A
    mutating func decodeFully(_ source: ByteView, _ origins: Origins) -> Bool {
        write(source, origins) { level in
            for index in 0..<source.count {
                level.copySteps(upTo: index)
                level.append(source[index])
                guard ByteClass.hexadecimal(source[index]) != nil else { continue }
                while level.decodeEnd() { level.addStep(after: index + 1) }
            }
        }
    }

    /// Copies the source as people see it. Returns `false` if they see what is written.
    mutating func showSeen(_ source: ByteView, _ origins: Origins) -> Bool {
        guard let first = RenderedText.next(in: source, from: 0) else { return false }
        return write(source, origins) { level in
            var shown = 0
            var next: RenderedText.Place? = first
            while let (range, seen) = next {
                level.append(shown..<range.lowerBound)
                if let seen { level.append(seen) }
                level.addStep(after: range.upperBound)
                shown = range.upperBound
                next = RenderedText.next(in: source, from: shown)
            }
            level.append(shown..<source.count)
        }
    }

    /// Lets `body` write the level. Returns whether it is shorter than the source.
    @inline(__always)
    private mutating func write(_ source: ByteView, _ origins: Origins, _ body: (inout DecodedTextWriter) -> Void) -> Bool {
        bytes.removeAll()
        steps.removeAll()
        // The level is not longer than its source, and each of its own steps takes at least two bytes of the source.
        unsafe bytes.append(atMost: source.count) { bytes in
            var count = 0
            unsafe steps.append(atMost: (source.count / 2 + origins.stepCount + 1) * 8) { steps in
                var level = unsafe DecodedTextWriter(source, origins, bytes, steps)
                body(&level)
                level.copySteps(upTo: source.count)
                count = level.count
                return level.stepCount * 8
            }
            return count
        }
        return bytes.count < source.count
    }
}

/// Writes a decoded text and the steps of its origins. The memory is valid only in the closure that gets the writer.
@safe
struct DecodedTextWriter {
    private let source: ByteView
    private let origins: Origins
    private let bytes: UnsafeMutableRawPointer
    private let steps: UnsafeMutableRawPointer
    /// The number of bytes written.
    private(set) var count = 0
    /// The number of steps written.
    private(set) var stepCount = 0
    /// The number of steps of the source that were copied, or that became a part of another step.
    private var stepsRead = 0

    /// Creates a writer to memory with room for all bytes of the source and a word more, and for all steps.
    @unsafe
    init(_ source: ByteView, _ origins: Origins, _ bytes: UnsafeMutableRawPointer, _ steps: UnsafeMutableRawPointer) {
        self.source = source
        self.origins = origins
        unsafe self.bytes = bytes
        unsafe self.steps = steps
    }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        unsafe bytes.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
        count &+= 1
    }

    /// Copies bytes of the source and the steps in them.
    mutating func append(_ range: Range<Int>) {
        for index in range { append(source[index]) }
        copySteps(upTo: range.upperBound)
    }

    /// Copies bytes from an index on, and decodes `%XX` if the source has no steps. Returns the index of the first byte left.
    @inline(never)
    mutating func appendSimple(from start: Int) -> Int {
        // The variables of a loop without calls stay in registers.
        let (source, target) = unsafe (source, bytes)
        let isFirst = origins.stepCount == 0
        var (index, written, steps) = (start, count, stepCount)
        while index < source.count {
            let byte = source[index]
            guard Escape.mayBegin(with: byte) else {
                unsafe target.storeBytes(of: byte, toByteOffset: written, as: UInt8.self)
                index &+= 1
                written &+= 1
                continue
            }
            let high = ByteTable.hex(source[index &+ 1])
            let low = ByteTable.hex(source[index &+ 2])
            guard isFirst, byte == PercentCoding.percent, high | low < 16 else { break }
            unsafe target.storeBytes(of: high << 4 | low, toByteOffset: written, as: UInt8.self)
            index &+= 3
            written &+= 1
            write(Origins.Step(start: written, shift: index &- written), at: steps)
            steps &+= 1
        }
        (count, stepCount) = (written, steps)
        return index
    }

    /// Decodes an escape, or copies a byte that only looks like the start of an escape. Returns the length.
    mutating func appendEscape(at index: Int) -> Int {
        let (byte, length) = Escape.read(source, at: index)
        copySteps(upTo: index)
        append(byte)
        if length > 1 { addStep(after: index + length) }
        return length
    }

    /// Decodes the escape at the end of the written bytes. Returns whether the bytes end in an escape.
    mutating func decodeEnd() -> Bool {
        let written = unsafe ByteView(UnsafeBufferPointer(start: bytes.assumingMemoryBound(to: UInt8.self), count: count))
        for expected in [3, 6] {
            let (byte, length) = Escape.read(written, at: count - expected)
            guard length == expected else { continue }
            count -= length
            append(byte)
            return true
        }
        return false
    }

    /// Copies the steps of the source up to an index. Copy the bytes before the index first.
    mutating func copySteps(upTo index: Int) {
        while stepsRead < origins.stepCount, origins.step(stepsRead).start <= index {
            let step = origins.step(stepsRead)
            write(Origins.Step(start: step.start - (index - count), shift: step.shift + index - count), at: stepCount)
            stepCount += 1
            stepsRead += 1
        }
    }

    /// Adds a step after source bytes that were decoded or removed. It replaces the steps in these bytes.
    mutating func addStep(after index: Int) {
        while stepsRead < origins.stepCount, origins.step(stepsRead).start <= index { stepsRead += 1 }
        while stepCount > 0, lastStep.start >= count { stepCount -= 1 }
        write(Origins.Step(start: count, shift: index - count + origins.shift(after: stepsRead)), at: stepCount)
        stepCount += 1
    }

    private var lastStep: Origins.Step {
        unsafe Origins.Step(steps.load(fromByteOffset: (stepCount &- 1) &* 8, as: UInt64.self))
    }

    @inline(__always)
    private func write(_ step: Origins.Step, at index: Int) {
        unsafe steps.storeBytes(of: step.word, toByteOffset: index &* 8, as: UInt64.self)
    }
}

/// The escapes `%XX` and, for ASCII, `\u00XX`.
enum Escape {
    @inline(__always)
    static func mayBegin(with byte: UInt8) -> Bool { byte == PercentCoding.percent || byte == UInt8(ascii: "\\") }

    /// Returns the byte that an escape stands for and its length, or the byte at the index and 1 if no escape begins there.
    @inline(__always)
    static func read(_ bytes: ByteView, at index: Int) -> (byte: UInt8, length: Int) {
        let length = bytes[index] == PercentCoding.percent ? 3 : 6
        guard length == 3 || bytes.hasPrefix("\\u00", at: index) else { return (bytes[index], 1) }
        let high = ByteTable.hex(bytes[index &+ length &- 2])
        let low = ByteTable.hex(bytes[index &+ length &- 1])
        return high | low < 16 && (length == 3 || high < 8) ? (high << 4 | low, length) : (bytes[index], 1)
    }
}

/// An escape together with the escapes of its percent sign: `%22`, `%2522`, `%252522`.
struct EscapeChain {
    let range: Range<Int>
    /// The byte after full decoding. Nil if no digits follow the percent sign.
    let byte: UInt8?

    /// Reads the escape at `start`, where `bytes` must have a percent sign.
    init(_ bytes: ByteView, at start: Int) {
        var place = start + 1
        while bytes[place] == UInt8(ascii: "2"), bytes[place + 1] == UInt8(ascii: "5") { place += 2 }
        if let high = ByteClass.hexadecimal(bytes[place]), let low = ByteClass.hexadecimal(bytes[place + 1]) {
            range = start..<place + 2
            byte = high << 4 | low
        } else {
            range = start..<place
            byte = nil
        }
    }
}
