extension Span<UInt8> {
    /// A copy of the bytes.
    package var array: [UInt8] { unsafe withUnsafeBufferPointer { unsafe Array($0) } }

    /// The bytes decoded as UTF-8 text.
    package var string: String { unsafe withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) } }

    /// Returns the end of the last UTF-8 character that ends within `most` bytes.
    package func characterEnd(atMost most: Int) -> Int {
        guard count > most else { return count }
        var end = most
        while end > 0, self[end] & 0xC0 == 0x80 { end -= 1 }
        return end
    }

    /// Whether the bytes are UTF-8.
    package var isUTF8: Bool {
        ByteView.with(self) { bytes in
            for place in stride(from: 0, to: bytes.count, by: 8) where bytes.word(at: place) & 0x8080_8080_8080_8080 != 0 {
                return (try? UTF8Span(validating: self)) != nil
            }
            return true
        }
    }
}

extension [UInt8] {
    /// Appends a copy of the bytes.
    @inlinable
    package mutating func append(_ bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}
