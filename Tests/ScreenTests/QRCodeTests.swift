import Screen
import TestSupport
import Testing

@Suite("Drawing a QR code as text")
struct QRCodeTests {
    private func code(_ width: Int, seed: UInt64) throws -> QRCode {
        var random = SeededRandom(seed: seed)
        return try #require(QRCode(width: width, modules: (0..<width * width).map { _ in random.next() % 2 == 0 }))
    }

    /// Reads the modules back from rows of text, cell by cell.
    private func modules(of lines: [String], _ encoding: Sanitizer.Encoding) -> [[Bool]] {
        switch encoding {
        case .utf8:
            lines.flatMap { line in
                [line.map { "█▀".contains($0) }, line.map { "█▄".contains($0) }]
            }
        case .ascii:
            lines.map { line in stride(from: 0, to: line.count, by: 2).map { Array(line)[$0] == "#" && Array(line)[$0 + 1] == "#" } }
        }
    }

    @Test("the drawing has the same modules as the code, with the quiet zone around it", arguments: [21, 25], [4, 2])
    func readBack(_ width: Int, _ quiet: Int) throws {
        let code = try code(width, seed: UInt64(width + quiet))
        for encoding in [Sanitizer.Encoding.utf8, .ascii] {
            let lines = code.lines(quiet: quiet, encoding)
            let size = code.size(quiet: quiet, encoding)
            #expect(lines.count == size.rows && lines.allSatisfy { $0.count == size.columns })
            let read = modules(of: lines, encoding)
            for row in 0..<read.count {
                for column in 0..<read[row].count {
                    #expect(read[row][column] == code.isDark(column: column - quiet, row: row - quiet), "\(column), \(row)")
                }
            }
        }
    }

    @Test("the widest quiet zone that fits is used")
    func room() throws {
        let code = try code(21, seed: 1)
        #expect(code.quietZone(in: Size(columns: 29, rows: 15), .utf8) == 4)
        #expect(code.quietZone(in: Size(columns: 29, rows: 14), .utf8) == 2)
        #expect(code.quietZone(in: Size(columns: 24, rows: 13), .utf8) == nil)
        #expect(code.quietZone(in: Size(columns: 58, rows: 29), .ascii) == 4)
        #expect(code.quietZone(in: Size(columns: 0, rows: 0), .ascii) == nil)
    }

    @Test("a wrong width or number of modules gives no QR code", arguments: [(0, 0), (20, 400), (21, 440), (22, 484), (181, 181 * 181)])
    func refused(_ width: Int, _ count: Int) {
        #expect(QRCode(width: width, modules: Array(repeating: false, count: count)) == nil)
    }
}
