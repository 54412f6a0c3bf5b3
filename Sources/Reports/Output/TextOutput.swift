/// Writes aligned lines: a label on the left and its value on the right. Untrusted text is sanitized.
struct TextOutput {
    private(set) var bytes: [UInt8]
    /// The maximum length of a value. A longer value is cut off here and is complete only in JSON.
    private static let longestValue = 2000
    /// The maximum number of lines for one part of a record.
    static let mostLines = 500
    private static let nameColumns = 14
    private static let deepestIndent = 40

    init(_ bytes: consuming [UInt8]) {
        self.bytes = bytes
    }

    /// Appends one line with a label and a value.
    mutating func field(_ name: String, _ value: String) {
        begin(name)
        outside(value)
        endLine()
    }

    /// Begins a line with a label.
    mutating func begin(_ name: String) {
        bytes += name.utf8
        spaces(max(Self.nameColumns - name.utf8.count, 1))
    }

    /// Begins a line without a label.
    mutating func beginInner(depth: Int = 0) {
        spaces(Self.nameColumns + 2 * min(depth, Self.deepestIndent))
    }

    /// Appends linkscope's own text, which is safe.
    mutating func own(_ text: String) { bytes += text.utf8 }

    /// Appends untrusted text.
    mutating func outside(_ text: String) { PlainText.append(text, to: &bytes, limit: Self.longestValue) }

    mutating func outside(_ source: [UInt8]) { PlainText.append(source, to: &bytes, limit: Self.longestValue) }

    mutating func spaces(_ count: Int) { bytes.append(contentsOf: repeatElement(0x20, count: count)) }

    /// Appends a line that says that something was left out.
    mutating func leaveOut() {
        beginInner()
        own("… (--json prints all of it)")
        endLine()
    }

    mutating func endLine() { bytes.append(0x0A) }
}
