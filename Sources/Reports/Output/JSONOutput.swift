import AppLinks
@_spi(Flat) import JSONDocument

/// Writes JSON on one line as bytes.
///
/// Besides the characters that JSON requires to be escaped, control characters, direction marks and invisible characters are escaped. The
/// line is therefore safe to print on a terminal.
struct JSONOutput: ~Copyable {
    var bytes: ByteWriter
    /// Whether a comma must come before the next key or value.
    private var needsComma = false

    init(_ bytes: consuming ByteWriter = ByteWriter()) {
        self.bytes = bytes
    }

    mutating func beginObject() { begin(UInt8(ascii: "{")) }
    mutating func endObject() { end(UInt8(ascii: "}")) }
    mutating func beginArray() { begin(UInt8(ascii: "[")) }
    mutating func endArray() { end(UInt8(ascii: "]")) }

    mutating func key(_ name: String) {
        string(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    mutating func string(_ text: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        text.withBytes { bytes.appendEscaped($0) }
        bytes.append(UInt8(ascii: "\""))
    }

    mutating func string(_ text: String?) {
        if let text { string(text) } else { raw("null") }
    }

    mutating func bool(_ value: Bool) { raw(value ? "true" : "false") }

    mutating func number(_ value: Int) { raw(String(value)) }

    /// Appends a literal that is already JSON.
    mutating func raw(_ literal: String) {
        separate()
        bytes.append(string: literal)
    }

    /// The text written so far.
    var text: String { bytes.withSpan { written in unsafe written.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) } } }

    /// Appends the text written so far to other output.
    func append(to output: inout [UInt8]) {
        bytes.withSpan { written in unsafe written.withUnsafeBufferPointer { unsafe output.append(contentsOf: $0) } }
    }

    private mutating func begin(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func end(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }
}
