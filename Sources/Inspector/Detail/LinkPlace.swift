import AppLinks
import LinkLayers

/// The place in the link that a row of the detail pane stands for. Its bytes are looked up only for the selected row, as there may be many.
package enum LinkPlace: Sendable, Equatable {
    /// Bytes of the link as it arrived.
    case input(Range<Int>)
    /// Bytes of the decoded `al_applink_data`.
    case data(Range<Int>)
    /// A parameter of the link's query.
    case parameter(String)
    /// A parameter of the target's query.
    case targetParameter(String)

    /// Returns the bytes of the link as it arrived.
    func range(in inspection: LinkInspection) -> Range<Int>? {
        switch self {
        case .input(let range): return range
        case .data(let range): return inspection.link?.inputRange(ofData: range)
        case .parameter(let name): return inspection.link.flatMap { Self.item(name, of: $0.inputURL) }
        case .targetParameter(let name):
            let target = inspection.layers.first { $0.outer == nil && $0.path == "al_applink_data.target_url" }
            guard let target, let url = LinkURL(utf8: target.text.bytes), let range = Self.item(name, of: url) else { return nil }
            return target.text.original(range)
        }
    }

    /// Returns the last parameter with this name, as that one counts.
    private static func item(_ name: String, of url: LinkURL) -> Range<Int>? {
        var found: Range<Int>?
        for item in QueryItems(of: url) {
            let key = url.text.withBytes { PercentCoding.decodedText($0, item.key) }
            if let key, key.utf8.elementsEqual(name.utf8) { found = item.range }
        }
        return found
    }
}
