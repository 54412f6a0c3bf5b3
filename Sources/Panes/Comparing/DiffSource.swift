import LinkLayers
package import Records
import Screen

/// All values from which the rows of a comparison are made. Equal sources have equal rows, so the source is the key under which the rows
/// are cached. The rows are the fields that differ, with their changed parts in brackets, then the fields that are the same.
///
///        #41                          #42
///     ~ path    /article/[42]         /article/[43]
///     + extras.n                      7
package struct DiffSource: Sendable, Equatable {
    let left: ReadRecord
    /// The link to compare with; nil to compare the left link with itself after all repairs.
    let right: ReadRecord?
    let leftName: String
    let rightName: String
    let isSameFolded: Bool
    let display: Display
    let columns: Int

    package init(
        left: ReadRecord, right: ReadRecord?, leftName: String, rightName: String, isSameFolded: Bool, display: Display, columns: Int
    ) {
        self.left = left
        self.right = right
        self.leftName = leftName
        self.rightName = rightName
        self.isSameFolded = isSameFolded
        self.display = display
        self.columns = columns
    }

    package func rows() -> DetailRows {
        guard let link = left.link,
            let other = right.map(\.link) ?? LinkInspection(link.repaired, sourceApplication: link.sourceApplication)
        else { return DetailRows([], labelColumns: 0) }
        return DetailRows(lines(of: LinkDiff(link, other), display.mask), labelColumns: 0, header: [header])
    }

    /// The maximum number of rows of a value.
    private static let mostRows = 6
    /// The maximum number of bytes of a value in a row.
    private static let mostBytes = 4_096

    /// Whether there is no room for two columns of values, which then stand one below the other.
    private var isStacked: Bool { columns < 50 }
    private var nameColumns: Int { isStacked ? max(columns - 4, 8) : min(max(columns / 4, 12), 24) }
    private var valueColumns: Int { isStacked ? max(columns - 5, 10) : max((columns - 4 - nameColumns) / 2 - 1, 10) }

    private func text(_ text: String, columns: Int) -> SafeText {
        display.glyphs.sanitizer.text(text, columns: columns + 1).padded(to: columns, glyphs: display.glyphs)
    }

    /// Returns the rows of the name of a field, after a sign. It is broken before a dot or underscore where that is possible.
    private func rows(of name: String, _ sign: SafeText, _ role: Role) -> [StyledText] {
        // The end of a long name tells fields apart.
        let most = Self.mostRows * nameColumns / 2
        let bytes = Array((name.utf8.count > most ? "…" + name.suffix(most) : name).utf8)
        var rows: [StyledText] = []
        var start = 0
        repeat {
            let lines = display.glyphs.sanitizer.lines(bytes, from: start, width: nameColumns, limit: 1, breaksLines: false)
            var end = lines[0].source.upperBound
            if end < bytes.count, let sign = bytes[(start + 1)...end].lastIndex(where: { "._".utf8.contains($0) }) { end = sign }
            var row = StyledText(start == 0 ? sign : "  ", Style(role, .bold))
            row.append(text(String(decoding: bytes[start..<end], as: UTF8.self), columns: nameColumns), .key)
            rows.append(row)
            start = end
        } while start < bytes.count && rows.count <= Self.mostRows
        return rows
    }

    private var header: StyledText {
        guard !isStacked else { return StyledText(text(" < \(leftName)   > \(rightName)", columns: max(columns - 1, 1)), .key) }
        // The rows begin with the mark of the selected row.
        return StyledText(
            (text("", columns: nameColumns + 4), .text), (text(leftName, columns: valueColumns + 1), .key),
            (text(rightName, columns: valueColumns), .key))
    }

    private func lines(of diff: LinkDiff, _ mask: SecretMask) -> [DetailLine] {
        let changed = diff.rows.filter { $0.change != .same }
        let same = diff.rows.filter { $0.change == .same }
        var lines = changed.flatMap { self.lines(of: $0, mask) }
        if changed.isEmpty { lines.append(DetailLine("", "The links are the same, byte for byte.", indent: 0, valueRole: .ok)) }
        guard !same.isEmpty else { return lines }
        let title = same.count == 1 ? "1 field is the same" : "\(same.count) fields are the same"
        lines += [.blank, .heading(title, fold: isSameFolded ? .closed : .open, path: DetailFold.same)]
        return lines + (isSameFolded ? [] : same.flatMap { self.lines(of: $0, mask) })
    }

    private func lines(of row: LinkDiff.Row, _ mask: SecretMask) -> [DetailLine] {
        let (sign, role): (SafeText, Role) =
            switch row.change {
            case .same: ("= ", .dim)
            case .changed: ("~ ", .warning)
            case .added: ("+ ", .ok)
            case .removed: ("- ", .error)
            }
        let shown = row.shown(by: mask, room: valueColumns * Self.mostRows)
        let texts = (left: shown.left?.beginning(Self.mostBytes), right: shown.right?.beginning(Self.mostBytes))
        let name = mask.text(row.name)
        let values = values(row.change, texts.left, texts.right)
        let columns = [rows(of: name, sign, role), values.left, values.right]
        let isCut = columns.contains { $0.count > Self.mostRows }
        let cells = columns.map(cut)
        let words = "\(texts.left ?? "-") -> \(texts.right ?? "-")"
        var result: [DetailLine] = []
        func add(_ styled: StyledText) {
            let isFirst = result.isEmpty
            var line = DetailLine("", isFirst ? "\(name): \(words)" : "", indent: 0, path: name)
            line.styled = styled
            line.isContinuation = !isFirst
            line.isCut = isCut
            result.append(line)
        }
        if isStacked {
            cells[0].forEach(add)
            for (sign, values) in zip(["<", ">"], cells.dropFirst()) {
                for (index, value) in values.enumerated() {
                    var styled = StyledText(SafeText(trusted: index == 0 ? "  \(sign) " : "    "), .dim)
                    styled += value
                    add(styled)
                }
            }
            return result
        }
        for index in 0..<(cells.map(\.count).max() ?? 0) {
            var styled = StyledText()
            for (rows, columns) in zip(cells, [nameColumns + 3, valueColumns + 1, valueColumns + 1]) {
                styled += (index < rows.count ? rows[index] : StyledText()).padded(to: columns, glyphs: display.glyphs)
            }
            add(styled)
        }
        return result
    }

    /// Returns the rows that have room, with a sign at their end if there are more.
    private func cut(_ rows: [StyledText]) -> [StyledText] {
        guard rows.count > Self.mostRows else { return rows }
        var rows = Array(rows.prefix(Self.mostRows))
        rows[rows.count - 1].append(display.glyphs.cut, .dim)
        return rows
    }

    /// Returns the rows of both values, which are masked, with their changed parts in brackets.
    private func values(_ change: LinkDiff.Change, _ left: String?, _ right: String?) -> (left: [StyledText], right: [StyledText]) {
        let style: Style = change == .same ? .dim : .value
        guard change == .changed, let left, let right else {
            return (left.map { rows(of: $0, [], style) } ?? [], right.map { rows(of: $0, [], style) } ?? [])
        }
        // Two secrets may look the same when they are masked.
        guard left != right else {
            let all = { (text: String) in rows(of: text, [0..<text.utf8.count], style) }
            return (all(left), all(right))
        }
        let parts = TextDiff.parts(left, right)
        return (rows(of: left, parts.map(\.left), style), rows(of: right, parts.map(\.right), style))
    }

    /// Returns the rows of a value, with some of its parts in brackets.
    private func rows(of text: String, _ parts: [Range<Int>], _ style: Style) -> [StyledText] {
        var bytes = Array(text.utf8)
        for part in parts.reversed() {
            bytes.insert(UInt8(ascii: "]"), at: part.upperBound)
            bytes.insert(UInt8(ascii: "["), at: part.lowerBound)
        }
        // Each bracket moves what follows.
        let marked = parts.enumerated().map { index, part in part.lowerBound + 2 * index..<part.upperBound + 2 * index + 2 }
        if bytes.isEmpty { return [StyledText("(empty)", .dim)] }
        let sanitizer = display.glyphs.sanitizer
        return sanitizer.lines(bytes, width: valueColumns, limit: Self.mostRows + 1, breaksLines: false).map { line in
            var styled = StyledText()
            func add(_ range: Range<Int>, _ style: Style) { if !range.isEmpty { styled.append(sanitizer.text(bytes[range]), style) } }
            var end = line.source.lowerBound
            for part in marked where part.overlaps(line.source) {
                let inside = part.clamped(to: line.source)
                add(end..<inside.lowerBound, style)
                add(inside, Style(.match, .bold))
                end = inside.upperBound
            }
            add(end..<line.source.upperBound, style)
            return styled
        }
    }
}
