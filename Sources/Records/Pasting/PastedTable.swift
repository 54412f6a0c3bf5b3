import Bytes

// Finds the links in a table whose first row names its columns, as spreadsheets export it (RFC 4180) or copy it:
//
//    url,campaign                        campaign;url
//    https://a.example/?q=1,spring       spring;"shop://item?tags=a;b"
//    "shop://item?name=""x,y""",fall     fall;shop://item/2
//
// A link may contain commas and semicolons, so such a text is a table only if the name of a column says that it has links, or if several
// links are in the same column. No link contains the tabs of cells that were copied, so these cells need no names.

/// A table whose columns have links.
struct PastedTable {
    /// The links in the order of their rows. In a column of links, every cell that is not empty counts, even if it is malformed.
    private(set) var links: [PastedRecord] = []
    private(set) var rowsWithoutLink = 0

    /// The maximum length of a column's name in bytes, and in words if the name is to say that the column has links. Anything longer is a
    /// sentence.
    private static let longestName = (bytes: 64, words: 3)

    /// - Parameter hasRows: Whether other rows came before, if the text is the names of the table and a single row. Nil for a whole table.
    init?(_ text: TracedText, hasRows: Bool? = nil) {
        guard let end = text.bytes.firstIndex(where: ByteClass.isLineEnd) else { return nil }
        let first = text.bytes[..<end]
        let hasNames = text.bytes.place(of: "://", in: 0..<end) == nil
        for separator in "\t;,".utf8 where first.contains(separator) || hasNames && separator == UInt8(ascii: ",") {
            guard hasNames || separator == UInt8(ascii: "\t"), let rows = Self.rows(of: text.bytes, separator) else { continue }
            if read(rows, of: text, hasNames: hasNames, separator, hasRows) { return }
        }
        return nil
    }

    /// Returns whether a line may name the columns of a table. The colon of a link rules out nearly every line.
    static func hasNames(_ line: Span<UInt8>) -> Bool {
        guard line.count <= 1 << 10, line.place(of: UInt8(ascii: ":"), from: 0, end: line.count) == line.count else { return false }
        let text = TracedText(line.array)
        let separator = "\t;,".utf8.first(where: text.bytes.contains)
        guard let row = rows(of: text.bytes, separator ?? UInt8(ascii: ","))?.first else { return false }
        let names = row.map { String(decoding: cell(text, $0).bytes, as: UTF8.self) }
        // A link without a scheme has other signs than a name.
        return names.allSatisfy { $0.utf8.count <= longestName.bytes && !$0.utf8.contains { "./?=".utf8.contains($0) } }
            && names.contains(where: namesLinks) && (names.count > 1 || !names[0].contains(" "))
    }

    private mutating func read(
        _ rows: [[Range<Int>]], of text: TracedText, hasNames: Bool, _ separator: UInt8, _ hasRows: Bool?
    ) -> Bool {
        guard rows.count > 1 else { return false }
        let names = rows[0].map { hasNames ? String(decoding: Self.cell(text, $0).bytes, as: UTF8.self) : "" }
        guard names.allSatisfy({ $0.utf8.count <= Self.longestName.bytes && $0.last != ":" }) else { return false }
        var body: [[TracedText]] = []
        for row in hasNames ? rows.dropFirst() : rows[...] {
            guard let row = Self.fitted(row, of: text, to: names.count) else { return false }
            body.append(row.map { Self.cell(text, $0) })
        }
        var count = 0
        let columns = names.indices.filter { column in
            let cells = body.map { $0[column] }.filter { !$0.isEmpty }
            let links = cells.count { PastedJSON.isLink($0.bytes) }
            count += links
            // The other rows of a stream may have links.
            return (links > 0 || hasRows ?? false || hasRows != nil && cells.isEmpty)
                && (Self.namesLinks(names[column]) || 2 * links > cells.count)
        }
        let isNamed = columns.contains { Self.namesLinks(names[$0]) }
        if names.count == 1 {
            guard isNamed, hasRows == nil && !names[0].contains(" ") || count == body.count else { return false }
        } else {
            guard !columns.isEmpty, isNamed || separator == UInt8(ascii: "\t") || count > 1 else { return false }
        }
        for row in body {
            let before = links.count
            for (column, cell) in row.enumerated() where !cell.isEmpty {
                if columns.contains(column), !cell.bytes.contains(where: ByteClass.isLineEnd) {
                    links.append(PastedRecord(text: cell, wrapping: .table, key: names[column]))
                } else {
                    links += LinkSearch.links(in: cell, 0..<cell.count).map {
                        PastedRecord(text: $0.record.text, wrapping: .table, key: names[column])
                    }
                }
            }
            if links.count == before { rowsWithoutLink += 1 }
        }
        return true
    }

