import Bytes
import Screen

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

    /// Appends linkscope's own text.
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
        guard let colors = layout.colors, case let begin = colors.begin(role), !begin.isEmpty else { return output.append(text, range) }
        output.append(begin.span)
        output.append(text, range)
        output.append(colors.end.span)
    }
}
