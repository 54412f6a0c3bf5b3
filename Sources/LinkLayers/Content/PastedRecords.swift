import JSONDocument

/// Takes a paste apart into records: one a line, unless all of it is one JSON value written over several lines.
package enum PastedRecords {
    package static func split(_ bytes: [UInt8]) -> [[UInt8]] {
        if let whole = oneDocument(bytes) { return [whole] }
        return bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D })
            .filter { line in line.contains { !isBlank($0) } }
            .map(Array.init)
    }

    /// A JSON object over several lines, its line ends (blanks, to JSON) made blanks.
    private static func oneDocument(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.first(where: { !isBlank($0) }) == UInt8(ascii: "{"), bytes.contains(0x0A) || bytes.contains(0x0D) else { return nil }
        let document = JSONDocument(bytes)
        guard document.isValid else { return nil }
        return bytes.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
