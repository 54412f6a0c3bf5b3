import LinkLayers
import Screen

/// The part of the link around the bytes that the selected row stands for, with carets below these bytes:
///
///     …?al_applink_data=%7B%22target_url%22%3A%22https%3A%2F%2Fb%22…
///                                             ^^^^^^^^^^^^^^^^^
struct LinkPlaceView {
    let inspection: LinkInspection
    let range: Range<Int>

    func draw(in area: Rect, on canvas: inout Canvas) {
        let link = inspection.bytes
        let mask = canvas.mask
        let columns = max(area.columns - 2, 1)
        // A character takes at least one column and has at most four bytes.
        let most = columns * 4
        let lead = columns / 3
        let start = Self.characterStart(in: link, max(range.lowerBound - lead, 0))
        let secrets = mask.isOff ? [] : inspection.secrets
        let sanitizer = canvas.glyphs.sanitizer
        func part(_ range: Range<Int>) -> SafeText {
            sanitizer.text(String(decoding: mask.bytes(link, in: range, hiding: secrets), as: UTF8.self), columns: columns + 1)
        }
        let before = (start > 0 ? SafeText(trusted: canvas.glyphs.encoding == .utf8 ? "…" : "..") : "") + part(start..<range.lowerBound)
        let marked = part(range.lowerBound..<min(range.upperBound, range.lowerBound + most))
        let after = part(range.upperBound..<min(range.upperBound + most, link.count))
        var text = StyledText()
        text.append(before, .dim)
        text.append(marked, .accent)
        text.append(after, .dim)
        canvas.row(text, in: area.row(0), isSelected: false, hasFocus: false)
        let carets = min(max(marked.columns, 1), max(columns - before.columns, 1))
        var line = StyledText()
        line.append(canvas.own(String(repeating: " ", count: before.columns) + String(repeating: "^", count: carets)), .accent)
        canvas.row(line, in: area.row(1), isSelected: false, hasFocus: false)
    }

    private static func characterStart(in bytes: [UInt8], _ place: Int) -> Int {
        var place = place
        for _ in 0..<3 where place > 0 && place < bytes.count && bytes[place] & 0xC0 == 0x80 { place -= 1 }
        return place
    }
}
