// Recovery from text that is not JSON. The aim is a tree that a person recognizes, and not a clever repair. A missing separator is assumed,
// a superfluous separator is skipped, and bare text is kept as written.

import Bytes

extension JSONParser {
    mutating func skipByteOrderMark() {
        guard bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF else { return }
        tell(.byteOrderMark, 0..<3) { _ in "the text starts with a byte order mark, which JSON does not allow: many parsers reject it" }
        position = 3
    }

    mutating func foundEnd() {
        guard expectation != .end else { return }
        // The string or word that the end of the text cut off has already been reported.
        if findings.hasToldEnd { return }
        tell(.unexpectedEnd, bytes.count..<bytes.count) { "unexpected end of JSON at byte \($0.bytes.count + 1): expected \($0.wanted)" }
    }

    mutating func foundTrailingContent() {
        if passedComment() { return }
        var end = bytes.count
        while end > position + 1, ByteClass.isBlank(bytes[end - 1]) { end -= 1 }
        tell(.trailingContent, position..<end) {
            "expected the end of the text at byte \($0.position + 1), found \($0.name(ofByteAt: $0.position))"
        }
        hasStopped = true
    }

    mutating func recoverValue(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "]") where expectation == .element:
            tellTrailingComma()
            close()
        case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"):
            recoverMissingValue(byte)
        case UInt8(ascii: "'"):
            readSingleQuoted()
            didReadValue()
        case UInt8(ascii: "+"), UInt8(ascii: "."):
            readNumber()
            didReadValue()
        default:
            if passedComment() { return }
            isWordByte(byte) ? recoverWord() : passUnexpected()
        }
    }

    /// Handles a comma or a bracket where a value is expected.
    private mutating func recoverMissingValue(_ byte: UInt8) {
        guard expectation != .rootValue else { return passUnexpected() }
        tell(.missingValue, position..<position) {
            "expected \($0.wanted) at byte \($0.position + 1), found \($0.name(ofByteAt: $0.position))"
        }
        if expectation == .memberValue {
            // A comma or a closing bracket comes after a value, so the value of the member is missing.
            addMissingValue()
        } else if byte == UInt8(ascii: ",") {
            lastComma = position
            position += 1
            expectation = .element
        } else {
            // A closing brace in an array is handled as a separator.
            expectation = .separator
        }
    }

    mutating func recoverKey(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "}"):
            tellTrailingComma()
            close()
        case UInt8(ascii: "'"):
            let flags = readSingleQuoted()
            didReadKey(flags)
        case UInt8(ascii: "]"):
            expectation = .separator
        default:
            if passedComment() { return }
            guard isWordByte(byte) else { return passUnexpected() }
            let word = wordRange()
            tell(.invalidWord, word) { "the key \($0.shownText(word)) at byte \(word.lowerBound + 1) is not in quotes" }
            didReadKey(addWord(to: word.upperBound))
        }
    }

    mutating func recoverColon(_ byte: UInt8) {
        if passedComment() { return }
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"):
            tellMissing(.missingColon)
            addMissingValue()
        case UInt8(ascii: "="):
            // An equals sign instead of a colon, as in `{"a"=1}`.
            tellMissing(.missingColon)
            position += 1
            expectation = .memberValue
        default:
            guard canBeginValue(byte) else { return passUnexpected() }
            tellMissing(.missingColon)
            expectation = .memberValue
        }
    }

    mutating func recoverSeparator(_ byte: UInt8, isObject: Bool) {
        if passedComment() { return }
        switch byte {
        case UInt8(ascii: "]"), UInt8(ascii: "}"):
            tell(.mismatchedBracket, position..<position + 1) {
                "expected \($0.wanted) at byte \($0.position + 1), found \($0.name(ofByteAt: $0.position))"
            }
            // In `{"a":[1}` the brace closes the outer container, so the inner container was never closed. If the bracket does not match
            // the outer container either, it is skipped.
            let outer = Int(records[container].next)
            if outer != Self.noContainer, (records[outer].kind == .object) == (byte == UInt8(ascii: "}")) {
                closeHere()
            } else {
                position += 1
            }
        case UInt8(ascii: ":") where !isObject:
            passUnexpected()
        default:
            guard canBeginValue(byte) else { return passUnexpected() }
            tellMissing(.missingComma)
            expectation = isObject ? .key : .element
        }
    }

    /// Keeps a bare word where a value is expected. The word becomes a string.
    mutating func recoverWord() {
        let range = wordRange()
        let isCut = range.upperBound == bytes.count && ["true", "false", "null"].contains { $0.hasPrefix(bytes.string(range)) }
        if isCut {
            tell(.unexpectedEnd, range) {
                "unexpected end of JSON at byte \($0.bytes.count + 1): the word \($0.shownText(range)) at byte \(range.lowerBound + 1) is incomplete"
            }
        } else {
            tell(.invalidWord, range) { "expected \($0.wanted) at byte \(range.lowerBound + 1), found \($0.shownText(range))" }
        }
        addWord(to: range.upperBound)
        didReadValue()
    }

    @discardableResult
    private mutating func addWord(to end: Int) -> NodeRecord.Flags {
        let flags: NodeRecord.Flags = [.noOpeningQuote, .noClosingQuote]
        add(.string, to: end, flags)
        return flags
    }

    private func wordRange() -> Range<Int> {
        var end = position + 1
        while isWordByte(bytes[end]) { end += 1 }
        return position..<end
    }

    @discardableResult
    private mutating func readSingleQuoted() -> NodeRecord.Flags {
        tell(.singleQuotes, position..<position + 1) {
            "the string at byte \($0.position + 1) is in single quotes: JSON allows only double quotes"
        }
        return readString(from: position + 1, quote: UInt8(ascii: "'"))
    }

    private func canBeginValue(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "{"), UInt8(ascii: "["): true
        default: isWordByte(byte)
        }
    }

    /// Skips a comment (`// …` or `/* … */`) and adds a finding. Returns false if there is no comment.
    private mutating func passedComment() -> Bool {
        guard bytes[position] == UInt8(ascii: "/") else { return false }
        var end = position + 2
        switch bytes[position + 1] {
        case UInt8(ascii: "/"):
            while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
        case UInt8(ascii: "*"):
            while end < bytes.count, !(bytes[end] == UInt8(ascii: "*") && bytes[end + 1] == UInt8(ascii: "/")) { end += 1 }
            end = min(end + 2, bytes.count)
        default: return false
        }
        tell(.comment, position..<end) { "a comment at byte \($0.position + 1): JSON allows no comments" }
        position = end
        return true
    }

    /// Skips bytes that cannot begin anything here, and adds one finding for the whole run.
    private mutating func passUnexpected() {
        let start = position
        position += 1
        while position < bytes.count, isNothing(bytes[position]) { position += 1 }
        tell(.unexpectedCharacter, start..<position) { "expected \($0.wanted) at byte \(start + 1), found \($0.name(ofByteAt: start))" }
    }

    /// Returns whether a byte is neither JSON syntax, nor whitespace, nor a byte that recovery handles.
    private func isNothing(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09, 0x0A, 0x0D, 0x20: false
        case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: "/"), UInt8(ascii: "="): false
        default: !canBeginValue(byte)
        }
    }

    private mutating func tellTrailingComma() {
        let comma = lastComma
        tell(.trailingComma, comma..<comma + 1) {
            "no \($0.expectation == .key ? "member" : "element") follows the comma at byte \(comma + 1)"
        }
    }

    private mutating func tellMissing(_ code: JSONFinding.Code) {
        tell(code, position..<position) { "expected \($0.wanted) at byte \($0.position + 1), found \($0.name(ofByteAt: $0.position))" }
    }
}

