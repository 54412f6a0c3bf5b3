import AppLinks
import Bytes

/// Finds repeated names in a query.
enum RepeatedNames {
    /// A name that appears more than once.
    private struct Name {
        /// The last component with this name.
        var last: LinkQuery.Item
        /// Whether all values are the same.
        var hasOneValue = true
        /// The edits that remove all components but the last.
        var removals: [LinkRepair.Edit] = []
    }

    /// Reports the repeated names. The App Link data has a separate finding, and a name that ends in brackets is a list by convention.
    static func tell(_ edits: LayerEdits, _ query: LinkQuery, isOutermost: Bool, _ sink: inout FindingList) {
        // `hasRepeatedName` ignores names that are not UTF-8.
        guard query.hasRepeatedName || query.isUndecodable else { return }
        for name in repeated(query, isOutermost: isOutermost, in: edits.text.bytes) {
            let text = PercentCoding.decodedText(edits.text.bytes.span, repairing: name.last.key)
            let shown = Quote.beginning(text, at: edits.place(name.last.key), sink.secrets)
            let message = "The parameter \(shown) is used more than once: Bolts takes the last value, others take the first or all of them."
            let repair = name.hasOneValue ? edits.repair("Remove all but the last.", name.removals) : nil
            sink.found(Finding(.duplicateParameter, message, range: edits.place(name.last.range), repair: repair))
        }
    }

    /// Returns the names in the order in which they appear for the second time.
    private static func repeated(_ query: LinkQuery, isOutermost: Bool, in bytes: [UInt8]) -> [Name] {
        // Indexed by the first component of a name: 0 before the name appears, 1 after that, and 2 plus its index in `names` once the name
        // repeats and is reported.
        var states = [UInt8](repeating: 0, count: query.components.count)
        var names: [Name] = []
        for component in query.components {
            let first = Int(component.first)
            if states[first] == 0 {
                states[first] = 1
                continue
            }
            let item = component.item
            if states[first] == 1 {
                guard names.count < most, counts(query, component, isOutermost: isOutermost), !isQuote(item.key, in: bytes) else {
                    continue
                }
                names.append(Name(last: query.components[first].item))
                states[first] = UInt8(1 + names.count)
            }
            let index = Int(states[first]) - 2
            let last = names[index].last
            names[index].last = item
            // A name with different values gets no repair.
            guard names[index].hasOneValue else { continue }
            names[index].hasOneValue = last.value.map { bytes[$0] } == item.value.map { bytes[$0] }
            names[index].removals.append(LinkRepair.Edit(last.range.lowerBound..<last.range.upperBound + 1, []))
        }
        return names
    }

    private static func counts(_ query: LinkQuery, _ component: LinkQuery.Component, isOutermost: Bool) -> Bool {
        guard !component.name.isEmpty else { return false }
        if isOutermost, query.isData(component) { return false }
        return query.decoded.withSpan(component.name) { name in
            name.count < 2 || name[name.count - 2] != UInt8(ascii: "[") || name[name.count - 1] != UInt8(ascii: "]")
        }
    }

    /// Returns whether the `&` before a key and the beginning of the key are a quote in HTML: `{&quot;a&quot;:…`.
    private static func isQuote(_ key: Range<Int>, in bytes: [UInt8]) -> Bool {
        key.lowerBound > 0 && HTMLText.reference(in: bytes, at: key.lowerBound - 1)?.meaning == Array("\"".utf8)
    }

    private static let most = 64
}
