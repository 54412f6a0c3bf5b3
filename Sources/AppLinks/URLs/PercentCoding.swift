@_spi(Flat) package import JSONDocument

/// Percent-encoding by RFC 3986, section 2.1, of UTF-8 bytes.
///
/// A `%` that is not followed by two hex digits is an ordinary character. The absolute form of a URL writes such a `%` as `%25`, so the
/// original text and the absolute form decode to the same bytes.
package enum PercentCoding {
    static let percent = UInt8(ascii: "%")

    /// Returns the byte that the escape `%XX` at `index` stands for, or nil if there is no escape at that place.
    @inline(__always)
    static func escape(in bytes: Span<UInt8>, at index: Int, end: Int) -> UInt8? {
        guard index + 2 < end else { return nil }
        let high = ByteTable.hex(bytes[index + 1])
        let low = ByteTable.hex(bytes[index + 2])
        guard high | low < 16 else { return nil }
        return high << 4 | low
    }

    /// Returns `range` of `bytes`, decoded once; the result need not be UTF-8.
    package static func decoded(_ bytes: Span<UInt8>, _ range: Range<Int>) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: range.count) { output, count in
            count = unsafe decode(bytes, range, into: output)
        }
    }

    /// Returns `range` of `bytes` (UTF-8), decoded once as text; nil if the result is not UTF-8.
    package static func decodedText(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String? {
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: range.count) { output in
            let count = unsafe decode(bytes, range, into: output)
            return unsafe String(validating: output[..<count], as: UTF8.self)
        }
    }

    /// Appends `range` of `bytes`, decoded once; the result need not be UTF-8.
    package static func appendDecoded(_ bytes: Span<UInt8>, _ range: Range<Int>, to output: inout ByteWriter) {
        output.appendDecoded(bytes, from: range.lowerBound, to: range.upperBound) { ByteTable.hex($0) }
    }

    /// Returns whether `range` has an escape for a byte of 128 or more. UTF-8 text without such an escape is still UTF-8 when decoded.
    static func escapesBeyondASCII(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        var index = range.lowerBound
        while index < range.upperBound {
            if bytes[index] == percent, let decoded = escape(in: bytes, at: index, end: range.upperBound) {
                if decoded >= 0x80 { return true }
                index += 3
            } else {
                index += 1
            }
        }
        return false
    }

    /// Returns whether every `%` in `range` begins an escape.
    package static func isWellFormed(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        range.allSatisfy { bytes[$0] != percent || escape(in: bytes, at: $0, end: range.upperBound) != nil }
    }

    /// Decodes into a buffer with room for `range.count` bytes; returns the number of bytes written.
    private static func decode(_ bytes: Span<UInt8>, _ range: Range<Int>, into output: UnsafeMutableBufferPointer<UInt8>) -> Int {
        // Each iteration reads at least one byte of `range` and writes one byte, so the loop never writes past the end of the buffer.
        var index = range.lowerBound
        let end = range.upperBound
        var written = 0
        while index < end {
            var byte = bytes[index]
            index += 1
            if byte == percent, let decoded = escape(in: bytes, at: index - 1, end: end) {
                byte = decoded
                index += 2
            }
            unsafe output.initializeElement(at: written, to: byte)
            written += 1
        }
        return written
    }

    /// Returns whether `range` of `bytes` decodes to exactly `name`, without allocating.
    static func decodes(_ bytes: Span<UInt8>, _ range: Range<Int>, to name: Span<UInt8>) -> Bool {
        var index = range.lowerBound
        let end = range.upperBound
        var matched = 0
        while index < end {
            guard matched < name.count else { return false }
            var byte = bytes[index]
            if byte == percent, let decoded = escape(in: bytes, at: index, end: end) {
                byte = decoded
                index += 2
            }
            guard byte == name[matched] else { return false }
            matched += 1
            index += 1
        }
        return matched == name.count
    }

    /// Returns the number of encoded bytes from `start` on that decode to the first `count` bytes.
    package static func encodedLength(_ bytes: Span<UInt8>, from start: Int, end: Int, decodedCount count: Int) -> Int {
        var index = start
        var left = count
        while left > 0, index < end {
            index += bytes[index] == percent && escape(in: bytes, at: index, end: end) != nil ? 3 : 1
            left -= 1
        }
        return index - start
    }

    /// Appends `bytes` with everything except unreserved characters escaped.
    ///
    /// A query could contain more characters unescaped. But a receiver may split at `&` or decode `+` as a space, so a value must contain
    /// neither.
    static func encode(_ bytes: some Sequence<UInt8>, into output: inout [UInt8]) {
        let unreserved = ByteSet.unreserved
        for byte in bytes {
            if unreserved.contains(byte) { output.append(byte) } else { appendEscape(byte, to: &output) }
        }
    }

    @inline(__always)
    static func appendEscape(_ byte: UInt8, to output: inout [UInt8]) {
        output.append(percent)
        output.append(hexDigit(byte >> 4))
        output.append(hexDigit(byte & 15))
    }

    @inline(__always)
    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? 0x30 + value : 0x37 + value
    }
}
