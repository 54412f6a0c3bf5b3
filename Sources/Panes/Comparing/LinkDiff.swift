import AppLinks
import JSONDocument
package import LinkLayers
package import Secrets

/// The fields of two links beside each other.
package struct LinkDiff: Sendable {
    package enum Change: Sendable, Equatable { case same, changed, added, removed }

    package struct Row: Sendable, Equatable {
        package var name: String
        package var left: SearchedText?
        package var right: SearchedText?
        /// Whether the values are known to differ, although bytes that are not UTF-8 may make their texts equal.
        var differs = false

        package var change: Change {
            guard let left else { return .added }
            guard let right else { return .removed }
            // Swift's strings are also equal if their characters are composed differently.
            return !differs && left.text.utf8.elementsEqual(right.text.utf8) ? .same : .changed
        }

        /// Returns the values, masked. If they differ only after the first `room` bytes, returns the parts around the first difference, of
        /// about `room` bytes.
        package func shown(by mask: SecretMask, room: Int) -> (left: String?, right: String?) {
            let masked = (left: left.map(mask.text), right: right.map(mask.text))
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
        var added: [String: [Row]] = [:]
        var before = ""
        for field in rightFields {
            if names.contains(field.name) {
                before = field.name
            } else {
                added[before, default: []].append(Row(name: field.name, left: nil, right: field.value))
            }
        }
        var rows = added[""] ?? []
        for field in leftFields {
            rows.append(Row(name: field.name, left: field.value, right: values[field.name]?.value))
            rows += added[field.name] ?? []
        }
        if left.bytes != right.bytes, rows.allSatisfy({ $0.change == .same }) {
            rows.append(Row(name: "link", left: left.text, right: right.text, differs: true))
        }
        self.rows = rows
    }
}

/// The fields of a link, such as `host` or `data.extras.campaign`, in the order in which they are read.
struct LinkFields {
    /// The maximum number of fields that are compared.
    static let limit = 1_000

    /// If a link has several fields with a name, they are numbered: `query.a`, `query.a (2)`.
    private(set) var fields: [(name: String, value: SearchedText)] = []
    private var counts: [String: Int] = [:]

    init(_ inspection: LinkInspection) {
        guard let link = inspection.link else {
            add("text", inspection.text)
            return
        }
        let parts = link.reading.components
        if let scheme = parts.scheme { add("scheme", inspection.text(of: scheme)) }
        if let user = parts.userInfo { add("user", inspection.text(of: user)) }
        if let host = link.inputURL.host { add("host", inspection.searched(host)) }
        if let port = link.inputURL.port { add("port", SearchedText(String(port), [])) }
        if !parts.path.isEmpty { add("path", inspection.text(of: parts.path)) }
        for parameter in inspection.ownParameters {
            add("query.\(parameter.name.text)", parameter.value ?? SearchedText("(no value)", []))
        }
        if link.targetURL != link.inputURL { add("target", inspection.target) }
        if let root = link.document?.root { add(root, of: inspection) }
        if let fragment = parts.fragment { add("fragment", inspection.text(of: fragment)) }
        if let sender = inspection.sourceApplication { add("sent by", inspection.searched(sender)) }
    }

    /// Adds the values of the data of an App Link.
    private mutating func add(_ root: JSONDocument.Node, of inspection: LinkInspection) {
        var judge = inspection.judge
        let known = inspection.dataSecrets
        if root.count == 0 { return add("data", judge.text(of: root, among: known)) }
        var walk = JSONTreeLines.Walk(below: root, path: "data")
        while fields.count < Self.limit, let step = walk.next(naming: { $0.stringValue ?? "" }) {
            if step.value.count == 0 { add(step.path, judge.text(of: step.value, among: known)) }
        }
    }

    private mutating func add(_ name: String, _ value: SearchedText) {
        guard fields.count < Self.limit else { return }
        let count = counts[name, default: 0] + 1
        counts[name] = count
        fields.append((count == 1 ? name : "\(name) (\(count))", value))
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
