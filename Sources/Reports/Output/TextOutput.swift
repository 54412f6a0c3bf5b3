/// Writes aligned lines: a label on the left and its value on the right. Untrusted text is sanitized, and its secrets are masked on request.
struct TextOutput {
    var bytes: [UInt8] = []
    var masking: Masking
    /// The maximum length of a value. A longer value is truncated. Only the JSON output has all of it.
    private static let longestValue = 2000
    /// The maximum number of lines for one part of a record.
    static let mostLines = 500
    private static let nameColumns = 14
    private static let deepestIndent = 40

    init(showsSecrets: Bool) {
        masking = Masking(showsSecrets: showsSecrets)
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    // MARK: Whole lines

    /// Appends one line with a label and a value.
    mutating func field(_ name: String, _ value: String) {
        begin(name)
        outside(value)
        endLine()
    }

    mutating func field(_ name: String, masked value: String) { field(name, masking.text(value)) }

    /// Appends one line without a label.
    mutating func inner(_ value: String, depth: Int = 0) {
        beginInner(depth: depth)
        outside(value)
        endLine()
    }

    mutating func inner(masked value: String, depth: Int = 0) { inner(masking.text(value), depth: depth) }

    /// Appends a line for each element. The first line has the label. Long lists are truncated.
    mutating func list<Element>(_ name: String, _ elements: some Sequence<Element>, _ write: (inout TextOutput, Element) -> Void) {
        for (index, element) in elements.enumerated() {
            if index == Self.mostLines { return leaveOut() }
            if index == 0 { begin(name) } else { beginInner() }
            write(&self, element)
            endLine()
        }
    }

    /// Appends the line of a finding.
    mutating func finding(_ severity: String, _ message: String, code: String) {
        begin(severity)
        outside(masked: message)
        own(" [\(code)]")
        endLine()
    }

    /// Appends a line that says that something was left out.
    mutating func leaveOut() {
        beginInner()
        own("… (--json prints all of it)")
        endLine()
    }

    // MARK: Parts of lines

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

    /// Appends untrusted text with its secrets masked. If `secret` is the name of a secret, the whole text is masked.
    mutating func outside(masked text: String, of secret: String? = nil) { outside(masking.text(text, of: secret)) }

    /// Appends untrusted text with its secrets masked. If `isSecret` is true, the whole text is masked.
    mutating func outside(masked text: String, isSecret: Bool) { outside(masking.text(text, isSecret: isSecret)) }

    mutating func spaces(_ count: Int) { bytes.append(contentsOf: repeatElement(0x20, count: count)) }

    mutating func endLine() { bytes.append(0x0A) }
}
