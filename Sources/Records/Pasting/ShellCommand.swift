import Bytes

// Reads a command as a POSIX shell would. Nothing is ever executed.
//
//    'as it is'   "as it is but \\ \" \$ \` and a line end"   \x   $'with \n and \x41'   # a comment
//
// Variables, `$(…)` and backquotes are kept as written. A command ends at a line end, `;`, `&`, `|` or a bracket outside quotes. If one of
// these directly follows a word, it probably cut off a part of that word: `open shop://x?a=1&b=2`.

/// One shell command, split into words.
struct ShellCommand {
    struct Word {
        var text = TracedText()
        /// The text directly after the word that was probably meant to be part of the word: from the operator to the next space.
        var cutOff: Range<Int>?
        /// The places of `$NAME`, `${NAME}`, `$(` and backquotes, which the shell would have replaced.
        var expansions: [Range<Int>] = []
    }

    private(set) var words: [Word] = []
    /// The position after the command and the operator that ended it.
    private(set) var end: Int
    /// Whether all quotes were closed before the end of the text.
    private(set) var isComplete = true

    private static let mostTold = 200
    private let text: TracedText
    private let limit: Int
    private var position: Int
    private var word: Word?

    /// Reads the command that begins at `start`.
    init(_ text: TracedText, from start: Int, before limit: Int) {
        self.text = text
        self.limit = limit
        position = start
        end = limit
        while let next = byte(position) {
            switch next {
            case 0x0A, 0x0D:
                finishWord()
                end = position + 1
                return
            case 0x20, 0x09:
                finishWord()
                position += 1
            case UInt8(ascii: "'"): readSingleQuotes()
            case UInt8(ascii: "\""): readDoubleQuotes()
            case UInt8(ascii: "\\"): readBackslash()
            case UInt8(ascii: "$") where byte(position + 1) == UInt8(ascii: "'"): readEscapedQuotes()
            case UInt8(ascii: "$") where byte(position + 1) == UInt8(ascii: "\""): position += 1
            case UInt8(ascii: "#") where word == nil:
                position = text.bytes[position..<limit].firstIndex(where: ByteClass.isLineEnd) ?? limit
            case UInt8(ascii: "<"), UInt8(ascii: ">"): readRedirection()
            case UInt8(ascii: ";"), UInt8(ascii: "&"), UInt8(ascii: "|"), UInt8(ascii: "("), UInt8(ascii: ")"):
                endAtOperator()
                return
            default:
                if next == UInt8(ascii: "$") || next == UInt8(ascii: "`") { noteExpansion() }
                takePlain()
            }
        }
        finishWord()
    }

    private func byte(_ position: Int) -> UInt8? { position < limit ? text.bytes[position] : nil }

    private mutating func finishWord() {
        if let word { words.append(word) }
        word = nil
    }

    private mutating func append(_ range: Range<Int>) {
        word = word ?? Word()
        word?.text.append(text, range)
    }

    /// Reads a run of characters that have no meaning to the shell.
    private mutating func takePlain() {
        let start = position
        position += 1
        while let next = byte(position), !" \t\r\n'\"\\$`<>;&|()".utf8.contains(next) { position += 1 }
        append(start..<position)
    }

    // MARK: Quoting

    private mutating func readSingleQuotes() {
        let start = position + 1
        let close = text.bytes[start..<limit].firstIndex(of: UInt8(ascii: "'"))
        append(start..<(close ?? limit))
        leaveQuotes(close)
    }

    private mutating func leaveQuotes(_ close: Int?) {
        isComplete = isComplete && close != nil
        position = close.map { $0 + 1 } ?? limit
    }

    private mutating func readDoubleQuotes() {
        position += 1
        append(position..<position)
        var start = position
        while let next = byte(position), next != UInt8(ascii: "\"") {
            switch next {
            case UInt8(ascii: "\\"):
                guard let escaped = byte(position + 1), "\"\\$`\n".utf8.contains(escaped) else {
                    position = min(position + 2, limit)
                    continue
                }
                append(start..<position)
                start = escaped == 0x0A ? position + 2 : position + 1
                position += 2
            case UInt8(ascii: "$"), UInt8(ascii: "`"):
                noteExpansion()
                position += 1
            default: position += 1
            }
        }
        append(start..<position)
        leaveQuotes(position < limit ? position : nil)
    }

    private mutating func readBackslash() {
        if text.bytes.has("\\\r\n", at: position, before: limit) {
            position += 3
        } else if let escaped = byte(position + 1) {
            if !ByteClass.isLineEnd(escaped) { append(position + 1..<position + 2) }
            position += 2
        } else {
            append(position..<limit)
            position = limit
        }
    }

