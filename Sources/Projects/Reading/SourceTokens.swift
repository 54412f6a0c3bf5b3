import Bytes

/// The tokens of a program, a build script or a JSON file, without comments. Each opening bracket knows where it closes.
///
/// A text is bracketed by its quotes, and has pieces, names (`$name`), and `${`…`}` with tokens between its quotes. So templates in
/// templates need no recursion, and anything is skipped in one step.
struct SourceTokens {
    enum Kind: UInt8 { case word, number, text, sign, opening, closing }

    struct Token {
        var kind: Kind
        var start: Int
        var end: Int
        /// The index of the token that closes an opening one, or the number of tokens if none does.
        var partner = 0
        /// Whether the backslashes of a text are nothing but backslashes.
        var isRaw = false
    }

    let file: SourceFile
    let dialect: Dialect
    private(set) var all: [Token] = []

    private var bytes: [UInt8] { file.bytes }
    private var index = 0
    private var open: [Open] = []
    /// How many brackets of each form are open since the last quote. A closing bracket without an open one is left out.
    private var counts = SIMD4<Int>()
    /// The token that was read last.
    private var last: Token?
    /// Whether only texts are wanted. Then nothing else is kept, because a program can be one long line of signs.
    private let isOfTexts: Bool

    private struct Open {
        var token: Int
        var form: Int
        /// For `${`: the number of open brackets before.
        var saved: SIMD4<Int>?
        var quote = Quote()
    }

    private struct Quote {
        var byte: UInt8 = 0
        var length = 1
        var isRaw = false
        var hasHoles = false
        /// The number of `#` around the quotes, and after the backslash of an escape.
        var hashes = 0
    }

    private static let (openings, closings) = (Array("([{".utf8), Array(")]}".utf8))
    private static let (curly, quoted) = (2, 3)
    /// The most brackets and texts in one another. Deeper brackets are signs.
    private static let deepest = 10_000
    private static let mostMarks = 17

    init(_ file: SourceFile, onlyTexts isOfTexts: Bool = false) {
        self.file = file
        self.isOfTexts = isOfTexts
        dialect = Dialect.of(file.path)
        while index < bytes.count {
            if let last = open.last, last.form == Self.quoted { readText(last.quote) } else { step() }
        }
        for bracket in open { all[bracket.token].partner = all.count }
    }

    /// Returns whether a token is this word or sign; false after the last token.
    func has(_ index: Int, _ text: StaticString) -> Bool {
        guard all.indices.contains(index) else { return false }
        let token = all[index]
        return token.end - token.start == text.utf8CodeUnitCount && bytes.has(text, at: token.start, before: token.end)
            && token.kind != .text
    }

    func kind(_ index: Int) -> Kind? { all.indices.contains(index) ? all[index].kind : nil }

    func isWord(_ index: Int) -> Bool { kind(index) == .word }

    /// Returns a word, a number or a sign; nothing for a piece of a text.
    func word(_ index: Int) -> String {
        guard let kind = kind(index), kind != .text else { return "" }
        return String(decoding: bytes[all[index].start..<all[index].end], as: UTF8.self)
    }

    /// Returns what a piece of a text stands for.
    func piece(_ index: Int) -> String {
        guard kind(index) == .text else { return "" }
        let range = all[index].start..<all[index].end
        return String(decoding: all[index].isRaw ? Array(bytes[range]) : LiteralEscape.decoded(range, of: bytes), as: UTF8.self)
    }

    /// Returns the text that a quote begins, if there is no expression in it.
    func text(_ index: Int) -> String? {
        guard isQuote(index) else { return nil }
        let inside = inside(index)
        return inside.isEmpty ? "" : inside.count == 1 && kind(index + 1) == .text ? piece(index + 1) : nil
    }

    /// Returns the texts without expressions in a range of tokens.
    func texts(_ range: Range<Int>) -> [String] { range.compactMap(text) }

