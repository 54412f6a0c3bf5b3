import LinkLayers
import Records
import Screen

/// The values that determine the rows of the link as it arrived. Equal sources have equal rows, so the source is the key under which
/// the rows are cached. Signs in the row below mark the part that was selected last, and the places of findings:
///
///     news://article/42?al_applink_data=%7B%22target_url
///     ~~~~              ^^^^^^^^^^^^^^^
struct RawSource: Sendable, Equatable {
    let reading: ReadRecord
    /// The bytes of the link that belong to the row last selected in the tab Decoded; nil if there are none.
    let place: Range<Int>?
    let display: Display
    let columns: Int

    /// The maximum number of rows of a link.
    private static let limit = 2_000
    /// The maximum number of findings whose places are marked.
    private static let mostMarks = 50

    private typealias Mark = (range: Range<Int>, role: Role, sign: Character)

    func lines(of inspection: LinkInspection) -> [DetailLine] {
        let link = MaskedLink(inspection, mask: display.mask)
        // Later marks are drawn over earlier ones.
        var marks = inspection.findings.filter { $0.severity != .note }.prefix(Self.mostMarks).reversed().compactMap { finding in
            finding.range.map { range -> Mark in (link.range(range), finding.severity == .error ? .error : .warning, "~") }
        }
        if let place { marks.append((link.range(place), .accent, "^")) }
        let texts = display.glyphs.sanitizer.lines(link.bytes, width: columns - 2, limit: Self.limit + 1, breaksLines: false)
        // A row of the link depends on the width of the pane, so the whole link is copied.
        let whole = inspection.text
        var lines = texts.prefix(Self.limit).flatMap { self.lines(of: $0, in: link, marks) }
        for index in lines.indices where !lines[index].isContinuation { lines[index].source = .text(whole) }
        if texts.count > Self.limit {
            lines.append(DetailLine("", "more: linkscope inspect prints the whole link", valueRole: .dim))
        }
        var legend = "\(inspection.bytes.count) bytes"
        if place != nil { legend += "  ^ selected in Facts" }
        if marks.contains(where: { $0.sign == "~" }) { legend += "  ~ a problem" }
        lines += [.blank, DetailLine("", legend, indent: 0, valueRole: .dim).with(\.isContinuation, true)]
        return lines
    }

    /// Returns a row of the link and, if a part of it is marked, the row with the signs below it.
    private func lines(of text: SafeText, in link: MaskedLink, _ marks: [Mark]) -> [DetailLine] {
        let source = text.source
        let inside = marks.filter { $0.range.overlaps(source) }
        let cuts = Set(inside.flatMap { [$0.range.lowerBound, $0.range.upperBound] } + [source.lowerBound, source.upperBound])
            .filter { source.lowerBound <= $0 && $0 <= source.upperBound }.sorted()
        var styled = StyledText(" ")
        for (start, end) in zip(cuts, cuts.dropFirst()) {
            let role = inside.last { $0.range.lowerBound <= start && end <= $0.range.upperBound }?.role ?? .value
            styled.append(display.glyphs.sanitizer.text(link.bytes[start..<end]), Style(role))
        }
        var line = DetailLine("", String(decoding: link.bytes[source], as: UTF8.self), indent: 0, path: "input")
        line.styled = styled
        guard !inside.isEmpty else { return [line] }
        return [line, signs(below: text, inside)]
    }

    private func signs(below text: SafeText, _ marks: [Mark]) -> DetailLine {
        var cells: [Mark?] = Array(repeating: nil, count: text.columns)
        for mark in marks {
            for column in text.columns(showing: mark.range) where cells.indices.contains(column) { cells[column] = mark }
        }
        var styled = StyledText(" ")
        for cell in cells { styled.append(SafeText(trusted: String(cell?.sign ?? " ")), Style(cell?.role ?? .text)) }
        return DetailLine("", "", indent: 0).with(\.styled, styled).with(\.isContinuation, true)
    }
}

/// The bytes of a link in which the secrets are masked, with the places of the original bytes.
struct MaskedLink {
    let bytes: [UInt8]
    private let secrets: [(original: Range<Int>, masked: Range<Int>)]

    init(_ inspection: LinkInspection, mask: SecretMask) {
        var bytes: [UInt8] = []
        var secrets: [(original: Range<Int>, masked: Range<Int>)] = []
        var index = 0
        for secret in mask.isOff ? [] : inspection.secrets where secret.lowerBound >= index {
            bytes += inspection.bytes[index..<secret.lowerBound]
            let start = bytes.count
            bytes += mask.whole(String(decoding: inspection.bytes[secret], as: UTF8.self)).utf8
            secrets.append((secret, start..<bytes.count))
            index = secret.upperBound
        }
        self.bytes = bytes + inspection.bytes[index...]
        self.secrets = secrets
    }

    /// Returns the masked bytes that stand for a range of the original ones. A range that begins or ends in a secret includes all of it.
    func range(_ original: Range<Int>) -> Range<Int> {
        let start = place(of: original.lowerBound, isEnd: false)
        return start..<max(place(of: original.upperBound, isEnd: true), start)
    }

    private func place(of byte: Int, isEnd: Bool) -> Int {
        var shift = 0
        for (original, masked) in secrets {
            if byte < original.upperBound {
                if byte <= original.lowerBound { break }
                return isEnd ? masked.upperBound : masked.lowerBound
            }
            shift = masked.upperBound - original.upperBound
        }
        return byte + shift
    }
}
