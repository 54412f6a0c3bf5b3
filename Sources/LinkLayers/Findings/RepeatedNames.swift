import AppLinks
import Bytes

/// Finds names that occur twice in a query. The names are compared only if two of them share a hash bit, so most queries need no
/// comparison.
struct RepeatedNames {
    /// One bit for each name seen, chosen by the name's hash. If two names share a bit, all names are compared.
    private var names: UInt64 = 0
    private var mayRepeat = false

    /// Records a name in its decoded form: `%61` is `a`.
    mutating func note(_ bytes: [UInt8], _ key: Range<Int>) {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        var index = key.lowerBound
        while index < key.upperBound {
            var byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: "%"), let decoded = PercentCoding.escape(in: bytes.span, at: index - 1, end: key.upperBound) {
                byte = decoded
                index += 2
            }
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        let bit: UInt64 = 1 << ((hash ^ hash >> 32) & 63)
        if names & bit != 0 { mayRepeat = true }
        names |= bit
    }

    /// Reports the names. The App Link data has a separate finding, and a name that ends in brackets is a list by convention.
    func tell(_ edits: LayerEdits, _ url: SplitLink, isOutermost: Bool, _ sink: inout FindingList) {
        guard mayRepeat else { return }
        let bytes = edits.text.bytes
        let (data, brackets) = (Array(AppLinkKeys.parameter.utf8)[...], Array("[]".utf8)[...])
        var seen: [ArraySlice<UInt8>: [QueryItems.Item]] = [:]
        var repeated: [ArraySlice<UInt8>] = []
        for item in url.items where !item.key.isEmpty {
            let written = bytes[item.key]
            let name = written.contains(UInt8(ascii: "%")) ? PercentCoding.decoded(bytes.span, item.key)[...] : written
            guard !(isOutermost && name == data), name.suffix(2) != brackets else { continue }
            seen[name, default: []].append(item)
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

    private static func value(of item: QueryItems.Item, in bytes: [UInt8]) -> ArraySlice<UInt8>? { item.value.map { bytes[$0] } }

    private static let most = 64
}
