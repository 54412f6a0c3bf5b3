import Bytes
import Projects

/// Finds the string literals in a program, without its comments.
///
/// The scanner knows only comments, literals and interpolations (``LiteralGrammar``), so it also reads programs with mistakes. A single-line
/// literal without a closing quote is skipped. The scanner goes through the file once, whatever the file contains.
struct LiteralScanner {
    private let source: TracedText
    private let grammar: LiteralGrammar
    private var index = 0
    /// The literals that are being read. Each is in the interpolation of the one before. They are changed in place, because a long template has
    /// many interpolations, and a copy for each would take quadratic time.
    private var open: [Literal] = []
    private(set) var literals: [SourceText] = []

    private struct Literal {
        var quote: LiteralGrammar.Quote
        /// The number of `#` around the quotes.
        var hashes = 0
        var read = SourceText(text: TracedText(), isValue: true)
        /// The start of the bytes that are not yet copied to `read`.
        var kept: Int
        /// The interpolation that is being read; nil between interpolations.
        var expression: Expression?
    }

    /// The expression of an interpolation.
    private struct Expression {
        var start: Int
        var opening: UInt8
        var closing: UInt8
        /// The number of brackets that are open.
        var depth = 1
    }

    /// The maximum number of literals inside each other. Deeper ones are skipped.
    private static let deepest = 32

    static func literals(in bytes: [UInt8], _ grammar: LiteralGrammar) -> [SourceText] {
        var scanner = LiteralScanner(source: TracedText(bytes), grammar: grammar)
        while scanner.index < bytes.count { scanner.step() }
        return scanner.literals.sorted { $0.start < $1.start }
    }

    private var bytes: [UInt8] { source.bytes }

    private mutating func step() {
        guard !open.isEmpty else { return stepOutside() }
        guard var expression = open[open.count - 1].expression else { return stepInside() }
        let byte = bytes[index]
        if byte == expression.closing { expression.depth -= 1 } else if byte == expression.opening { expression.depth += 1 }
        if expression.depth > 0 {
            open[open.count - 1].expression = expression
            stepOutside()
        } else {
            open[open.count - 1].expression = nil
            addHole(expression.start..<index + 1)
        }
    }

    // MARK: Outside of literals

    private mutating func stepOutside() {
        if let end = comment() ?? regularExpression() {
            index = end
        } else if let literal = opening(), open.count < Self.deepest {
            index = literal.kept
            open.append(literal)
        } else {
            index += 1
        }
    }

    /// Returns the end of the comment that begins here.
    private func comment() -> Int? {
        for mark in grammar.lineComments where bytes.has(mark, at: index, before: bytes.count) {
            return bytes[index...].firstIndex(where: ByteClass.isLineEnd) ?? bytes.count
        }
        guard grammar.hasBlockComments, bytes.has("/*", at: index, before: bytes.count) else { return nil }
        var (place, depth) = (index + 2, 1)
        while place < bytes.count {
            if bytes.has("*/", at: place, before: bytes.count) {
                depth -= 1
                place += 2
                if depth == 0 { return place }
            } else if grammar.nestsBlockComments, bytes.has("/*", at: place, before: bytes.count) {
                depth += 1
                place += 2
            } else {
                place += 1
            }
        }
        return bytes.count
    }

    /// Returns the end of the regular expression that begins here. A slash after a value divides.
    private func regularExpression() -> Int? {
        guard grammar.hasRegularExpressions, bytes[index] == UInt8(ascii: "/") else { return nil }
        var before = index
        while before > 0, bytes[before - 1] == 0x20, index - before < 8 { before -= 1 }
        guard before == 0 || "(,=:[!&|?{};\n".utf8.contains(bytes[before - 1]) || bytes.has("return", at: before - 6, before: before) else {
            return nil
        }
        return RegularExpressionLiteral.end(in: bytes, at: index)
    }

    private func opening() -> Literal? {
        var (start, hashes) = (index, 0)
        if grammar.hasHashQuotes {
            while start < bytes.count, bytes[start] == UInt8(ascii: "#"), hashes < 16 { (start, hashes) = (start + 1, hashes + 1) }
        }
        for quote in grammar.quotes where bytes.has(quote.opening, at: start, before: bytes.count) {
            return Literal(quote: quote, hashes: hashes, kept: start + quote.opening.utf8CodeUnitCount)
        }
        return nil
    }

    // MARK: Inside of a literal

