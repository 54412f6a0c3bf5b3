@_spi(Flat) package import JSONDocument

/// Percent-coding of RFC 3986, section 2.1, over UTF-8 bytes.
///
/// A `%` that no two hex digits follow stands for itself. That is what a reader gets who first writes it `%25`, as an URL must,
/// and then decodes: so the text as it was written and its absolute form decode alike.
package enum PercentCoding {
    static let percent = UInt8(ascii: "%")

    /// The byte that `%XX` at `index` stands for, or nil when what stands there is no escape.
    @inline(__always)
    static func escape(in bytes: Span<UInt8>, at index: Int, end: Int) -> UInt8? {
        guard index + 2 < end else { return nil }
        let high = ByteTable.hex(bytes[index + 1])
        let low = ByteTable.hex(bytes[index + 2])
        guard high | low < 16 else { return nil }
        return high << 4 | low
    }

    /// `range` of `bytes` decoded once; what comes out need not be UTF-8.
    package static func decoded(_ bytes: Span<UInt8>, _ range: Range<Int>) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: range.count) { output, count in
            count = unsafe decode(bytes, range, into: output)
        }
    }

    /// `range` of `bytes`, which are UTF-8, decoded once as text; nil when that is not UTF-8 any more.
    package static func decodedText(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String? {
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: range.count) { output in
            let count = unsafe decode(bytes, range, into: output)
            return unsafe String(validating: output[..<count], as: UTF8.self)
        }
    }

    /// Appends `range` of `bytes` decoded once; what comes out need not be UTF-8.
    package static func appendDecoded(_ bytes: Span<UInt8>, _ range: Range<Int>, to output: inout ByteWriter) {
        output.appendDecoded(bytes, from: range.lowerBound, to: range.upperBound) { ByteTable.hex($0) }
    }

    /// Whether `range` has an escape for a byte of 128 or more; without one, UTF-8 stays UTF-8.
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

    /// Whether every `%` in `range` begins an escape.
    package static func isWellFormed(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        range.allSatisfy { bytes[$0] != percent || escape(in: bytes, at: $0, end: range.upperBound) != nil }
    }

    /// Decodes into memory that has room for `range.count` bytes; answers how many it wrote.
    private static func decode(_ bytes: Span<UInt8>, _ range: Range<Int>, into output: UnsafeMutableBufferPointer<UInt8>) -> Int {
        // Every turn reads at least one byte of `range` and writes one, so the room is never passed.
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

    /// Whether `range` of `bytes` decodes to exactly `name`; compares as it goes and allocates nothing.
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

    /// How many bytes of the encoded text from `start` on stand for the first `count` decoded ones.
    package static func encodedLength(_ bytes: Span<UInt8>, from start: Int, end: Int, decodedCount count: Int) -> Int {
        var index = start
        var left = count
        while left > 0, index < end {
            index += bytes[index] == percent && escape(in: bytes, at: index, end: end) != nil ? 3 : 1
            left -= 1
        }
        return index - start
    }

    /// Appends `bytes` with everything but unreserved characters escaped.
    ///
    /// Stricter than an URL's query asks for: a receiver that splits at `&`, or reads `+` as a blank, must not find either in a value.
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