// The wording of findings, which name what was expected and what was found.
extension JSONParser {
    /// Adds an error. Its message is built only if the error is listed.
    mutating func tell(_ code: JSONFinding.Code, _ range: Range<Int>, message: (borrowing JSONParser) -> String) {
        guard findings.admitsError(code) else { return }
        let message = message(self)
        findings.list(code, range, message, isError: true)
    }

    /// Adds a note. Its message is built only if the note is listed.
    mutating func note(_ code: JSONFinding.Code, _ range: Range<Int>, message: (borrowing JSONParser) -> String) {
        guard findings.admitsNote(code) else { return }
        let message = message(self)
        findings.list(code, range, message, isError: false)
    }

    /// A description of what is expected at the position.
    var wanted: String {
        switch expectation {
        case .rootValue, .memberValue, .element: "a value"
        case .firstElement: "a value or \"]\""
        case .firstKey: "a key in quotes or \"}\""
        case .key: "a key in quotes"
        case .colon: "a colon"
        case .separator: records[container].kind == .object ? "a comma or \"}\"" : "a comma or \"]\""
        case .end: "the end of the text"
        }
    }

    /// Returns a description of the character at an offset: its name, the character in quotes, or its number.
    func name(ofByteAt place: Int) -> String {
        guard place < bytes.count else { return "the end of the text" }
        let byte = bytes[place]
        switch byte {
        case 0x09: return "a tab"
        case 0x0A: return "a line feed"
        case 0x0D: return "a carriage return"
        case 0x20: return "a space"
        case UInt8(ascii: "\""): return "a quote"
        case 0x21...0x7E: return "\"\(Unicode.Scalar(byte))\""
        case 0x80...0xFF:
            if let scalar = bytes.scalar(at: place) { return "U+" + hexadecimal(scalar.value, digits: 4) }
            return "byte 0x" + hexadecimal(UInt32(byte), digits: 2)
        default: return "byte 0x" + hexadecimal(UInt32(byte), digits: 2)
        }
    }

    /// Returns the beginning of a range of the text, in quotes, with invisible characters escaped.
    func shownText(_ range: Range<Int>) -> String {
        shown(bytes.string(range.lowerBound..<min(range.upperBound, range.lowerBound + 160)))
    }

    /// Returns the beginning of a text, in quotes, with invisible characters escaped.
    func shown(_ text: String) -> String {
        var output: [UInt8] = []
        let beginning = String(text.unicodeScalars.prefix(40))
        appendEscaped(beginning, to: &output)
        let quoted = String(decoding: output, as: UTF8.self)
        return beginning.unicodeScalars.count < text.unicodeScalars.count ? quoted + "…" : quoted
    }
}
