import Bytes

/// The schemes of `Resources/services/schemes.json`.
package struct KnownSchemes: Sendable {
    package let rows: FactRows<SchemeFacts>
    private var index = WordIndex()

    /// The embedded table.
    package static let embedded = KnownSchemes(.schemes)

    package init(_ table: FactTable) {
        rows = FactRows(table) { SchemeFacts($0) }
        table.forEachWord(of: "names") { index.insert(table.hash($0.range), row: $0.row, number: $0.number) }
    }

    /// Returns what is known of the scheme at `range`.
    package func facts(_ bytes: Span<UInt8>, _ range: Range<Int>) -> SchemeFacts? {
        guard range.count <= 64 else { return nil }
        var hash = WordHash()
        for index in range { hash.add(bytes[index]) }
        return index.first(hash) { row, number -> SchemeFacts? in
            guard let facts = rows[row], number < facts.names.count else { return nil }
            return facts.names[number].withBytes { name -> SchemeFacts? in
                guard name.count == range.count else { return nil }
                for index in 0..<name.count where ByteClass.lowered(bytes[range.lowerBound + index]) != name[index] { return nil }
                return facts
            }
        }
    }

    /// Returns whether links of the scheme need no `//`.
    package func isOpaque(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool { facts(bytes, range)?.isOpaque ?? false }
}
