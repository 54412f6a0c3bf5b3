import LinkLayers

/// The fields of two links beside each other.
struct LinkDiff: Sendable {
    enum Change: Sendable, Equatable { case same, changed, added, removed }

    struct Row: Sendable, Equatable {
        var name: String
        var key: String
        var left: String?
        var right: String?
        /// The secrets of the values that only the whole links show.
        var leftSecrets: [Range<Int>] = []
        var rightSecrets: [Range<Int>] = []
        /// Whether the values are known to differ, although bytes that are not UTF-8 may make their texts equal.
        var differs = false

        var change: Change {
            guard let left else { return .added }
            guard let right else { return .removed }
            // Swift's strings are also equal if their characters are composed differently.
            return !differs && left.utf8.elementsEqual(right.utf8) ? .same : .changed
        }

        /// Returns the values, masked. If they differ only after the first `room` bytes, returns the parts around the first difference, of
        /// about `room` bytes.
        func shown(by mask: SecretMask, room: Int) -> (left: String?, right: String?) {
            let masked = (
                left: left.map { mask.value($0, name: key, knowing: leftSecrets) },
                right: right.map { mask.value($0, name: key, knowing: rightSecrets) }
            )
            guard let leftText = masked.left, let rightText = masked.right else { return masked }
            // Secrets are masked first, because a part of a secret is not recognized as one.
            let (leftBytes, rightBytes) = (Array(leftText.utf8), Array(rightText.utf8))
            let shorter = min(leftBytes.count, rightBytes.count)
            var start = 0
            while start < shorter, leftBytes[start] == rightBytes[start] { start += 1 }
            guard start >= room, leftBytes != rightBytes else { return masked }
            start -= room / 4
            while start > 0, leftBytes[start] & 0xC0 == 0x80 { start -= 1 }
            let part = { (bytes: [UInt8]) in
                let end = bytes.count - start > room ? "..." : ""
                return "..." + String(decoding: bytes[start...].prefix(room), as: UTF8.self) + end
            }
            return (part(leftBytes), part(rightBytes))
        }
    }

    let rows: [Row]

    /// Creates the comparison of two links. If their fields are equal but their bytes are not, the whole links are one more row.
    init(_ left: LinkInspection, _ right: LinkInspection) {
        let (leftFields, rightFields) = (LinkFields(left).fields, LinkFields(right).fields)
        let values = Dictionary(rightFields.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        let names = Set(leftFields.map(\.name))
        // The fields that only the right link has come after the field before them.
        var added: [String: [LinkField]] = [:]
        var before = ""
        for field in rightFields {
            if names.contains(field.name) { before = field.name } else { added[before, default: []].append(field) }
        }
        var rows = Self.rows(of: added[""])
        for field in leftFields {
            let other = values[field.name]
            rows.append(
                Row(
                    name: field.name, key: field.key, left: field.value, right: other?.value, leftSecrets: field.secrets,
                    rightSecrets: other?.secrets ?? []))
            rows += Self.rows(of: added[field.name])
        }
        if left.bytes != right.bytes, rows.allSatisfy({ $0.change == .same }) {
            rows.append(
                Row(
                    name: "link", key: "", left: String(decoding: left.bytes, as: UTF8.self),
                    right: String(decoding: right.bytes, as: UTF8.self), differs: true))
        }
        self.rows = rows
    }

    private static func rows(of added: [LinkField]?) -> [Row] {
        (added ?? []).map { Row(name: $0.name, key: $0.key, left: nil, right: $0.value, rightSecrets: $0.secrets) }
    }
}
