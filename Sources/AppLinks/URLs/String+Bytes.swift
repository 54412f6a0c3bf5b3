extension String {
    /// Lends the text's UTF-8 bytes as a span, without a copy for every native string.
    ///
    /// `utf8.span` says the same but asks for macOS 26; this is the one place that spells it with what macOS 15 has.
    @inlinable @inline(__always)
    package func withBytes<Answer>(_ body: (Span<UInt8>) -> Answer) -> Answer {
        let lent = unsafe utf8.withContiguousStorageIfAvailable { buffer in unsafe body(buffer.span) }
        return lent ?? body(Array(utf8).span)
    }

    /// Whether both are written with the same bytes. To `==` a composed letter and its parts are equal, too.
    package func hasBytes(of other: String) -> Bool {
        withBytes { own in other.withBytes { own.isEqual(to: $0) } }
    }
}

extension Span<UInt8> {
    /// Whether both have the same bytes.
    @inlinable
    package func isEqual(to other: borrowing Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        for index in 0..<count where self[index] != other[index] { return false }
        return true
    }

    /// The first place of `byte` from `start` on, or `end`. Looks at sixteen bytes at once: values of a query are long.
    func place(of byte: UInt8, from start: Int, end: Int) -> Int {
        var index = start
        let pattern = SIMD16<UInt8>(repeating: byte)
        unsafe withUnsafeBytes { raw in
            // Sixteen bytes from `index` on lie before `end`, and `end` is not behind the span.
            let end = Swift.min(end, raw.count)
            while index + 16 <= end {
                let block = unsafe raw.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
                if any(block .== pattern) { break }
                index += 16
            }
        }
        while index < end, self[index] != byte { index += 1 }
        return index
    }
}
