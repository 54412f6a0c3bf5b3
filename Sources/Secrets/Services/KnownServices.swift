import Bytes

/// The services of `Resources/services`, and how to find the ones that a link and its parameters belong to.
///
///     host    ─► the hashes of its ends, from `com` to the whole host ─► the rows with such a host ─► the first whose path matches
///     path    ─► the hash of its first segment ─► the rows that apply to any host and have such a path, if the host has no row
///     name    ─► its hash, and those of its beginnings up to a `_` or sign ─► the rules for the name ─► those that hold on the host
package final class KnownServices: Sendable {
    package let rows: FactRows<Service>
    private let hosts: WordIndex
    /// The rows that apply to any host, by the first segment of their paths. Each of them has paths.
    private let anywhere: WordIndex
    private let schemes: WordIndex
    private let names: WordIndex
    private let beginnings: WordIndex
    /// For each byte, whether the name of some rule begins with it.
    private let firstBytes: [Bool]
    /// The rows of services that have shut down and whose links are known by their parameters on any host.
    private let signedDead: [Int]
    /// The rows of names that read like links.
    private let namespaces: [Int]

    /// The embedded tables.
    package static let embedded = KnownServices(.services)
    /// Apps that are known by their hosts and schemes. They change nothing in how a link is read.
    package static let apps = KnownServices(.apps)

    package init(_ table: FactTable) {
        rows = FactRows(table) { Service($0) }
        let dead = table.rows(with: #""state": "dead""#)
        signedDead = table.rows(with: #""signatures": ["#).filter(dead.contains)
        namespaces = table.rows(with: #""kind": "namespace""#)
        let numbered = table.rows(with: #""numbers": ["#)
        let hidden = Set(table.rows(with: #""kind": "parameters""#).filter { !numbered.contains($0) } + namespaces)
        var (hosts, schemes, names, beginnings, anywhere) = (WordIndex(), WordIndex(), WordIndex(), WordIndex(), WordIndex())
        var unbound: Set<Int> = []
        table.forEachWord(of: "hosts") { word in
            if hidden.contains(word.row) { return }
            let (hash, weight) = HostPattern.key(of: word.range, in: table.text)
            if weight == 0 {
                unbound.insert(word.row)
            } else {
                hosts.insert(hash, row: word.row, number: word.number, weight: weight)
            }
        }
        if !unbound.isEmpty {
            table.forEachWord(of: "paths") { word in
                if unbound.contains(word.row) { anywhere.insert(PathPattern.key(of: word.range, in: table.text), row: word.row) }
            }
        }
        table.forEachWord(of: "schemes") { schemes.insert(table.hash($0.range), row: $0.row) }
        var firstBytes = [Bool](repeating: false, count: 256)
        table.forEachWord(of: "names") { word in
            let last = word.range.upperBound - 1
            let isBeginning = table.text[last] == UInt8(ascii: "*")
            // A rule for every name is not looked up.
            if isBeginning, word.range.count == 1 { return }
            firstBytes[Int(ByteClass.lowered(table.text[word.range.lowerBound]))] = true
            if isBeginning {
                beginnings.insert(table.hash(word.range.lowerBound..<last), row: word.row, number: word.number)
            } else {
                names.insert(table.hash(word.range), row: word.row, number: word.number)
            }
        }
        (self.hosts, self.anywhere, self.schemes) = (hosts, anywhere, schemes)
        (self.names, self.beginnings, self.firstBytes) = (names, beginnings, firstBytes)
    }

    // MARK: Hosts

    /// Returns the service that a link belongs to by its host and path.
    ///
    /// - Parameter has: Returns whether the link has a parameter with this name.
    package func service(
        ofHost host: Range<Int>, path: Range<Int>, in text: [UInt8], has: (NamePattern) -> Bool
    ) -> Service? {
        func matching(_ row: Int, _ number: Int?) -> Service? {
            guard let service = rows[row], number.map({ service.hosts[$0].matches(text, host) }) ?? true else { return nil }
            return service.hasPath(path, in: text) && service.needs.allSatisfy(has) ? service : nil
        }
        if let found = HostHashes.last(of: text, host, { hash in hosts.first(hash, matching) }) { return found }
        if let hash = HostHashes.ofCountry(text, host), let found = hosts.first(hash, matching) { return found }
        return anywhere.first(PathPattern.key(of: path, in: text)) { row, _ in matching(row, nil) }
    }

    /// Returns whether this is the host of names that read like links with http.
    package func isNamespace(_ host: Range<Int>, in text: [UInt8]) -> Bool {
        namespaces.contains { rows[$0]?.has(host, in: text) ?? false }
    }

    /// Returns the first of the services that have shut down and whose links are known by their parameters on any host.
    package func signedDead(where condition: (Service) -> Bool) -> Service? {
        signedDead.lazy.compactMap { self.rows[$0] }.first(where: condition)
    }

    /// Returns the service whose links have this scheme.
    package func service(ofScheme scheme: Range<Int>, in text: [UInt8]) -> Service? {
        schemes.first(WordHash(text[scheme])) { row, _ in
            guard let service = rows[row] else { return nil }
            let isScheme = service.schemes.contains { $0.utf8.elementsEqual(text[scheme], by: { $0 == ByteClass.lowered($1) }) }
            return isScheme ? service : nil
        }
    }

    // MARK: Parameters

    /// Returns the rule for the parameter at `range`, as written.
    ///
    /// - Parameter holds: Returns whether the link belongs to a service by its host or by its other parameters. This closure is called
    ///   only for names that mean nothing elsewhere.
    package func rule(
        of text: Span<UInt8>, _ range: Range<Int>, holds: (Service) -> Bool
    ) -> (rule: ParameterRule, owner: Service)? {
        guard let first = range.first, firstBytes[Int(ByteClass.lowered(text[first]))], range.count <= 64 else { return nil }
        func counted(_ row: Int, _ number: Int) -> (rule: ParameterRule, owner: Service)? {
            guard let owner = rows[row], number < owner.parameters.count else { return nil }
            let rule = owner.parameters[number]
            // Different names may have the same hash, and the beginning of a name alone is not a name.
            guard rule.name.matches(text, range) else { return nil }
            let isFree = !rule.isOnlyOnHost && (owner.kind != .parameters || owner.hosts.isEmpty)
            return isFree || holds(owner) ? (rule, owner) : nil
        }
        var hash = WordHash()
        var beginning: (rule: ParameterRule, owner: Service)?
        var numbered: (rule: ParameterRule, owner: Service)?
        for index in range {
            let byte = text[index]
            // A prefix that ends in a letter matches only before a digit: `deep_link_sub1`.
            if ByteClass.isDigit(byte) { numbered = numbered ?? beginnings.first(hash, counted) }
            hash.add(byte)
            // Any other prefix ends in `_` or another sign, so it is tried only there.
            if !ByteClass.isLetterOrDigit(byte) { beginning = beginnings.first(hash, counted) ?? beginning }
        }
        return names.first(hash, counted) ?? beginning ?? numbered
    }

    // MARK: By name

    /// Returns the services with this name, ignoring case. If no service has this name, returns the services with this host or scheme. A host
    /// may be written as in the tables: `*.app.link`, `goo.gl/maps`.
    package func services(called word: String) -> [Service] {
        let word = word.lowercased()
        let all = rows.all
        let named = all.filter { $0.name.lowercased() == word }
        if !named.isEmpty { return named }
        let (bytes, isAddress) = (Array(word.utf8), word.contains("/"))
        return all.filter { service in
            service.schemes.contains(word) || isAddress && service.addresses.contains(word)
                || service.hosts.contains { !$0.isAny && ($0.text == word || $0.matches(bytes, 0..<bytes.count)) }
        }
    }

    /// Returns the services that have a parameter with this name of which nothing more is known.
    package func owners(called word: String) -> [Service] {
        let bytes = Array(word.utf8)
        func isMeant(_ name: NamePattern) -> Bool { !name.isAny && name.matches(bytes.span, 0..<bytes.count) }
        return rows.all.filter { owner in
            if owner.own.contains(where: isMeant) { return true }
            let signs = owner.needs + owner.signatures.flatMap { $0 }
            return signs.contains(where: isMeant) && !owner.parameters.contains { isMeant($0.name) }
        }
    }

    /// Returns the rules for a parameter with this name, in links of any service.
    package func rules(called word: String) -> [(rule: ParameterRule, owner: Service)] {
        let bytes = Array(word.utf8)
        return rows.all.flatMap { owner in
            owner.parameters.filter { !$0.name.isAny && $0.name.matches(bytes.span, 0..<bytes.count) }.map { ($0, owner) }
        }
    }
}
