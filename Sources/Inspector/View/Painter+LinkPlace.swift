import LinkLayers
import Records
import Screen

extension Painter {
    /// The part of the link that the selected row stands for, and carets under it:
    ///
    ///     …?al_applink_data=%7B%22target_url%22%3A%22https%3A%2F%2Fb%22…
    ///                                             ^^^^^^^^^^^^^^^^^
    mutating func drawPlace(in area: Rect) {
        guard !area.isEmpty, let shown = state.shown, let range = shown.place, case .link(let inspection) = shown.content else { return }
        let link = inspection.bytes
        let columns = max(area.columns - 2, 1)
        // Columns are at least as many as characters, and no character has more than four bytes.
        let most = columns * 4
        let lead = columns / 3
        let start = Self.characterStart(in: link, max(range.lowerBound - lead, 0))
        let secrets = state.mask.isOff ? [] : inspection.secrets
        func part(_ range: Range<Int>) -> SafeText { safe(masked(link, range, secrets), columns: columns) }
        let before = (start > 0 ? SafeText(trusted: state.glyphs.encoding == .utf8 ? "…" : "..") : "") + part(start..<range.lowerBound)
        let marked = part(range.lowerBound..<min(range.upperBound, range.lowerBound + most))
        let after = part(range.upperBound..<min(range.upperBound + most, link.count))
        var text = StyledText()
        text.append(before, .dim)
        text.append(marked, .accent)
        text.append(after, .dim)
        row(text, in: area.row(0), isSelected: false, hasFocus: false)
        let carets = min(max(marked.columns, 1), max(columns - before.columns, 1))
        var line = StyledText()
        line.append(own(String(repeating: " ", count: before.columns) + String(repeating: "^", count: carets)), .accent)
        row(line, in: area.row(1), isSelected: false, hasFocus: false)
    }

    /// A part of the link as it may be shown: each byte of a secret is one sign.
    private func masked(_ link: [UInt8], _ range: Range<Int>, _ secrets: [Range<Int>]) -> String {
        var bytes: [UInt8] = []
        var index = range.lowerBound
        for secret in secrets where secret.overlaps(range) {
            let hidden = secret.clamped(to: range)
            bytes += link[index..<hidden.lowerBound]
            bytes += state.mask.whole(String(decoding: link[hidden], as: UTF8.self)).utf8
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
