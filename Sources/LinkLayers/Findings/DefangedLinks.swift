import Bytes

/// Finds defanged links inside a link, which one finding reports.
///
///    https://a.example/r?u=hxxps%3A%2F%2Fb%5B.%5Dexample%2F
struct DefangedLinks {
    private var count = 0
    /// The path of names to the first defanged link, and its place.
    private var first: (path: String, place: Range<Int>)?
    private var edits: [Repair.Edit] = []

    /// Forgets the links of the previous input.
    mutating func begin() {
        if count > 0 { self = Self() }
    }

    /// Adds the edits that restore the text of a layer, if it is defanged. A text with a defanged host is not a URL.
    mutating func take(_ layer: Layer, _ edits: LayerEdits) {
        let changes = MalformedStart.restored(edits.text.bytes).edits
        guard let change = changes.first else { return }
        count += 1
        if first == nil { first = (layer.path, edits.place(change.range)) }
        // The edits of an outer layer may already restore a link inside it.
        let known = Set(self.edits.map(\.range.lowerBound))
        self.edits += (edits.repair("", changes)?.edits ?? []).filter { !known.contains($0.range.lowerBound) }
    }

    mutating func finish(_ sink: inout FindingList) {
        // The repair of a defanged input comes first, and uncovers the links inside.
        guard let first, !sink.all.contains(where: { $0.code == .defanged }) else { return }
        let others = Finding.others(count, "link", have: ("such a form", "such a form"))
        let link = first.path.isEmpty ? "The link" : "The link in \(Quote.beginning(first.path))"
        let message = "\(link) is defanged (hxxp, [.]), so no app or browser opens it.\(others)"
        edits.sort { $0.range.lowerBound < $1.range.lowerBound }
        let repair = edits.isEmpty ? nil : Repair("Restore the link.", edits)
        sink.found(Finding(.defanged, message, range: first.place, repair: repair))
    }

    /// Returns whether the scheme or the host of a text may be defanged. The brackets of an IPv6 address begin the host.
    static func mayBegin(_ bytes: [UInt8], schemeEnd: Int) -> Bool {
        let first = ByteClass.lowered(bytes[0])
        guard SchemeName.isWeb(bytes, 0..<schemeEnd) else { return first == UInt8(ascii: "h") || first == UInt8(ascii: "m") }
        for byte in bytes.dropFirst(schemeEnd + "://".utf8.count + 1) {
            switch byte {
            case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): return false
            default: if MalformedStart.isBracket(byte) { return true }
            }
        }
        return false
    }
}
