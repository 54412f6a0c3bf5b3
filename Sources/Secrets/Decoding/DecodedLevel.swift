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
        guard let first = SeenText.next(in: source, from: 0) else { return false }
        return write(source, origins) { level in
            var shown = 0
            var next: SeenText.Place? = first
            while let (range, seen) = next {
                level.append(shown..<range.lowerBound)
                if let seen { level.append(seen) }
                level.addStep(after: range.upperBound)
                shown = range.upperBound
                next = SeenText.next(in: source, from: shown)
            }
            level.append(shown..<source.count)
        }
    }

    /// Lets `body` write the level. Returns whether it is shorter than the source.
    @inline(__always)
    private mutating func write(_ source: ByteView, _ origins: Origins, _ body: (inout LevelWriter) -> Void) -> Bool {
        bytes.removeAll()
        steps.removeAll()
        // The level is not longer than its source, and each of its own steps takes at least two bytes of the source.
        unsafe bytes.append(atMost: source.count) { bytes in
            var count = 0
            unsafe steps.append(atMost: (source.count / 2 + origins.stepCount + 1) * 8) { steps in
                var level = unsafe LevelWriter(source, origins, bytes, steps)
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
