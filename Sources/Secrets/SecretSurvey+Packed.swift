import Bytes

// Finds base64 in a harmless text. The letters of base64 read the same at every level of decoding. The exception is an escaped `/` or `+`,
// which joins two runs of letters. A run accepted by ``PackedRun`` has sixteen letters in a row, so it covers eight bytes that begin at a
// position divisible by eight. If the run decodes to text, these eight bytes do too, whichever letter of a group they begin with.

extension SecretSurvey {
    /// Returns whether eight bytes may all be base64 letters. Some other bytes pass as well.
    @inline(__always)
    static func mayBePacked(_ word: UInt64) -> Bool {
        let low: UInt64 = 0x0101_0101_0101_0101
        // This is true if no byte is below `+`, which excludes spaces, quotes, `%`, `&` and `#`.
        return (word &- (low &* 0x2B)) & ~word & 0x8080_8080_8080_8080 == 0
    }

    /// Returns the range of base64 letters around a position. The range is empty if the position has another character.
    func packedRun(around place: Int) -> Range<Int> {
        guard isPacked(place) else { return place..<place }
        var (start, end) = (place, place + 1)
        while start > 0, isPacked(start - 1) { start -= 1 }
        while isPacked(end) { end += 1 }
        return start..<end
    }

    private func isPacked(_ place: Int) -> Bool { Base64.value(bytes[place]) != nil }

    /// Returns whether the letters may decode to text, either alone or together with the letters after or before an escape.
    func mayBeText(_ run: Range<Int>) -> Bool {
        guard run.count >= PackedRun.shortest else { return false }
        var start = run.lowerBound
        var isJoined = isJoint(at: run.upperBound)
        if start > 0, bytes[start - 1] == UInt8(ascii: "%") {
            isJoined = isJoined || isJoint(at: start - 1)
            start = endOfEscape(at: start - 1).end
        }
        if isText(start..<run.upperBound, isJoined: isJoined) { return true }
        // The parts between slashes may be separate runs.
        var part = start
        for place in start..<max(start, run.upperBound) where bytes[place] == UInt8(ascii: "/") {
            if isText(part..<place, isJoined: isJoined) { return true }
            part = place + 1
        }
        return part > start && isText(part..<run.upperBound, isJoined: isJoined)
    }

    private func isText(_ run: Range<Int>, isJoined: Bool) -> Bool {
        guard run.count >= PackedRun.shortest else { return false }
        if !isJoined { return isText(run, leading: 0) }
        return (0..<4).contains { isText(run.lowerBound + $0..<run.upperBound, leading: 3) }
    }

    private func isText(_ letters: Range<Int>, leading: Int) -> Bool {
        var isText = ReadableText(leading: leading)
        var decoder = Base64.Decoder()
        for place in letters {
            if let byte = decoder.add(Base64.value(bytes[place]) ?? 0), !isText.take(byte) { return false }
        }
        return true
    }

    /// Returns whether an escape that decodes to a base64 letter at some level begins at a position.
    private func isJoint(at place: Int) -> Bool {
        guard bytes[place] == UInt8(ascii: "%") else { return false }
        let sign = endOfEscape(at: place).sign
        return sign == UInt8(ascii: "/") || sign == UInt8(ascii: "+")
    }

    /// Returns the end of an escape, and the byte that the escape stands for. Reads the same escapes as ``EscapeChain``.
    private func endOfEscape(at start: Int) -> (end: Int, sign: UInt8?) {
        var place = start + 1
        while bytes[place] == UInt8(ascii: "2"), bytes[place + 1] == UInt8(ascii: "5") { place += 2 }
        guard let high = ByteClass.hexadecimal(bytes[place]), let low = ByteClass.hexadecimal(bytes[place + 1]) else { return (place, nil) }
        return (place + 2, high << 4 | low)
    }
}
