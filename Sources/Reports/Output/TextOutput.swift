/// Lines for people: a name on the left, its value on the right, everything from outside made safe.
struct TextOutput {
    private(set) var bytes: [UInt8]
    /// Values longer than this are cut: JSON has all of them.
    private static let longestValue = 2000
    /// As many lines as one part of a record takes.
    static let mostLines = 500
    private static let nameColumns = 14
    private static let deepestIndent = 40

    init(_ bytes: consuming [UInt8]) {
        self.bytes = bytes
    }

    /// One line: our own word for the thing, and the thing.
    mutating func field(_ name: String, _ value: String) {
        begin(name)
        outside(value)
        endLine()
    }

    /// Begins a line with our own word for what follows.
    mutating func begin(_ name: String) {
        bytes += name.utf8
        spaces(max(Self.nameColumns - name.utf8.count, 1))
    }

    /// Begins a line without one.
    mutating func beginInner(depth: Int = 0) {
        spaces(Self.nameColumns + 2 * min(depth, Self.deepestIndent))
    }

    /// Text of our own, known to be safe.
    mutating func own(_ text: String) { bytes += text.utf8 }

    /// Text from outside.
    mutating func outside(_ text: String) { PlainText.append(text, to: &bytes, limit: Self.longestValue) }

    mutating func outside(_ source: [UInt8]) { PlainText.append(source, to: &bytes, limit: Self.longestValue) }

    mutating func spaces(_ count: Int) { bytes.append(contentsOf: repeatElement(0x20, count: count)) }

    /// Says that there is more than is shown.
    mutating func leaveOut() {
        beginInner()
        own("… (--json prints all of it)")
        endLine()
    }

    mutating func endLine() { bytes.append(0x0A) }
}
