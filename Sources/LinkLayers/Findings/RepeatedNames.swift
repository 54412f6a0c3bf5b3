import AppLinks
import Bytes

/// Finds repeated names in a query.
enum RepeatedNames {
    /// Reports the names. The App Link data has a separate finding, and a name that ends in brackets is a list by convention.
    static func tell(_ edits: LayerEdits, _ query: LinkQuery, isOutermost: Bool, _ sink: inout FindingList) {
        // `hasRepeatedName` ignores names that are not UTF-8.
        guard query.hasRepeatedName || query.isUndecodable else { return }
        let bytes = edits.text.bytes
        let (data, brackets) = (Array(AppLinkKeys.parameter.utf8)[...], Array("[]".utf8)[...])
        let decoded = query.decoded.bytes(0..<query.decoded.count)
        var seen: [ArraySlice<UInt8>: [LinkQuery.Item]] = [:]
        var repeated: [ArraySlice<UInt8>] = []
        for component in query.components where !component.name.isEmpty {
            let name = decoded[component.name]
            guard !(isOutermost && name == data), name.suffix(2) != brackets else { continue }
            seen[name, default: []].append(component.item)
            if seen[name]?.count == 2 { repeated.append(name) }
        }
        for name in repeated.prefix(Self.most) {
            guard let items = seen[name], let last = items.last else { continue }
            let message = "This parameter's name is used more than once: Bolts takes the last value, others take the first or all of them."
            var finding = Finding(.duplicateParameter, message, range: edits.place(last.range))
            if items.allSatisfy({ Self.value(of: $0, in: bytes) == Self.value(of: last, in: bytes) }) {
                let removals = items.dropLast().map { Repair.Edit($0.range.lowerBound..<$0.range.upperBound + 1, []) }
                finding.repair = edits.repair("Remove all but the last.", removals)
            }
            sink.found(finding)
        }
    }

    private static func value(of item: LinkQuery.Item, in bytes: [UInt8]) -> ArraySlice<UInt8>? { item.value.map { bytes[$0] } }

    private static let most = 64
}
