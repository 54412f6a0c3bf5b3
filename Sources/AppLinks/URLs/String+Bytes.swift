extension String {
    /// Lends the text's UTF-8 bytes as a span, without a copy for every native string.
    ///
    /// `utf8.span` says the same but asks for macOS 26; this is the one place that spells it with what macOS 15 has.
    @inline(__always)
    package func withBytes<Answer>(_ body: (Span<UInt8>) -> Answer) -> Answer {
        let lent = unsafe utf8.withContiguousStorageIfAvailable { buffer in unsafe body(buffer.span) }
        return lent ?? body(Array(utf8).span)
    }
}