    /// Returns whether a column's name says that the column has links: `url`, `Deep Link`, `ios_uri`.
    private static func namesLinks(_ name: String) -> Bool {
        let bytes = Array(name.utf8)
        let words: [StaticString] = ["url", "uri", "link", "href"]
        return bytes.count(where: ByteClass.isBlank) < longestName.words
            && bytes.indices.contains { place in words.contains { bytes.hasLetters($0, at: place) } }
    }

    /// Returns a row with as many cells as the table has columns. If a link without quotes contains separators, its parts are joined again.
    /// Returns nil for a row of another form.
    private static func fitted(_ row: [Range<Int>], of text: TracedText, to count: Int) -> [Range<Int>]? {
        guard row.count != count else { return row }
        guard let place = row.firstIndex(where: { PastedJSON.isLink(cell(text, $0).bytes) }) else { return nil }
        guard row.count > count else { return row + Array(repeating: text.count..<text.count, count: count - row.count) }
        let last = place + row.count - count
        guard last < row.count else { return nil }
        return row[..<place] + [row[place].lowerBound..<row[last].upperBound] + row[(last + 1)...]
    }

    // MARK: Rows and cells

    /// Returns the places of the cells of each row. Blank rows are left out. Returns nil if the quotation marks of a cell are wrong.
    private static func rows(of bytes: [UInt8], _ separator: UInt8) -> [[Range<Int>]]? {
        var rows: [[Range<Int>]] = []
        var row: [Range<Int>] = []
        var position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        while position <= bytes.count {
            let start = position
            if start < bytes.count, bytes[start] == quote {
                guard let end = endOfQuotes(bytes, from: start) else { return nil }
                position = end
            } else {
                position = bytes[start...].firstIndex { $0 == separator || ByteClass.isLineEnd($0) } ?? bytes.count
            }
            row.append(start..<position)
            if position < bytes.count, bytes[position] == separator {
                position += 1
                continue
            }
            guard position == bytes.count || ByteClass.isLineEnd(bytes[position]) else { return nil }
            if row.contains(where: { !bytes[$0].allSatisfy(ByteClass.isBlank) }) { rows.append(row) }
            row = []
            position += 1
        }
        return rows
    }

    private static let quote = UInt8(ascii: "\"")

    /// Returns the position after the quote that closes the cell. A quote within the cell is written twice.
    private static func endOfQuotes(_ bytes: [UInt8], from start: Int) -> Int? {
        var position = start + 1
        while let end = bytes[position...].firstIndex(of: quote) {
            guard end + 1 < bytes.count, bytes[end + 1] == quote else { return end + 1 }
            position = end + 2
        }
        return nil
    }

    /// Returns the text of a cell without its quotes and the spaces around it.
    private static func cell(_ text: TracedText, _ place: Range<Int>) -> TracedText {
        let bytes = text.bytes
        let isQuoted = place.count > 1 && bytes[place.lowerBound] == quote
        let inner = isQuoted ? place.lowerBound + 1..<place.upperBound - 1 : place
        let content = bytes.span.trimmed(inner)
        guard isQuoted else { return TracedText(text, content) }
        let end = content.upperBound
        return text.decoding(content, where: { $0 == quote }) { bytes.has("\"\"", at: $0, before: end) ? ([quote], 2) : nil }
            ?? TracedText(text, content)
    }
}
