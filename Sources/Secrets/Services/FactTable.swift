import Bytes
import CResources
package import JSONDocument
import Synchronization

/// A table of `Resources/services`: JSON with one row on each line, written with one space after each comma and colon.
///
/// Each start of the program needs only the words by which rows are looked up. The C library's search for text finds them in a debug build,
/// too, in a hundredth of the time that parsing the table takes. A row is parsed when it is asked for.
package final class FactTable: Sendable {
    /// The lines of the table, and a zero byte, which ends a text of C.
    package let text: [UInt8]
    /// The places of the rows in `text`.
    package let rows: [Range<Int>]
    private let parsed = Atomic<Int>(0)

    // The order decides where rows for the same host differ only in their paths: the first one counts.
    static let services = FactTable(embedded: ["wrappers", "endings", "shorteners", "attribution", "tracking"])
    static let apps = FactTable(embedded: ["apps"])
    static let schemes = FactTable(embedded: ["schemes"])
    static let secrets = FactTable(embedded: ["secrets"])

    private convenience init(embedded names: [String]) {
        self.init(names.flatMap { ResourceFile("services/\($0).json")?.bytes ?? [] })
    }

    /// Creates a table from the text of one or more files.
    package init(_ text: [UInt8]) {
        let text = text + [0]
        var rows: [Range<Int>] = []
        var start = 0
        while start < text.count - 1 {
            let end = Self.place(of: "\n", in: text, from: start)
            if text[start] == UInt8(ascii: "{") { rows.append(start..<(text[end - 1] == UInt8(ascii: ",") ? end - 1 : end)) }
            start = end + 1
        }
        (self.text, self.rows) = (text, rows)
    }

    /// Returns the place of the first occurrence of `word` at or after `start`, which is in the text. If `word` does not
    /// occur, returns the place of the zero byte at the end.
    private static func place(of word: String, in text: [UInt8], from start: Int) -> Int {
        // Both texts end with a zero byte, and C keeps neither of them.
        unsafe linkscope_place(text, start, word)
    }

    // MARK: Rows

    /// The number of rows that were parsed, for tests.
    package var parsedRows: Int { parsed.load(ordering: .relaxed) }

    /// Parses a row.
    package func parse(_ row: Int) -> JSONDocument.Node? {
        parsed.add(1, ordering: .relaxed)
        return JSONDocument(Array(text[rows[row]])).root
    }

    /// Returns the rows with a text that no string contains, such as `"state": "dead"`.
    package func rows(with text: String) -> [Int] {
        var found: [Int] = []
        forEachPlace(of: text) { row, _ in if found.last != row { found.append(row) } }
        return found
    }

    /// Calls `body` with each row that has a text, and with the place of the text.
    private func forEachPlace(of text: String, _ body: (_ row: Int, _ place: Int) -> Void) {
        var (row, place) = (0, 0)
        while true {
            place = Self.place(of: text, in: self.text, from: place)
            while row < rows.count, rows[row].upperBound <= place { row += 1 }
            if row == rows.count { return }
            body(row, place)
            place += 1
        }
    }

    /// Returns the place of a row's name, which comes first.
    package func name(of row: Int) -> Range<Int> {
        let start = rows[row].lowerBound + #"{"name": ""#.utf8.count
        return start..<Self.place(of: "\"", in: text, from: start)
    }

    // MARK: Words

    /// A word of a list.
    package struct Word {
        /// Its place in the text of the table.
        package let range: Range<Int>
        package let row: Int
        /// The number of words that come before it in the lists of the row with the same key.
        package let number: Int
    }

    /// Calls `body` with each word of the lists that are called `key`.
    package func forEachWord(of key: String, _ body: (Word) -> Void) {
        let opening = "\"\(key)\": ["
        var (last, number) = (0, 0)
        forEachPlace(of: opening) { row, place in
            if row != last { (last, number) = (row, 0) }
            var place = place + opening.utf8.count
            while text[place] == UInt8(ascii: "\"") {
                let end = Self.place(of: "\"", in: text, from: place + 1)
                body(Word(range: place + 1..<end, row: row, number: number))
                number += 1
                // Past `", ` or `"]`.
                place = end + (text[end + 1] == UInt8(ascii: ",") ? 3 : 1)
            }
        }
    }

    /// Returns the hash of a part of the text, without the bytes that `isIgnored` is true for.
    package func hash(_ range: Range<Int>, without isIgnored: (UInt8) -> Bool = { _ in false }) -> WordHash {
        var hash = WordHash()
        for index in range where !isIgnored(text[index]) { hash.add(text[index]) }
        return hash
    }
}

/// The rows of a table. Each row is read on its first use.
package struct FactRows<Row: AnyObject & Sendable>: Sendable {
    package let table: FactTable
    private let cells: [FactCell]
    private let make: @Sendable (JSONDocument.Node) -> Row?

    /// - Parameter make: Reads a row. Returns nil if the row lacks a required key; a test reports it.
    package init(_ table: FactTable, _ make: @escaping @Sendable (JSONDocument.Node) -> Row?) {
        (self.table, self.make) = (table, make)
        cells = table.rows.map { _ in FactCell() }
    }

    package subscript(index: Int) -> Row? {
        if let row = cells[index].row {
            // The cells have no other objects.
            return unsafe unsafeDowncast(row, to: Row.self)
        }
        guard let row = table.parse(index).flatMap(make) else { return nil }
        return unsafe unsafeDowncast(cells[index].keep(row), to: Row.self)
    }

    /// All rows, in order.
    package var all: [Row] { cells.indices.compactMap { self[$0] } }
}

/// A row that is kept once it is read. This is not an `AtomicLazyReference`, whose methods are not inlined, and it is not generic, because
/// for a generic class another module would look up its type in each access.
@safe
private final class FactCell: Sendable {
    /// The row, retained.
    private let reference = unsafe Atomic<Unmanaged<any AnyObject & Sendable>?>(nil)

    deinit { unsafe reference.load(ordering: .acquiring)?.release() }

    // A reference is never replaced, so it is valid as long as the cell.
    var row: (any AnyObject & Sendable)? { unsafe reference.load(ordering: .acquiring)?.takeUnretainedValue() }

    /// Keeps a row, unless another thread has read it first. Returns the row that is kept.
    func keep(_ row: any AnyObject & Sendable) -> any AnyObject & Sendable {
        let own = unsafe Unmanaged.passRetained(row)
        let (isFirst, other) = unsafe reference.compareExchange(expected: nil, desired: own, ordering: .acquiringAndReleasing)
        if !isFirst { unsafe own.release() }
        return unsafe other?.takeUnretainedValue() ?? row
    }
}

/// A file of Resources/ that is embedded in the program.
package struct ResourceFile: Sendable {
    package let bytes: [UInt8]

    /// Finds the file with this name. Returns nil if there is no such file.
    package init?(_ name: String) {
        // The table of resources and the bytes it points to are constants of the program.
        let files = unsafe UnsafeBufferPointer(start: linkscope_resources(), count: linkscope_resource_count())
        guard let file = unsafe files.first(where: { unsafe String(cString: $0.name) == name }) else { return nil }
        bytes = unsafe Array(UnsafeBufferPointer(start: file.start, count: file.end - file.start))
    }

    /// The names of all files.
    package static var names: [String] {
        let files = unsafe UnsafeBufferPointer(start: linkscope_resources(), count: linkscope_resource_count())
        return unsafe files.map { unsafe String(cString: $0.name) }
    }
}
