import Bytes
package import Screen
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

    mutating func beginInner(depth: Int = 0) {
        spaces(Self.nameColumns + 2 * min(depth, Self.deepestIndent))
    }

    /// Appends linkscope's own text, which is safe.
    mutating func own(_ text: String) { output.append(string: text) }

    /// Appends untrusted text.
    mutating func outside(_ text: String) { text.withBytes { outside($0) } }

    /// Appends untrusted text with its secrets masked. The secrets are sorted ranges. The bytes need not be UTF-8.
    mutating func outside(_ text: Span<UInt8>, hiding secrets: [Range<Int>] = []) {
        var left = Self.longestValue
        var shown = 0
        for secret in secrets {
            guard PlainText.append(text.extracting(shown..<secret.lowerBound), to: &output, left: &left) else { return own("…") }
            guard left >= Secrets.maskLength else { return own("…") }
            mask(of: text.extracting(secret))
            left -= Secrets.maskLength
            shown = secret.upperBound
        }
        if !PlainText.append(text.extracting(shown..<text.count), to: &output, left: &left) { own("…") }
    }

    /// Appends the mask of a secret, or nothing for an empty text.
    mutating func mask(of secret: Span<UInt8>) { _ = output.appendMask(of: secret) }

    /// Appends untrusted text with its secrets masked. If `secret` is the name of a secret, the whole text is masked.
    mutating func outside(masked text: String) { outside(masking.text(text)) }

    mutating func spaces(_ count: Int) { output.append(UInt8(ascii: " "), count: count) }

    mutating func endLine() { output.append(0x0A) }
}

/// Writes safe text in the roles and the width of a layout.
struct TextCanvas: ~Copyable {
    /// How a text that is longer than its line continues.
    enum Flow { case anywhere, atSpaces }

    var output: ByteWriter
    let layout: TextLayout
    /// The columns used on the current line. Not counted if lines are not wrapped.
    private(set) var column = 0

    init(_ layout: TextLayout, capacity: Int) {
        output = ByteWriter(capacity: capacity)
        self.layout = layout
    }

    /// Appends a text.
    ///
    /// - Parameter indent: The column at which the text continues on the next lines.
    mutating func put(_ text: Span<UInt8>, _ role: Role, indent: Int = 0, _ flow: Flow = .anywhere) {
        guard let columns = layout.columns else { return append(text, 0..<text.count, role) }
        var place = 0
        while place < text.count {
            let line = TextUnits.line(
                of: text, from: place, room: columns - column, breaksAtSpaces: flow == .atSpaces, isFresh: column <= indent)
            append(text, place..<line.end, role)
            column += line.columns
            place = line.next
            if place < text.count { endLine(indent: indent) }
        }
    }

    mutating func put(own text: String, _ role: Role, indent: Int = 0, _ flow: Flow = .anywhere) {
        text.withBytes { put($0, role, indent: indent, flow) }
    }

    /// Begins the next column of a table, at least two spaces after the text before it. If fewer than `least` columns are left, begins a
    /// new line instead, indented by `indent`.
    mutating func moveTo(_ place: Int, used: Int, least: Int, indent: Int) {
        let gap = max(place - used, 2)
        if let columns = layout.columns {
            if columns - column - gap < least { return endLine(indent: indent) }
            column += gap
        }
        output.append(UInt8(ascii: " "), count: gap)
    }

    mutating func spaces(_ count: Int) {
        output.append(UInt8(ascii: " "), count: count)
        if layout.columns != nil { column += count }
    }

    mutating func endLine(indent: Int = 0) {
        output.append(0x0A)
        output.append(UInt8(ascii: " "), count: indent)
        column = layout.columns == nil ? 0 : indent
    }

    private mutating func append(_ text: Span<UInt8>, _ range: Range<Int>, _ role: Role) {
        if range.isEmpty { return }
        guard let colors = layout.colors, case let begin = colors.begins[Int(role.rawValue)], !begin.isEmpty else {
            return output.append(text.extracting(range))
        }
        output.append(begin.span)
        output.append(text.extracting(range))
        output.append(colors.end.span)
    }
}

/// How text for people is laid out.
package struct TextLayout: Sendable {
    /// The width of the terminal. Nil if the output goes elsewhere; then lines are not wrapped, so that `grep` finds whole values.
    package var columns: Int?
    /// Nil for text without colors.
    package var colors: TextColors?
    /// Whether each finding has an excerpt of the link, its code and an explanation.
    package var isVerbose: Bool

    /// The layout for files and pipes.
    package static let plain = TextLayout()

    package init(columns: Int? = nil, colors: TextColors? = nil, isVerbose: Bool = false) {
        (self.columns, self.colors, self.isVerbose) = (columns, colors, isVerbose)
    }
}

