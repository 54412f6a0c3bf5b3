extension String {
    /// Calls `body` with the UTF-8 bytes of the text as a span. A native string is not copied.
    ///
    /// `utf8.span` does the same but requires macOS 26, so macOS 15 needs this method.
    @inlinable @inline(__always)
    package func withBytes<Answer>(_ body: (Span<UInt8>) -> Answer) -> Answer {
        let lent = unsafe utf8.withContiguousStorageIfAvailable { buffer in unsafe body(buffer.span) }
        return lent ?? body(Array(utf8).span)
    }

    /// Returns whether both texts have the same bytes. In contrast, `==` treats a composed letter as equal to its decomposed form.
    package func hasBytes(of other: String) -> Bool {
        utf8.count == other.utf8.count && withBytes { own in other.withBytes { own.isEqual(to: $0) } }
    }
}

extension Span<UInt8> {
    /// Returns whether both spans have the same bytes.
    @inlinable
    package func isEqual(to other: borrowing Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        return ByteView.with(self) { own in ByteView.with(other) { own.isEqual(0..<own.count, to: $0, 0..<own.count) } }
    }

    /// Returns the first offset of `byte`, which is ASCII, from `start` on, or `end` if `byte` does not occur.
    package func place(of byte: UInt8, from start: Int, end: Int) -> Int {
        ByteView.with(self) { $0.place(of: byte, from: start, end: end) }
    }
}
