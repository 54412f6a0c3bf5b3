import CursesTerminal
import Screen
import TestSupport
import Testing

@Suite("QR codes")
struct QREncoderTests {
    /// Returns whether a finder pattern is at a position: dark 7x7, light 5x5, dark 3x3, with light modules around it.
    private func isFinder(_ code: QRCode, column: Int, row: Int) -> Bool {
        (-1...7).allSatisfy { y in
            (-1...7).allSatisfy { x in
                let distance = max(abs(x - 3), abs(y - 3))
                let isDark = distance == 3 || distance <= 1
                let isInside = (0..<code.width).contains(column + x) && (0..<code.width).contains(row + y)
                return !isInside || code.isDark(column: column + x, row: row + y) == isDark
            }
        }
    }

    /// Returns the error correction level, which two bits of the format information give.
    private func level(of code: QRCode) -> String {
        let bits = (code.isDark(column: 0, row: 8), code.isDark(column: 1, row: 8))
        return switch (bits.0 != true, bits.1 != false) {
        case (false, true): "L"
        case (false, false): "M"
        case (true, true): "Q"
        case (true, false): "H"
        }
    }

    @Test("finder patterns in three corners, timing patterns between them", arguments: [1, 17, 18, 100, 500, 2000, 2953])
    func patterns(_ count: Int) throws {
        let code = try #require(QREncoder.code(of: Array(repeating: UInt8(ascii: "x"), count: count)))
        let far = code.width - 7
        #expect(isFinder(code, column: 0, row: 0) && isFinder(code, column: far, row: 0) && isFinder(code, column: 0, row: far))
        #expect(!isFinder(code, column: far, row: far))
        for place in 8..<code.width - 8 {
            #expect(code.isDark(column: place, row: 6) == (place % 2 == 0))
            #expect(code.isDark(column: 6, row: place) == (place % 2 == 0))
        }
    }

    @Test(
        "the smallest that does, and the correction of errors that has room in it",
        arguments: [(7, 21, "H"), (8, 21, "Q"), (11, 21, "Q"), (12, 21, "M"), (14, 21, "M"), (15, 21, "L"), (17, 21, "L"), (18, 25, "Q")]
    )
    func fitting(_ count: Int, _ width: Int, _ level: String) throws {
        let code = try #require(QREncoder.code(of: Array(repeating: 0xFF, count: count)))
        #expect(code.width == width)
        #expect(self.level(of: code) == level)
    }

    @Test("the largest has 177 modules; a byte more than it holds makes none, and so does nothing at all")
    func limits() {
        let bytes = [UInt8](repeating: 0, count: QRCode.mostBytes)
        #expect(QREncoder.code(of: bytes)?.width == 177)
        #expect(QREncoder.code(of: bytes + [0]) == nil)
        #expect(QREncoder.code(of: []) == nil)
    }

    @Test("another link is another code; the same link the same")
    func distinct() {
        let one = QREncoder.code(of: Array("shop://p/1".utf8))
        #expect(one == QREncoder.code(of: Array("shop://p/1".utf8)))
        #expect(one != QREncoder.code(of: Array("shop://p/2".utf8)))
    }
}