    private mutating func stepInside() {
        let (quote, hashes) = (open[open.count - 1].quote, open[open.count - 1].hashes)
        while index < bytes.count {
            let byte = bytes[index]
            if !quote.spansLines, ByteClass.isLineEnd(byte) {
                index += 1
                open.removeLast()
                return
            }
            if bytes.has(quote.closing, at: index, before: bytes.count), has(hashes: hashes, at: index + quote.closing.utf8CodeUnitCount) {
                return close()
            }
            if byte == UInt8(ascii: "\\"), quote.hasEscapes, has(hashes: hashes, at: index + 1) {
                let mark = index + 1 + hashes
                if quote.interpolation == .backslash, mark < bytes.count, bytes[mark] == UInt8(ascii: "(") {
                    return enter(mark, "(", ")")
                }
                readEscape(mark)
                continue
            }
            if byte == UInt8(ascii: "$"), quote.interpolation == .braces || quote.interpolation == .dollar {
                if index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "{") { return enter(index + 1, "{", "}") }
                if quote.interpolation == .dollar, let end = name(at: index + 1) {
                    keep()
                    addHole(index..<end)
                    continue
                }
            }
            index += 1
        }
    }

    /// Appends a part that is known only when the program runs, and goes on after it.
    private mutating func addHole(_ hole: Range<Int>) {
        open[open.count - 1].read.text.append([SourceText.placeholder], for: hole, of: source)
        open[open.count - 1].read.holes.append(hole)
        open[open.count - 1].kept = hole.upperBound
        index = hole.upperBound
    }

    private func has(hashes: Int, at place: Int) -> Bool {
        guard hashes > 0 else { return true }
        guard place + hashes <= bytes.count else { return false }
        return bytes[place..<place + hashes].allSatisfy { $0 == UInt8(ascii: "#") }
    }

    /// Appends the bytes before the current place to the literal.
    private mutating func keep() {
        let kept = open[open.count - 1].kept
        if kept < index { open[open.count - 1].read.text.append(source, kept..<index) }
        open[open.count - 1].kept = index
    }

    /// Begins an expression in the literal.
    private mutating func enter(_ bracket: Int, _ opening: Unicode.Scalar, _ closing: Unicode.Scalar) {
        keep()
        open[open.count - 1].expression = Expression(start: index, opening: UInt8(ascii: opening), closing: UInt8(ascii: closing))
        index = bracket + 1
    }

    private func name(at start: Int) -> Int? {
        guard start < bytes.count, ByteClass.isLetter(bytes[start]) || bytes[start] == UInt8(ascii: "_") else { return nil }
        var end = start + 1
        while end < bytes.count, ByteClass.isLetter(bytes[end]) || ByteClass.isDigit(bytes[end]) || bytes[end] == UInt8(ascii: "_") {
            end += 1
        }
        return end
    }

    /// - Parameter mark: The place after the backslash and its hashes.
    private mutating func readEscape(_ mark: Int) {
        guard let escape = LiteralEscape(in: bytes, at: mark) else {
            // An unknown escape stands for itself.
            index = min(mark + 1, bytes.count)
            return
        }
        keep()
        open[open.count - 1].read.text.append(escape.meaning, for: index..<escape.end, of: source)
        open[open.count - 1].kept = escape.end
        index = escape.end
    }

    private mutating func close() {
        keep()
        var literal = open.removeLast()
        index += literal.quote.closing.utf8CodeUnitCount + literal.hashes
        guard literal.quote.isText, !literal.read.text.isEmpty else { return }
        literal.read.continues = isJoined(after: index)
        literals.append(literal.read)
    }

    /// Returns whether the program appends something to the literal that ends at a place.
    private func isJoined(after place: Int) -> Bool {
        var next = place
        let limit = min(bytes.count, place + 200)
        while next < limit, ByteClass.isBlank(bytes[next]) { next += 1 }
        guard next < bytes.count else { return false }
        if bytes[next] == UInt8(ascii: "+") || bytes[next] == UInt8(ascii: "%") { return true }
        return grammar.joinsNeighbors && "\"'".utf8.contains(bytes[next])
    }
}

extension SourceText {
    /// Where the text begins in the file.
    fileprivate var start: Int { text.source(of: 0..<text.count).lowerBound }
}

/// The escape of a string literal, after its backslash. It covers what the languages have in common: `\n`, `\"`, `\/`, `\x2F`, `\u002F` and
/// `\u{2F}`, and the end of a line, which continues the text on the next one.
struct LiteralEscape {
    let meaning: [UInt8]
    let end: Int

    /// Returns nil if there is no such escape. The backslash then belongs to the text, as in a regular expression.
    init?(in bytes: [UInt8], at mark: Int) {
        guard mark < bytes.count else { return nil }
        switch bytes[mark] {
        case UInt8(ascii: "n"), UInt8(ascii: "r"): self.init([0x0A], mark + 1)
        case UInt8(ascii: "t"): self.init([0x09], mark + 1)
        case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "/"), UInt8(ascii: "`"), UInt8(ascii: "$"):
            self.init([bytes[mark]], mark + 1)
        case 0x0A, 0x0D:
            var end = mark + 1
            if bytes[mark] == 0x0D, end < bytes.count, bytes[end] == 0x0A { end += 1 }
            while end < bytes.count, bytes[end] == 0x20 || bytes[end] == 0x09 { end += 1 }
            self.init([], end)
        case UInt8(ascii: "x"): self.init(digits: mark + 1, count: 2, in: bytes)
        case UInt8(ascii: "u"):
            if mark + 1 < bytes.count, bytes[mark + 1] == UInt8(ascii: "{") {
                guard let close = bytes[mark...].prefix(12).firstIndex(of: UInt8(ascii: "}")) else { return nil }
                self.init(digits: mark + 2, count: close - mark - 2, in: bytes, closing: 1)
            } else if let escape = ByteView.with(bytes.span, { JSONEscape(in: $0, at: mark - 1, end: bytes.count) }) {
                self.init(Array(String(escape.scalar).utf8), mark - 1 + escape.length)
            } else {
                return nil
            }
        default: return nil
        }
    }

    private init(_ meaning: [UInt8], _ end: Int) {
        self.meaning = meaning
        self.end = end
    }

    private init?(digits start: Int, count: Int, in bytes: [UInt8], closing: Int = 0) {
        guard count > 0, count <= 8, start + count + closing <= bytes.count else { return nil }
        var value: UInt32 = 0
        for byte in bytes[start..<start + count] {
            guard let digit = ByteClass.hexadecimal(byte) else { return nil }
            value = value << 4 | UInt32(digit)
        }
        guard let scalar = Unicode.Scalar(value) else { return nil }
        self.init(Array(String(scalar).utf8), start + count + closing)
    }
}