    /// Returns the first token after this one, and after what it opens.
    func after(_ index: Int) -> Int { kind(index) == .opening ? min(all[index].partner + 1, all.count) : index + 1 }

    /// Returns the tokens between an opening one and the one that closes it.
    func inside(_ index: Int) -> Range<Int> { index + 1..<(kind(index) == .opening ? all[index].partner : index + 1) }

    /// Returns the parts of a range of tokens between commas that are in no bracket.
    func split(_ range: Range<Int>) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var (start, index) = (range.lowerBound, range.lowerBound)
        while index < range.upperBound {
            if has(index, ",") {
                parts.append(start..<index)
                start = index + 1
            }
            index = after(index)
        }
        if start < range.upperBound { parts.append(start..<range.upperBound) }
        return parts
    }

    /// Returns the bytes from a token to the one before `end`.
    func range(_ start: Int, _ end: Int) -> Range<Int> {
        guard all.indices.contains(start) else { return bytes.count..<bytes.count }
        let last = min(max(end, start + 1), all.count) - 1
        return all[start].start..<max(all[last].end, all[start].start)
    }

    /// Returns the place of a token, or of a text with its quotes.
    func place(_ index: Int) -> SourcePlace { file.place(range(index, isQuote(index) ? after(index) : index + 1)) }

    func startsLine(_ index: Int) -> Bool {
        guard all.indices.contains(index), index > 0 else { return true }
        return bytes[all[index - 1].end..<all[index].start].contains(0x0A)
    }

    func isQuote(_ index: Int) -> Bool {
        kind(index) == .opening && "'\"`".utf8.contains(bytes[all[index].end - 1])
    }

    // MARK: Reading

    private mutating func add(_ kind: Kind, _ end: Int) {
        let token = Token(kind: kind, start: index, end: end)
        let isOfText = kind == .text || kind == .opening || kind == .closing || open.last?.form == Self.quoted
        if !isOfTexts || isOfText { all.append(token) }
        pass(token)
    }

    /// Goes on after a token without keeping it.
    private mutating func pass(_ token: Token) { (last, index) = (token, token.end) }

    private mutating func step() {
        let byte = bytes[index]
        if ByteClass.isBlank(byte) {
            index += 1
        } else if bytes.has(dialect.lineComment, at: index, before: bytes.count) {
            index = bytes[index...].firstIndex(of: 0x0A) ?? bytes.count
        } else if dialect.hasBlockComments, bytes.has("/*", at: index, before: bytes.count) {
            readBlockComment()
        } else if let quote = quote(), open.count < Self.deepest {
            let mark = bytes[index...].firstIndex(of: quote.byte) ?? index
            push(Self.quoted, mark + quote.length, quote)
        } else if let form = Self.openings.firstIndex(of: byte) {
            guard open.count < Self.deepest, !isOfTexts || !open.isEmpty else {
                return pass(Token(kind: .opening, start: index, end: index + 1))
            }
            counts[form] += 1
            push(form, index + 1)
        } else if let form = Self.closings.firstIndex(of: byte) {
            close(form)
        } else if isWord(byte) {
            let end = bytes[index...].firstIndex { !isWord($0) } ?? bytes.count
            add(ByteClass.isDigit(byte) ? .number : .word, end)
        } else if let end = endOfRegularExpression() {
            add(.sign, end)
        } else {
            // Between texts, the bytes of a sign may count as signs.
            let sign = isOfTexts ? nil : Self.signs.first { bytes.has($0, at: index, before: bytes.count) }
            let length = sign?.utf8CodeUnitCount
            add(.sign, index + (length ?? 1))
        }
    }

    private static let signs: [StaticString] = [
        "...?", "...", "===", "!==", "=>", "==", "!=", "&&", "||", "??", "?.", "?:", "..", "+=", "!!", "->", "::",
    ]

    private mutating func readBlockComment() {
        var depth = 0
        while index < bytes.count {
            if bytes.has("*/", at: index, before: bytes.count) {
                (index, depth) = (index + 2, depth - 1)
                if depth == 0 { return }
            } else if depth == 0 || dialect.nestsBlockComments, bytes.has("/*", at: index, before: bytes.count) {
                (index, depth) = (index + 2, depth + 1)
            } else {
                index += 1
            }
        }
    }

    private func isWord(_ byte: UInt8) -> Bool {
        ByteClass.isLetterOrDigit(byte) || byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
    }

    private func quote() -> Quote? {
        let start = bytes[index...].prefix(Self.mostMarks).firstIndex { !dialect.marks.utf8.contains($0) } ?? bytes.count
        guard start < bytes.count, dialect.quotes.utf8.contains(bytes[start]) else { return nil }
        let (byte, marks) = (bytes[start], bytes[index..<start])
        let isLong = dialect.hasLongTexts && bytes[start...].prefix(3).elementsEqual([byte, byte, byte])
        let hashes = marks.first == UInt8(ascii: "#") ? marks.count : 0
        let isRaw = !marks.isEmpty && hashes == 0 && marks != [UInt8(ascii: "$")] || isLong && dialect.areLongTextsRaw
        // Only in C# a mark begins the expressions; in Dart, as in `r'$a'`, it ends them.
        let isMarked = dialect.hole.utf8CodeUnitCount > 1 ? marks.count == hashes : marks.contains(UInt8(ascii: "$"))
        let isTemplate = dialect.templates.utf8.contains(byte) && isMarked
        return Quote(byte: byte, length: isLong ? 3 : 1, isRaw: isRaw, hasHoles: isTemplate, hashes: hashes)
    }

    /// The length up to which the closing slash of a regular expression is looked for, so that a file full of slashes takes linear time.
    private static let longestExpression = 500

    /// Returns the end of a JavaScript regular expression such as `/[a-z/]+/`, whose quotes and brackets open nothing; nil if nothing closes
    /// it on its line, so that the slash divides.
    private func endOfRegularExpression() -> Int? {
        guard dialect.hasRegularExpressions, bytes[index] == UInt8(ascii: "/") else { return nil }
        if let last {
            let isValue = last.kind == .sign ? bytes[last.start] == UInt8(ascii: "<") : last.kind != .opening
            guard !isValue || bytes[last.start..<last.end].elementsEqual("return".utf8) else { return nil }
        }
        var (place, isInSet) = (index + 1, false)
        let limit = min(bytes.count, index + Self.longestExpression)
        while place < limit, !ByteClass.isLineEnd(bytes[place]) {
            switch bytes[place] {
            case UInt8(ascii: "\\"): place += 1
            case UInt8(ascii: "["): isInSet = true
            case UInt8(ascii: "]"): isInSet = false
            case UInt8(ascii: "/") where !isInSet: return place + 1
            default: break
            }
            place += 1
        }
        return nil
    }

    private mutating func push(_ form: Int, _ end: Int, _ quote: Quote = Quote(), saved: SIMD4<Int>? = nil) {
        open.append(Open(token: all.count, form: form, saved: saved, quote: quote))
        add(.opening, end)
    }

    /// Closes the last bracket of a form, and those in it that nothing closes.
    private mutating func close(_ form: Int) {
        guard counts[form] > 0 else { return pass(Token(kind: .closing, start: index, end: index + 1)) }
        while let last = open.popLast() {
            all[last.token].partner = all.count
            counts[last.form] -= 1
            guard last.form != form else {
                counts = last.saved ?? counts
                break
            }
        }
        add(.closing, index + 1)
    }

    /// Reads a text up to its end, or up to the next expression in it.
    private mutating func readText(_ quote: Quote) {
        var place = index
        while place < bytes.count {
            let byte = bytes[place]
            let isLast = byte == quote.byte && (quote.length == 1 || bytes[place...].prefix(3).elementsEqual([byte, byte, byte]))
            if isLast, hasHashes(of: quote, at: place + quote.length) {
                return closeQuote(at: place, quote, length: quote.length + quote.hashes)
            }
            if byte == 0x0A, quote.length == 1, !dialect.longQuotes.utf8.contains(quote.byte) {
                return closeQuote(at: place, quote, length: 0)
            }
            if let end = endOfHoleMark(at: place, quote), open.count < Self.deepest {
                addPiece(to: place, quote)
                let form = bytes[end - 1] == UInt8(ascii: "(") ? 0 : Self.curly
                let saved = counts
                counts = SIMD4()
                counts[form] = 1
                return push(form, end, saved: saved)
            }
            if quote.hasHoles, dialect.hasShortHoles, byte == UInt8(ascii: "$"), place + 1 < bytes.count, startsName(bytes[place + 1]) {
                addPiece(to: place, quote)
                index += 1
                return readShortHole()
            }
            let isEscape = byte == UInt8(ascii: "\\") && !quote.isRaw && hasHashes(of: quote, at: place + 1)
            place += isEscape ? 2 + quote.hashes : 1
        }
        addPiece(to: bytes.count, quote)
        index = bytes.count
    }

    private func hasHashes(of quote: Quote, at place: Int) -> Bool {
        guard quote.hashes > 0 else { return true }
        return bytes[min(place, bytes.count)...].prefix(quote.hashes).elementsEqual(repeatElement(UInt8(ascii: "#"), count: quote.hashes))
    }

    /// Returns the end of what begins an expression in a text, such as `${` or `\#(`.
    private func endOfHoleMark(at place: Int, _ quote: Quote) -> Int? {
        guard quote.hasHoles, bytes.has(dialect.hole, at: place, before: bytes.count) || quote.hashes > 0 else { return nil }
        let bracket = place + dialect.hole.utf8CodeUnitCount - 1 + quote.hashes
        guard quote.hashes > 0 else { return bracket + 1 }
        let isMark = bytes[place] == UInt8(ascii: "\\") && hasHashes(of: quote, at: place + 1)
        return isMark && bytes.has("(", at: bracket, before: bytes.count) ? bracket + 1 : nil
    }

    private func startsName(_ byte: UInt8) -> Bool { isWord(byte) && !ByteClass.isDigit(byte) && byte != UInt8(ascii: "$") }

    /// Reads the name after `$`, or the names with dots of Groovy.
    private mutating func readShortHole() {
        while index < bytes.count, startsName(bytes[index]) {
            add(.word, bytes[index...].firstIndex { !isWord($0) || $0 == UInt8(ascii: "$") } ?? bytes.count)
            let goesOn = dialect.isGroovy && bytes.has(".", at: index, before: bytes.count - 1) && startsName(bytes[index + 1])
            guard goesOn else { return }
            add(.sign, index + 1)
        }
    }

    private mutating func addPiece(to end: Int, _ quote: Quote) {
        guard end > index else { return }
        add(.text, end)
        all[all.count - 1].isRaw = quote.isRaw || quote.hashes > 0
    }

    private mutating func closeQuote(at place: Int, _ quote: Quote, length: Int) {
        addPiece(to: place, quote)
        if let last = open.popLast() { all[last.token].partner = all.count }
        add(.closing, place + length)
    }

    /// Returns the braces of the objects that have a member with one of these names.
    func objects(with names: Set<String>) -> [Int] {
        var (open, found) = ([Int](), Set<Int>())
        for index in all.indices {
            while let last = open.last, all[last].partner <= index { open.removeLast() }
            if all[index].kind == .opening { open.append(index) }
            guard let last = open.last, has(last, "{"), kind(index) == .word, names.contains(word(index)) else { continue }
            let isMember = has(index + 1, ":") || has(index + 1, ",") || has(index + 1, "}")
            if isMember, has(index - 1, "{") || has(index - 1, ",") { found.insert(last) }
        }
        return found.sorted()
    }

    /// Returns the expression that begins at a token, whatever follows it.
    func expression(at index: Int) -> Literal {
        var parser = LiteralParser(self, at: index)
        return parser.expression()
    }
}
