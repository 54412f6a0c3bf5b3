import AppLinks
import JSONDocument
package import LinkLayers
import Secrets

/// The fields of two links beside each other.
package struct LinkDiff: Sendable {
    package enum Change: Sendable, Equatable { case same, changed, added, removed }

    package struct Row: Sendable, Equatable {
        package var name: String
        var key: String
        package var left: String?
        package var right: String?
        /// The secrets of the values that only the whole links show.
        var leftSecrets: [Range<Int>] = []
        var rightSecrets: [Range<Int>] = []
        /// Whether the values are known to differ, although bytes that are not UTF-8 may make their texts equal.
        var differs = false

        package var change: Change {
            guard let left else { return .added }
            guard let right else { return .removed }
            // Swift's strings are also equal if their characters are composed differently.
            return !differs && left.utf8.elementsEqual(right.utf8) ? .same : .changed
        }

        /// Returns the values, masked. If they differ only after the first `room` bytes, returns the parts around the first difference, of
        /// about `room` bytes.
        package func shown(by mask: SecretMask, room: Int) -> (left: String?, right: String?) {
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

    package let rows: [Row]

    /// Creates the comparison of two links. If their fields are equal but their bytes are not, the whole links are one more row.
    package init(_ left: LinkInspection, _ right: LinkInspection) {
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

/// A part of a link with a name, such as `host` or `data.extras.campaign`.
struct LinkField: Sendable, Equatable {
    /// The path of the field. If a link has several fields with this name, they are numbered: `query.a`, `query.a (2)`.
    var name: String
    /// The last part of the name, which tells whether the value is a secret.
    var key: String
    var value: String
    /// The secrets of the value that only the whole link shows.
    var secrets: [Range<Int>] = []
}

/// The fields of a link, in the order in which they are read.
struct LinkFields {
    /// The maximum number of fields that are compared.
    static let limit = 1_000

    private(set) var fields: [LinkField] = []
    private var counts: [String: Int] = [:]

    init(_ inspection: LinkInspection) {
        guard let link = inspection.link else {
            add("text", String(decoding: inspection.bytes, as: UTF8.self))
            return
        }
        add(link.inputURL)
        for parameter in link.ownParameters { add("query.\(parameter.name)", parameter.value ?? "(no value)", key: parameter.name) }
        if link.targetURL != link.inputURL { add("target", link.targetURL.text) }
        if let root = link.document?.root { add(root) }
        if let fragment = link.inputURL.fragment {
            add("fragment", fragment, secrets: Self.secrets(inFragment: fragment, of: link.inputURL))
        }
        if let sender = inspection.sourceApplication { add("sent by", sender) }
    }

    /// Returns the secrets of the fragment, which is the end of the link, as places in the fragment.
    private static func secrets(inFragment fragment: String, of url: LinkURL) -> [Range<Int>] {
        let link = Array(url.text.utf8)
        let start = link.count - fragment.utf8.count
        return Secrets.ranges(in: link).overlapping(start..<link.count).map { max($0.lowerBound - start, 0)..<$0.upperBound - start }
    }

    private mutating func add(_ url: LinkURL) {
        if let scheme = url.scheme { add("scheme", scheme) }
        if let user = url.userInfo { add("user", user, key: "password") }
        if let host = url.host { add("host", host) }
        if let port = url.port { add("port", String(port)) }
        if !url.path.isEmpty { add("path", url.path) }
    }

    /// Adds the values of the data of an App Link. A value in an array has the key of the array.
    private mutating func add(_ root: JSONDocument.Node) {
        if root.count == 0 { return add("data", root.stringValue ?? root.text, key: "") }
        // The keys of the containers around the current value, and of the value before.
        var keys = [""]
        JSONTreeLines.walk(below: root, path: "data") { node, key, _, path, depth in
            keys.removeLast(keys.count - depth - 1)
            keys.append(key ?? keys[depth])
            if node.count == 0 { add(path, node.stringValue ?? node.text, key: keys[depth + 1]) }
            return fields.count < Self.limit ? true : nil
        }
    }

    private mutating func add(_ name: String, _ value: String, key: String? = nil, secrets: [Range<Int>] = []) {
        guard fields.count < Self.limit else { return }
        let count = counts[name, default: 0] + 1
        counts[name] = count
        fields.append(LinkField(name: count == 1 ? name : "\(name) (\(count))", key: key ?? name, value: value, secrets: secrets))
    }
}

/// The parts in which two texts differ. A part begins and ends at the border of a word.
enum TextDiff {
    /// A part of the left text, and the part of the right text in its place, in bytes. One of them may be empty.
    struct Part: Equatable {
        var left: Range<Int>
        var right: Range<Int>
    }

    /// The maximum number of words that are compared one by one. Longer texts differ in a single part.
    private static let mostWords = 400

    static func parts(_ left: String, _ right: String) -> [Part] {
        let (a, b) = (Words(left), Words(right))
        let start = zip(a.words, b.words).prefix { $0 == $1 }.count
        let end = zip(a.words.dropFirst(start).reversed(), b.words.dropFirst(start).reversed()).prefix { $0 == $1 }.count
        let (changedA, changedB) = (start..<a.words.count - end, start..<b.words.count - end)
        if changedA.isEmpty, changedB.isEmpty { return [] }
        guard max(changedA.count, changedB.count) <= mostWords else {
            return [Part(left: a.bytes(of: changedA), right: b.bytes(of: changedB))]
        }
        var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
        for change in b.words[changedB].difference(from: a.words[changedA]) {
            switch change {
            case .remove(let offset, _, _): removed.insert(start + offset)
            case .insert(let offset, _, _): inserted.insert(start + offset)
            }
        }
        var parts: [Part] = []
        var (i, j) = (start, start)
        while i < changedA.upperBound || j < changedB.upperBound {
            let (fromI, fromJ) = (i, j)
            while removed.contains(i) || inserted.contains(j) {
                if removed.contains(i) { i += 1 }
                if inserted.contains(j) { j += 1 }
            }
            if i > fromI || j > fromJ { parts.append(Part(left: a.bytes(of: fromI..<i), right: b.bytes(of: fromJ..<j))) }
            (i, j) = (i + 1, j + 1)
        }
        return parts
    }

    /// A text as words. Letters, digits and percent escapes next to each other are a word, and so are a number such as `12.5` and any other
    /// character.
    private struct Words {
        var words: [Substring] = []
        /// The byte at which each word begins, and the end of the text.
        private var starts = [0]

        init(_ text: String) {
            var rest = text[...]
            while let first = rest.first {
                let word = Self.isPart(first) ? rest.prefix(Self.length(ofWordBefore: rest)) : rest.prefix(1)
                words.append(word)
                starts.append(starts[starts.count - 1] + word.utf8.count)
                rest = rest[word.endIndex...]
            }
        }

        func bytes(of range: Range<Int>) -> Range<Int> { starts[range.lowerBound]..<starts[range.upperBound] }

        /// Returns the number of characters of the word with which a text begins.
        private static func length(ofWordBefore text: Substring) -> Int {
            let word = text.prefix(while: isPart)
            let fraction = text[word.endIndex...].dropFirst().prefix(while: \.isNumber)
            guard text[word.endIndex...].first == ".", word.allSatisfy(\.isNumber), !fraction.isEmpty else { return word.count }
            return word.count + 1 + fraction.count
        }

        private static func isPart(_ character: Character) -> Bool { character.isLetter || character.isNumber || character == "%" }
    }
}
