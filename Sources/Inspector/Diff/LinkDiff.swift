import LinkLayers

/// The fields of two links beside each other.
struct LinkDiff: Sendable {
    enum Change: Sendable, Equatable { case same, changed, added, removed }

    struct Row: Sendable, Equatable {
        var name: String
        var key: String
        var left: String?
        var right: String?

        var change: Change {
            guard let left else { return .added }
            guard let right else { return .removed }
            return left == right ? .same : .changed
        }
    }

    let rows: [Row]

    /// Creates the comparison of two links. If their fields are equal but their bytes are not, the whole links are one more row.
    init(_ left: LinkInspection, _ right: LinkInspection) {
        let (leftFields, rightFields) = (LinkFields(left).fields, LinkFields(right).fields)
        let values = Dictionary(rightFields.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        let names = Set(leftFields.map(\.name))
        // The fields that only the right link has come after the field before them.
        var added: [String: [LinkField]] = [:]
        var before = ""
        for field in rightFields {
            if names.contains(field.name) { before = field.name } else { added[before, default: []].append(field) }
        }
        var rows = Self.rows(of: added[""])
        for field in leftFields {
            rows.append(Row(name: field.name, key: field.key, left: field.value, right: values[field.name]))
            rows += Self.rows(of: added[field.name])
        }
        if left.bytes != right.bytes, rows.allSatisfy({ $0.change == .same }) {
            rows.append(
                Row(
                    name: "link", key: "", left: String(decoding: left.bytes.prefix(4_096), as: UTF8.self),
                    right: String(decoding: right.bytes.prefix(4_096), as: UTF8.self)))
        }
        self.rows = rows
    }

    private static func rows(of added: [LinkField]?) -> [Row] {
        (added ?? []).map { Row(name: $0.name, key: $0.key, left: nil, right: $0.value) }
    }
}
