import AppLinks
import Bytes
import LinkLayers

/// The place in the link that a row of the detail pane stands for. The byte range is computed only for the selected row, because there may
/// be many rows.
package enum LinkPlace: Sendable, Equatable {
    /// Bytes of the link as it arrived.
    case input(Range<Int>)
    /// Bytes of the decoded `al_applink_data`.
    case data(Range<Int>)
    /// A parameter of the link's query.
    case parameter(String)
    /// A parameter of the target's query.
    case targetParameter(String)

    /// Returns the byte range of the place in the link as it arrived; nil if the link does not contain the place.
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

    /// Returns the range of the last parameter with this name. If a name occurs several times, its last parameter is the one that readers
    /// use.
    private static func item(_ name: String, of url: LinkURL) -> Range<Int>? {
        let query = LinkQuery(of: url)
        return query.components.last { query.name(of: $0)?.utf8.elementsEqual(name.utf8) == true }?.item.range
    }
}
