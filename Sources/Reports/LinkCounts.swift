import AppLinks
import Associations
import JSONDocument
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
            examples.add(other.examples)
        }
    }

    /// Thrown if there are more than `mostNames` different names.
    package struct TooManyNames: Error, Sendable {}

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

    mutating func add(_ counter: Counter, to key: Key) throws(TooManyNames) {
        guard counters[key] != nil || counters.count < Self.mostNames else { throw TooManyNames() }
        counters[key, default: Counter()].add(counter)
    }

    /// - Parameter link: A link that may become an example of the name.
    private mutating func count(_ name: String, in table: Table, link: String? = nil) throws(TooManyNames) {
        let key = Key(table: table, name: name.utf8.count > Self.longestName ? String(name.prefix(Self.longestName / 4)) : name)
        try add(Counter(count: 1), to: key)
        guard let link, let hash = counters[key]?.examples.place(for: link) else { return }
        let example = shown(link)
        counters[key]?.examples.add(example, hash: hash)
    }

    private mutating func count(_ line: Line) throws(TooManyNames) { try count(line.rawValue, in: .lines) }

    /// Returns a link as an example: masked, and cut if it is very long.
    private func shown(_ link: String) -> String {
        let masked = masksSecrets ? Secrets.maskedAgain(link) : link
        return masked.utf8.count > ExampleLinks.longest ? masked.prefix(ExampleLinks.longest / 4) + "…" : masked
    }

    // MARK: Lines

    /// Counts one line of the input. Ignores empty lines.
    package mutating func add(line: [UInt8]) throws(TooManyNames) {
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

    private mutating func addLink(_ link: String, _ root: JSONDocument.Node) throws(TooManyNames) {
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

    private mutating func addFindings(_ root: JSONDocument.Node, of link: String?) throws(TooManyNames) {
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
    private mutating func addVerdict(_ link: String, opens: Bool?, _ root: JSONDocument.Node) throws(TooManyNames) {
        try count(.verdicts)
        try count(opens == true ? "opens in its app" : opens == false ? "does not open in its app" : "not known", in: .verdicts, link: link)
        guard opens != true else { return }
        for code in names("code", in: root["causes"]) { try count("because of \(code)", in: .verdicts, link: link) }
    }

    private func names(_ key: String, in array: JSONDocument.Node?) -> Set<String> {
        guard let array, array.count > 0 else { return [] }
        return Set(array.elements.lazy.compactMap { $0[key]?.stringValue }.filter { !$0.isEmpty })
    }
}
