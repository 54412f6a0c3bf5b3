import LinkLayers
import Screen

/// The part of the link that the selected row stands for, with carets below it:
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
        let canvasBefore = canvas
        func part(_ range: Range<Int>) -> SafeText { canvasBefore.safe(masked(range, secrets, mask), columns: columns) }
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

    /// Returns a part of the link with its secrets masked.
    private func masked(_ range: Range<Int>, _ secrets: [Range<Int>], _ mask: SecretMask) -> String {
        let link = inspection.bytes
        var bytes: [UInt8] = []
        var index = range.lowerBound
        for secret in secrets where secret.overlaps(range) {
            let hidden = secret.clamped(to: range)
            bytes += link[index..<hidden.lowerBound]
            bytes += mask.whole(String(decoding: link[hidden], as: UTF8.self)).utf8
            index = hidden.upperBound
        }
        return String(decoding: bytes + link[index..<range.upperBound], as: UTF8.self)
    }

    private static func characterStart(in bytes: [UInt8], _ place: Int) -> Int {
        var place = place
        for _ in 0..<3 where place > 0 && place < bytes.count && bytes[place] & 0xC0 == 0x80 { place -= 1 }
        return place
    }
}
