import Bytes
import Secrets

/// Writes aligned lines: a label on the left and its value on the right. Untrusted text is sanitized, and its secrets are masked on
/// request.
struct TextOutput: ~Copyable {
    var output: ByteWriter
    var masking: Masking
    /// The maximum length of a value. A longer value is truncated. Only the JSON output has all of it.
    private static let longestValue = 2000
    /// The maximum number of lines for one part of a record.
    static let mostLines = 500
    private static let nameColumns = 14
    private static let deepestIndent = 40

    init(showsSecrets: Bool, capacity: Int = 1 << 10) {
        output = ByteWriter(capacity: capacity)
        masking = Masking(showsSecrets: showsSecrets)
    }

    var text: String { output.withSpan { $0.string } }

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
        output.append(string: name)
        spaces(max(Self.nameColumns - name.utf8.count, 1))
    }

    /// Begins a line without a label.
    mutating func beginInner(depth: Int = 0) {
        spaces(Self.nameColumns + 2 * min(depth, Self.deepestIndent))
    }

    /// Appends linkscope's own text, which is safe.
    mutating func own(_ text: String) { output.append(string: text) }

    /// Appends untrusted text.
    mutating func outside(_ text: String) { text.withBytes { outside($0) } }

    /// Appends untrusted text, with a bullet for each character of the secrets. The secrets are sorted ranges. The bytes need not be UTF-8.
    mutating func outside(_ text: Span<UInt8>, hiding secrets: [Range<Int>] = []) {
        var left = Self.longestValue
        var shown = 0
        for secret in secrets {
            guard PlainText.append(text.extracting(shown..<secret.lowerBound), to: &output, left: &left) else { return own("…") }
            bullets(Secrets.bulletCount(for: text.extracting(secret)), left: &left)
            if left < 0 { return }
            shown = secret.upperBound
        }
        if !PlainText.append(text.extracting(shown..<text.count), to: &output, left: &left) { own("…") }
    }

    /// Appends the bullets of a secret.
    mutating func bullets(_ count: Int) {
        var left = Self.longestValue
        bullets(count, left: &left)
    }

    /// Appends bullets, as many as there is room for. If there is too little room, `left` is negative afterwards.
    private mutating func bullets(_ count: Int, left: inout Int) {
        output.appendBullets(min(count, left))
        left -= count
        if left < 0 { own("…") }
    }

    /// Appends untrusted text with its secrets masked. If `secret` is the name of a secret, the whole text is masked.
    mutating func outside(masked text: String, of secret: String? = nil) { outside(masking.text(text, of: secret)) }

    mutating func spaces(_ count: Int) { output.append(UInt8(ascii: " "), count: count) }

    mutating func endLine() { output.append(0x0A) }
}
