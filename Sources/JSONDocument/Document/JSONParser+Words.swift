// The wording of findings, which name what was expected and what was found.

import Bytes

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
            let sequence = utf8Sequence(in: bytes, at: place)
            if sequence.isWellFormed, let scalar = bytes.string(place..<place + sequence.length).unicodeScalars.first {
                return "U+" + hexadecimal(scalar.value, digits: 4)
            }
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
