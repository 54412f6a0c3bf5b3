/// Percent-encoding by RFC 3986, section 2.1, of UTF-8 bytes.
///
/// A `%` that is not followed by two hex digits is an ordinary character. The absolute form of a URL writes such a `%` as `%25`, so the
/// original text and the absolute form decode to the same bytes.
@usableFromInline
package enum PercentCoding {
    @inlinable package static var percent: UInt8 { UInt8(ascii: "%") }

    /// Returns the byte that the escape `%XX` at `index` stands for, or nil if there is no escape at that place.
    @inlinable
    @inline(__always)
    package static func escape(in bytes: Span<UInt8>, at index: Int, end: Int) -> UInt8? {
        guard index + 2 < end, bytes[index] == percent else { return nil }
        let high = ByteTable.hex(bytes[index + 1])
        let low = ByteTable.hex(bytes[index + 2])
        return high | low < 16 ? high << 4 | low : nil
    }

    /// Returns the byte at `index`, or the byte that the escape at `index` stands for. Moves `index` past the byte or the escape.
    @inlinable
    @inline(__always)
    package static func next(in bytes: Span<UInt8>, at index: inout Int, end: Int) -> UInt8 {
        if let decoded = escape(in: bytes, at: index, end: end) {
            index += 3
            return decoded
        }
        defer { index += 1 }
        return bytes[index]
    }

    // MARK: Decoding

    /// Returns `range` of `bytes`, decoded once; the result need not be UTF-8.
    package static func decoded(_ bytes: Span<UInt8>, _ range: Range<Int>) -> [UInt8] {
        // `decode` writes at most `range.count` bytes and returns how many it has written.
        unsafe [UInt8](unsafeUninitializedCapacity: range.count) { output, count in
            count = unsafe decode(bytes, range, into: output)
        }
    }

    /// Calls `body` with `range` of `bytes`, decoded once. A short text is decoded on the stack.
    package static func withDecoded<Answer>(_ bytes: Span<UInt8>, _ range: Range<Int>, _ body: (Span<UInt8>) -> Answer) -> Answer {
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: range.count) { output in
            let count = unsafe decode(bytes, range, into: output)
            return body(unsafe UnsafeBufferPointer(rebasing: output[..<count]).span)
        }
    }

    /// Returns `range` of `bytes` (UTF-8), decoded once as text; nil if the result is not UTF-8.
    package static func decodedText(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String? {
        withDecoded(bytes, range) { text in unsafe text.withUnsafeBufferPointer { unsafe String(validating: $0, as: UTF8.self) } }
    }

    /// Returns `range` of `bytes`, decoded once as text. Bytes that are not UTF-8 become U+FFFD.
    package static func decodedText(_ bytes: Span<UInt8>, repairing range: Range<Int>) -> String {
        // `decode` writes at most `range.count` bytes and returns how many it has written. A short string is stored without an allocation.
        unsafe String(unsafeUninitializedCapacity: range.count) { output in unsafe decode(bytes, range, into: output) }
    }

    /// Decodes into a buffer with room for `range.count` bytes; returns the number of bytes written.
    private static func decode(_ bytes: Span<UInt8>, _ range: Range<Int>, into output: UnsafeMutableBufferPointer<UInt8>) -> Int {
        // Each iteration reads at least one byte of `range` and writes one byte, so the loop never writes past the end of the buffer.
        var index = range.lowerBound
        var written = 0
        while index < range.upperBound {
            unsafe output.initializeElement(at: written, to: next(in: bytes, at: &index, end: range.upperBound))
            written += 1
        }
        return written
    }

    // MARK: Questions about encoded text

    /// Returns whether every `%` in `range` begins an escape.
    package static func isWellFormed(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        range.allSatisfy { bytes[$0] != percent || escape(in: bytes, at: $0, end: range.upperBound) != nil }
    }

    /// Returns the number of encoded bytes from `start` on that decode to the first `count` bytes.
    package static func encodedLength(_ bytes: Span<UInt8>, from start: Int, end: Int, decodedCount count: Int) -> Int {
        var index = start
        var left = count
        while left > 0, index < end {
            _ = next(in: bytes, at: &index, end: end)
            left -= 1
        }
        return index - start
    }

    // MARK: Encoding

    /// Returns `bytes` with everything except unreserved characters escaped. A `%` is escaped too.
    ///
    /// A query could contain more characters unescaped. But a receiver may split at `&` or decode `+` as a space, so a value must contain
    /// neither.
    package static func encoded(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        // Reading the bytes of a sequence of unknown type one by one takes many times as long as copying the sequence.
        let bytes = Array(bytes)
        var output: [UInt8] = []
        // Links have about one escape in eight bytes.
        output.reserveCapacity(bytes.count * 3 / 2)
        for byte in bytes { if ByteClass.isUnreserved(byte) { output.append(byte) } else { appendEscape(byte, to: &output) } }
        return output
    }

    package static func appendEscape(_ byte: UInt8, to output: inout [UInt8]) {
        output.append(percent)
        output.append(uppercaseDigit(byte >> 4))
        output.append(uppercaseDigit(byte & 15))
    }

    private static func uppercaseDigit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x37 + value }
}