    /// Reads `$'…'`.
    private mutating func readEscapedQuotes() {
        position += 2
        append(position..<position)
        while let next = byte(position), next != UInt8(ascii: "'") {
            if next == UInt8(ascii: "\\"), position + 1 < limit {
                let (meaning, length) = escape()
                word?.text.append(meaning, for: position..<min(position + length, limit), of: text)
                position = min(position + length, limit)
            } else {
                let start = position
                while let next = byte(position), next != UInt8(ascii: "'"), next != UInt8(ascii: "\\") { position += 1 }
                if position == start { position += 1 }
                append(start..<position)
            }
        }
        leaveQuotes(position < limit ? position : nil)
    }

    /// Returns the meaning and the length of the escape at `position` in `$'…'`.
    private func escape() -> ([UInt8], Int) {
        let letter = text.bytes[position + 1]
        let simple: [UInt8: UInt8] = [0x61: 7, 0x62: 8, 0x65: 0x1B, 0x45: 0x1B, 0x66: 0xC, 0x6E: 0xA, 0x72: 0xD, 0x74: 9, 0x76: 0xB]
        if let meaning = simple[letter] { return ([meaning], 2) }
        switch letter {
        case UInt8(ascii: "x"): return number(radix: 16, most: 2, after: 2, isByte: true)
        case UInt8(ascii: "u"): return number(radix: 16, most: 4, after: 2, isByte: false)
        case UInt8(ascii: "U"): return number(radix: 16, most: 8, after: 2, isByte: false)
        case 0x30...0x37: return number(radix: 8, most: 3, after: 1, isByte: true)
        case UInt8(ascii: "\\"), UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "?"): return ([letter], 2)
        default: return ([UInt8(ascii: "\\"), letter], 2)
        }
    }

    private func number(radix: UInt32, most: Int, after skipped: Int, isByte: Bool) -> ([UInt8], Int) {
        var value: UInt32 = 0
        var count = 0
        while count < most, let digit = byte(position + skipped + count).flatMap(ByteClass.hexadecimal), UInt32(digit) < radix {
            value = value << (radix == 16 ? 4 : 3) | UInt32(digit)
            count += 1
        }
        guard count > 0 else { return (Array(text.bytes[position..<min(position + 2, limit)]), 2) }
        if isByte { return ([UInt8(truncatingIfNeeded: value)], skipped + count) }
        return (Array(String(Unicode.Scalar(value) ?? "\u{FFFD}").utf8), skipped + count)
    }

    // MARK: What ends a word or the command

    /// Records what the shell would replace at the backquote or `$` at `position`: after a `$`, a name, a digit, a sign such as `?`, or
    /// what is in brackets.
    private mutating func noteExpansion() {
        word = word ?? Word()
        var end = position + 1
        if byte(position) == UInt8(ascii: "$") {
            let isName = { (byte: UInt8) in ByteClass.isLetter(byte) || byte == UInt8(ascii: "_") }
            guard let next = byte(end), isName(next) || ByteClass.isDigit(next) || "{(@*#?$!-".utf8.contains(next) else { return }
            end += 1
            while isName(next), let more = byte(end), isName(more) || ByteClass.isDigit(more) { end += 1 }
            if next == UInt8(ascii: "{"), let closing = text.bytes[end..<limit].firstIndex(of: UInt8(ascii: "}")) { end = closing + 1 }
        }
        word?.expansions.append(position..<end)
    }

    /// Skips a redirection such as `2>file`, because neither the file name nor the descriptor number is a word of the command.
    private mutating func readRedirection() {
        if let word, word.text.bytes.allSatisfy(ByteClass.isDigit) { self.word = nil }
        finishWord()
        while let next = byte(position), "<>&".utf8.contains(next) { position += 1 }
        while let next = byte(position), next == 0x20 || next == 0x09 { position += 1 }
        while let next = byte(position), !ByteClass.isBlank(next), !";&|()<>'\"".utf8.contains(next) { position += 1 }
    }

    private mutating func endAtOperator() {
        let mark = position
        while let next = byte(position), ";&|()".utf8.contains(next) { position += 1 }
        // Limits how much of the lost text is reported.
        let told = min(limit, position + Self.mostTold)
        let rest = text.bytes[position..<told].firstIndex(where: ByteClass.isBlank) ?? told
        if rest > position, position == mark + 1 { word?.cutOff = mark..<rest }
        finishWord()
        end = position
    }
}