/// The escape sequence that begins each role, and the one that ends all of them.
package struct TextColors: Sendable {
    let begins: [[UInt8]]
    let end: [UInt8]

    /// - Parameter sequence: Returns the sequence that begins a role; empty if text of the role looks like any other.
    package init(end: String, _ sequence: (Role) -> String) {
        self.end = Array(end.utf8)
        begins = Role.allCases.map { Array(sequence($0).utf8) }
    }
}

/// Divides safe text into units that a line never breaks, and measures them.
///
///     a %2F é 字 <U+202E> ^[      each of these is one unit
///
/// A unit is a character with its marks, an escape of a link, or an escape of ``PlainText``.
enum TextUnits {
    /// Returns the end of the unit at a position, and its width.
    static func unit(of text: Span<UInt8>, at place: Int) -> (end: Int, columns: Int) {
        var (end, columns) = single(text, at: place)
        // Marks belong to the character before them.
        while end < text.count, text[end] >= 0x80, case let (next, width) = single(text, at: end), width == 0 {
            end = next
            columns += width
        }
        return (end, columns)
    }

    /// Returns the width of a text. The result is not exact beyond `limit`.
    static func columns(of text: Span<UInt8>, atMost limit: Int = .max) -> Int {
        // Each printable ASCII character takes one column, also within a unit.
        let printable = ByteView.with(text) { $0.printableEnd(from: 0, to: $0.count) }
        var (place, columns) = (printable, printable)
        while place < text.count, columns <= limit {
            let next = unit(of: text, at: place)
            place = next.end
            columns += next.columns
        }
        return columns
    }

    /// Returns the part of a text that fits on a line.
    ///
    /// - Parameters:
    ///   - breaksAtSpaces: Whether the line ends at a space if there is one. That space is not shown.
    ///   - isFresh: Whether nothing else is on the line. Then it takes at least one unit, even if the unit does not fit.
    /// - Returns: The end of the part and its width, and where the next line begins. The part is empty if the text fits better on the next
    ///   line.
    static func line(
        of text: Span<UInt8>, from start: Int, room: Int, breaksAtSpaces: Bool, isFresh: Bool
    ) -> (end: Int, columns: Int, next: Int) {
        var (place, columns) = (start, 0)
        var space: (place: Int, columns: Int)?
        while place < text.count {
            let next = unit(of: text, at: place)
            let isSpace = breaksAtSpaces && text[place] == 0x20
            guard columns + next.columns <= room || place == start && isFresh else {
                if isSpace { return (place, columns, place + 1) }
                if let space { return (space.place, space.columns, space.place + 1) }
                return breaksAtSpaces && !isFresh ? (start, 0, start) : (place, columns, place)
            }
            if isSpace, place > start { space = (place, columns) }
            place = next.end
            columns += next.columns
        }
        return (place, columns, place)
    }

    private static func single(_ text: Span<UInt8>, at place: Int) -> (end: Int, columns: Int) {
        let byte = text[place]
        if byte < 0x80 {
            let length = escapeLength(text, at: place)
            return (place + length, length)
        }
        let piece = PlainText.piece(of: text, at: place)
        guard case .character(let scalar) = piece else { return (place + 1, 1) }
        return (place + piece.length, isMark(scalar) ? 0 : DisplayWidth.columns(of: scalar))
    }

    /// Returns the length of the escape at a position, or 1 if there is none.
    private static func escapeLength(_ text: Span<UInt8>, at place: Int) -> Int {
        switch text[place] {
        case PercentCoding.percent: return PercentCoding.escape(in: text, at: place, end: text.count) == nil ? 1 : 3
        case UInt8(ascii: "^"):
            guard place + 1 < text.count else { return 1 }
            return 0x3F...0x5F ~= text[place + 1] ? 2 : 1
        case UInt8(ascii: "<"):
            for end in place + 1..<min(place + longestEscape, text.count) {
                if text[end] == UInt8(ascii: ">") { return end > place + 2 ? end + 1 - place : 1 }
                let isPrefix = end <= place + 2 && (text[end] == UInt8(ascii: "U") || text[end] == UInt8(ascii: "+"))
                if !isPrefix, ByteClass.hexadecimal(text[end]) == nil { return 1 }
            }
            return 1
        default: return 1
        }
    }

    /// The length of `<U+10FFFF>`.
    private static let longestEscape = 10

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        if Visibility.isCommon(scalar) { return false }
        switch scalar.value {
        // The vowels and final consonants of Hangul join the letter before them.
        case 0x1161...0x11FF, 0xD7B0...0xD7FB: return true
        default:
            let category = scalar.properties.generalCategory
            return category == .nonspacingMark || category == .enclosingMark
        }
    }
}
