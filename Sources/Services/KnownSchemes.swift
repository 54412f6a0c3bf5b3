import Bytes

/// The schemes of `Resources/services/schemes.json`.
package struct KnownSchemes: Sendable {
    package let all: [SchemeFacts]
    private let index: WordIndex

    /// The embedded table, read on first use.
    package static let embedded = KnownSchemes(EmbeddedTable.schemes.rows.flatMap(SchemeFacts.all))

    package init(_ schemes: [SchemeFacts]) {
        all = schemes
        index = WordIndex(schemes.enumerated().map { (WordHash($1.name.utf8), $0) })
    }

    /// Returns what is known of the scheme at `range`.
    package func facts(_ bytes: Span<UInt8>, _ range: Range<Int>) -> SchemeFacts? {
        place(of: bytes, range).map { all[$0] }
    }

    /// Returns whether links of the scheme need no `//`.
    package func isOpaque(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        place(of: bytes, range).map { all[$0].isOpaque } ?? false
    }

    private func place(of bytes: Span<UInt8>, _ range: Range<Int>) -> Int? {
        guard range.count <= 64 else { return nil }
        var hash = WordHash()
        for index in range { hash.add(bytes[index]) }
        return index.first(hash) { candidate in
            all[candidate].name.withBytes { name in
                guard name.count == range.count else { return false }
                for index in 0..<name.count where ByteClass.lowered(bytes[range.lowerBound + index]) != name[index] { return false }
                return true
            }
        }
    }
}
