/// A table in CSV (RFC 4180): cells between commas, lines that end with CR LF, and quotes around cells that need them.
///
/// A spreadsheet takes a cell that begins with `=`, `+`, `-` or `@` for a formula, also after spaces or in full width, and a link is text
/// from anybody. Such a cell gets a `'` in front, and quotes. Invisible characters, such as tabs and line ends, are escaped as on the
/// screen.
package struct CSVTable {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    package mutating func append(_ cells: [String]) {
        for (index, cell) in cells.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            append(PlainText.safe(cell))
        }
        bytes += [0x0D, 0x0A]
    }

    package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    private mutating func append(_ cell: String) {
        let isFormula = cell.unicodeScalars.first { $0 != " " }.map { "=+-@＝＋－＠".unicodeScalars.contains($0) } ?? false
        guard isFormula || cell.utf8.contains(where: { "\",\r\n".utf8.contains($0) }) else {
            bytes += cell.utf8
            return
        }
        bytes.append(UInt8(ascii: "\""))
        if isFormula { bytes.append(UInt8(ascii: "'")) }
        for byte in cell.utf8 {
            if byte == UInt8(ascii: "\"") { bytes.append(byte) }
            bytes.append(byte)
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
