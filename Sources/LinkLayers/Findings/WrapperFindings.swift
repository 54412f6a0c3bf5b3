import AppLinks
import Bytes
import Services

/// Finds wrapper links whose nested link was inserted unescaped. The nested link ends at its first `&`, and the rest of it became
/// parameters of the wrapper.
///
///    https://l.facebook.com/l.php?u=https://a.example/?x=1&y=2&h=AT0
///                                                         ^ y=2 was meant for a.example, h=AT0 is the wrapper's own
enum WrapperFindings {
    static func examine(_ edits: LayerEdits, _ url: SplitLink, _ service: Service, _ sink: inout FindingList) {
        guard !service.own.isEmpty else { return examineUnknown(edits, url, &sink) }
        let bytes = edits.text.bytes
        var cuts: [Range<Int>] = []
        var isInside = false
        for component in url.query.components {
            let item = component.item
            let name = url.query.decoded.bytes(component.name)
            if url.query.decoded.withSpan(component.name, service.carries) || isLink(component, of: url, service) {
                if !cuts.isEmpty { break }
                isInside = item.value.map { isBare(bytes, $0) } ?? false
            } else if isInside {
                if item.key.isEmpty || service.owns(name) { break }
                cuts.append(item.range.lowerBound - 1..<item.range.lowerBound)
            }
        }
        guard let first = cuts.first else { return }
        let message =
            "The nested link ends at this unescaped &. The wrapper gets the parameters after it."
        let repair = edits.repair("Escape the & as %26.", cuts.map { Repair.Edit($0, "%26".utf8) })
        sink.found(Finding(.wrappedLinkCut, message, range: edits.place(first), repair: repair))
    }

    /// Reports an unescaped link with a query in a link whose parameters are not known. The parameters after it may belong to either.
    static func examineUnknown(_ edits: LayerEdits, _ url: SplitLink, _ sink: inout FindingList) {
        let bytes = url.bytes
        guard let index = url.query.components.firstIndex(where: { $0.item.value.map { isBare(bytes, $0) } ?? false }) else { return }
        let cuts = url.query.components[(index + 1)...].map(\.item.range).filter { !$0.isEmpty }.map { $0.lowerBound - 1..<$0.lowerBound }
        guard let first = cuts.first else { return }
        let message =
            "The parameters after this & may belong to the nested link or to the outer link."
        let repair = edits.repair("Escape the & as %26.", cuts.map { Repair.Edit($0, "%26".utf8) })
        sink.found(Finding(.ambiguousNesting, message, range: edits.place(first), repair: repair))
    }

    private static func isLink(_ component: LinkQuery.Component, of url: SplitLink, _ service: Service) -> Bool {
        url.query.decoded.withSpan(component.name) { name in
            service.parameters.contains { $0.isLink && $0.name.matches(name, 0..<name.count) }
        }
    }

    /// Returns whether the value begins with an unescaped link that has a query. A link whose scheme is unescaped is unescaped as a whole.
    private static func isBare(_ bytes: [UInt8], _ value: Range<Int>) -> Bool {
        guard bytes[value].contains(UInt8(ascii: "?")) else { return false }
        return SchemeName.end(in: bytes.span.extracting(value).extracting(first: 64)) != nil
    }
}
