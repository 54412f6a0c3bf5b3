import AppLinks
import Bytes
import Deciding
import JSONDocument
import Records
import Secrets

// A counter is a sum with a few examples: the links with the smallest hashes. Sums and examples can be computed for parts of the lines and
// merged in any order, so several machines can share the work and still get the same page, byte for byte.

/// Counts what `inspect --json`, `match --json` and `verify --json` say about many links.
package struct LinkCounts: Sendable {
    package enum Table: String, Sendable, CaseIterable {
        /// The lines by what they are about.
        case lines
        /// The findings, such as `error no-scheme`, by the number of links and events that have them.
        case findings
        case verdicts
        case hosts, schemes, services, layers
    }

    /// The names in the table `lines`.
    package enum Line: String, Sendable, CaseIterable {
        case links
        case appLinks = "app-links"
        case events
        case verdicts
        case unreadable
        /// Links and events with at least one finding of this severity.
        case withErrors = "with-errors"
        case withWarnings = "with-warnings"
        case withSecrets = "with-secrets"
    }

    struct Key: Sendable, Hashable {
        var table: Table
        var name: String
    }

    struct Counter: Sendable, Equatable {
        var count = 0
        var examples = ExampleLinks()

        mutating func add(_ other: Counter) {
            // A part that somebody wrote by hand may have any number.
            let (sum, isOverflow) = count.addingReportingOverflow(other.count)
            count = isOverflow ? .max : sum
            for example in other.examples.chosen { examples.add(example.link, hash: example.hash) }
        }
    }

    /// Why a line cannot be counted, or the parts are not whole.
    package struct Problem: Error, Sendable {
        package let words: String

        fileprivate static let notAPart = Self(words: "not partial counts; --merge reads only the output of linkscope report --partial")
        fileprivate static let tooManyNames = Self(
            words: "more than \(mostNames) different names (hosts, schemes, findings and others); divide the links, for example by host, "
                + "and run report for each part")
    }

    private(set) var counters: [Key: Counter] = [:]
    /// The lines of parts that were added, and those that the parts announced.
    var readLines = 0
    var expectedLines = 0
    private let masksSecrets: Bool

    /// The maximum number of names in all tables, which take about half a gigabyte.
    package static let mostNames = 2_000_000
    /// The longest name, in UTF-8 bytes. A host has at most 253.
    private static let longestName = 253

    package init(masksSecrets: Bool = true) { self.masksSecrets = masksSecrets }

    /// The count of a name; 0 if it was not found.
    package func count(of line: Line) -> Int { counters[Key(table: .lines, name: line.rawValue)]?.count ?? 0 }

    /// Returns the counters of a table, with the largest count first. Equal counts are in the order of the names.
    func rows(_ table: Table) -> [(name: String, counter: Counter)] {
        counters.lazy.filter { $0.key.table == table }.map { ($0.key.name, $0.value) }
            .sorted { ($1.1.count, $0.0) < ($0.1.count, $1.0) }
    }

    mutating func add(_ counter: Counter, to key: Key) throws(Problem) {
        guard counters[key] != nil || counters.count < Self.mostNames else { throw .tooManyNames }
        counters[key, default: Counter()].add(counter)
    }

    /// - Parameter link: A link that may become an example of the name.
    private mutating func count(_ name: String, in table: Table, link: String? = nil) throws(Problem) {
        let key = Key(table: table, name: name.utf8.count > Self.longestName ? String(name.prefix(Self.longestName / 4)) : name)
        try add(Counter(count: 1), to: key)
        guard let link, let hash = counters[key]?.examples.place(for: link) else { return }
        let masked = masksSecrets ? Secrets.maskedAgain(link) : link
        let example = masked.utf8.count > ExampleLinks.longest ? masked.prefix(ExampleLinks.longest / 4) + "…" : masked
        counters[key]?.examples.add(example, hash: hash)
    }

    private mutating func count(_ line: Line) throws(Problem) { try count(line.rawValue, in: .lines) }

    // MARK: Lines

    /// Counts one line of the input. Ignores empty lines.
    package mutating func add(line: [UInt8]) throws(Problem) {
        guard line.contains(where: { $0 > 0x20 }) else { return }
        let document = JSONDocument(line)
        guard document.isValid, let root = document.root, root.kind == .object else { return try count(.unreadable) }
        if let link = root["inputURL"]?.stringValue {
            try addLink(link, root)
        } else if root["event"] != nil {
            try count(.events)
            try addFindings(root, of: root["url"]?.stringValue)
        } else if let asked = root["asked"]?.stringValue, root["verdict"] != nil {
            try addVerdict(asked, opens: root["opensInApp"]?.boolValue, root)
        } else if let link = root["link"]?.stringValue, let opens = root["opens"] {
            try addVerdict(link, opens: opens.boolValue, root)
        } else {
            return try count(.unreadable)
        }
        if let masked = root["masked"], masked.count > 0 { try count(.withSecrets) }
    }

    private mutating func addLink(_ link: String, _ root: JSONDocument.Node) throws(Problem) {
        try count(.links)
        if root["isAppLink"]?.boolValue == true { try count(.appLinks) }
        let url = LinkURL(link)
        try count(url?.scheme?.lowercased() ?? Self.noScheme, in: .schemes)
        if let site = url.flatMap({ WebSite(of: $0) }) { try count(site.host, in: .hosts) }
        for name in names("service", in: root["services"]).union(names("service", in: root["layers"])) { try count(name, in: .services) }
        for name in names("kind", in: root["layers"]) { try count(name, in: .layers) }
        try addFindings(root, of: link)
    }

    private static let noScheme = "(none)"

    private mutating func addFindings(_ root: JSONDocument.Node, of link: String?) throws(Problem) {
        guard let findings = root["findings"], findings.count > 0 else { return }
        var found: Set<String> = []
        var severities: Set<String> = []
        for finding in findings.elements {
            guard let code = finding["code"]?.stringValue, let severity = finding["severity"]?.stringValue else { continue }
            found.insert("\(severity) \(code)")
            severities.insert(severity)
        }
        if severities.contains("error") { try count(.withErrors) }
        if severities.contains("warning") { try count(.withWarnings) }
        for name in found { try count(name, in: .findings, link: link) }
    }

    /// Counts the answer of `verify`, or of `match` for a link.
    private mutating func addVerdict(_ link: String, opens: Bool?, _ root: JSONDocument.Node) throws(Problem) {
        try count(.verdicts)
        try count(opens == true ? "opens in its app" : opens == false ? "does not open in its app" : "not known", in: .verdicts, link: link)
        guard opens != true else { return }
        for code in names("code", in: root["causes"]) { try count("because of \(code)", in: .verdicts, link: link) }
    }

    private func names(_ key: String, in array: JSONDocument.Node?) -> Set<String> {
        guard let array, array.count > 0 else { return [] }
        return Set(array.elements.lazy.compactMap { $0[key]?.stringValue }.filter { !$0.isEmpty })
    }

    // A part is a list of JSON lines: a header, then one line per counter, sorted by table and name. Parts may be concatenated in any order.

    /// Checks that all lines of all parts were added.
    package func checkParts() throws(Problem) {
        if readLines == expectedLines { return }
        let numbers = "they have \(readLines) lines of counts instead of \(expectedLines)"
        throw Problem(words: "the parts are incomplete: \(numbers); print them again with --partial")
    }

    private static let version = 1

    /// Passes these counts as a part, in pieces, to a closure.
    package func writePart(_ write: (Span<UInt8>) -> Void) {
        var output = ByteWriter()
        output.append(string: #"{"linkscope":"report","version":\#(Self.version),"counters":\#(counters.count)}"# + "\n")
        for table in Table.allCases {
            let rows = counters.filter { $0.key.table == table }.sorted { $0.key.name < $1.key.name }
            for (key, counter) in rows {
                let json = JSONOutput.report(showsSecrets: true) { json in
                    json.field("table", key.table.rawValue)
                    json.field("name", key.name)
                    json.field("count", counter.count)
                    json.objects("examples", counter.examples.chosen) { json, example in
                        json.field("link", example.link)
                        json.field("hash", String(example.hash, radix: 16))
                    }
                }
                json.bytes.withSpan { output.append($0) }
                output.append(UInt8(ascii: "\n"))
                if output.count > Self.flushSize {
                    output.withSpan { write($0) }
                    output.removeAll()
                }
            }
        }
        output.withSpan { write($0) }
    }

    private static let flushSize = 1 << 16

    /// Adds a line of a part. Ignores empty lines.
    package mutating func add(partLine line: [UInt8]) throws(Problem) {
        guard line.contains(where: { $0 > 0x20 }) else { return }
        let document = JSONDocument(line)
        guard document.isValid, let root = document.root else { throw .notAPart }
        if root["linkscope"]?.stringValue == "report" {
            guard let version = root["version"]?.numberLiteral else { throw .notAPart }
            guard version == "\(Self.version)" else {
                throw Problem(words: "partial counts of version \(version), which only a newer linkscope reads")
            }
            guard let count = root["counters"]?.numberLiteral.flatMap({ Int($0) }), count >= 0 else { throw .notAPart }
            expectedLines = expectedLines.addingReportingOverflow(count).partialValue
            return
        }
        guard let table = root["table"]?.stringValue.flatMap(Table.init), let name = root["name"]?.stringValue,
            let count = root["count"]?.numberLiteral.flatMap({ Int($0) }), count >= 0, let examples = root["examples"]
        else { throw .notAPart }
        var counter = Counter(count: count)
        for example in examples.elements {
            guard let link = example["link"]?.stringValue, let hash = example["hash"]?.stringValue.flatMap({ UInt64($0, radix: 16) }) else {
                throw .notAPart
            }
            counter.examples.add(link, hash: hash)
        }
        readLines += 1
        try add(counter, to: Key(table: table, name: name))
    }
}

/// The links with the smallest hashes. The choice does not depend on the order of the links or on how they are divided.
struct ExampleLinks: Sendable, Equatable {
    private(set) var chosen: [Example] = []

    struct Example: Sendable, Equatable {
        var link: String
        var hash: UInt64
    }

    static let most = 3
    /// The maximum length of an example, in bytes. Only the beginning of a longer link is shown.
    static let longest = 400

    /// Returns the hash of a link if it belongs to the examples; nil if it does not.
    func place(for link: String) -> UInt64? {
        let hash = link.withBytes { ContentHash.of($0) }
        if let last = chosen.last, chosen.count == Self.most, hash >= last.hash { return nil }
        return chosen.contains { $0.hash == hash } ? nil : hash
    }

    /// - Parameter hash: The hash of the whole link; `link` may be masked or cut.
    mutating func add(_ link: String, hash: UInt64) {
        guard !chosen.contains(where: { $0.hash == hash }) else { return }
        chosen.append(Example(link: link, hash: hash))
        chosen.sort { $0.hash < $1.hash }
        if chosen.count > Self.most { chosen.removeLast() }
    }
}
