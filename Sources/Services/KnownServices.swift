import Bytes

/// The services of `Resources/services`, and how to find the ones that a link and its parameters belong to.
///
///     host    ─► the hashes of its ends, from `com` to the whole host ─► the rows with such a host ─► the first whose path matches
///     name    ─► its hash, and those of its beginnings up to a `_` or sign ─► the rules for the name ─► those that hold on the host
package final class KnownServices: Sendable {
    package let all: [Service]
    /// All rules of all services, with the service of each one.
    package let rules: [(rule: ParameterRule, owner: Service)]
    /// The services that have shut down and whose links are known by their parameters on any host.
    package let signedDead: [Service]
    /// The hosts of names that read like links.
    private let namespaces: [HostPattern]
    private let hosts: WordIndex
    /// The rows for every host.
    private let anywhere: [Int]
    private let schemes: WordIndex
    private let names: WordIndex
    private let beginnings: WordIndex
    /// For each byte, whether the name of some rule begins with it.
    private let firstBytes: [Bool]

    /// The embedded tables, read on first use.
    package static let embedded = KnownServices(
        EmbeddedTable.services.flatMap { $0.rows.compactMap { Service($0) } })

    package init(_ services: [Service]) {
        all = services
        signedDead = services.filter { $0.state == .dead && !$0.signatures.isEmpty }
        rules = services.flatMap { owner in owner.parameters.map { ($0, owner) } }
        var hosts: [(hash: WordHash, row: Int, weight: Int)] = []
        var anywhere: [Int] = []
        namespaces = services.filter { $0.kind == .namespace }.flatMap(\.hosts)
        for (row, service) in services.enumerated()
        where service.kind != .namespace && (service.kind != .parameters || !service.numbers.isEmpty) {
            for host in service.hosts {
                if host.isAny { anywhere.append(row) } else { hosts.append((host.hash, row, host.weight)) }
            }
        }
        self.anywhere = anywhere
        // Of two rows, the one with the more exact host comes first.
        self.hosts = WordIndex(
            hosts.enumerated().sorted { (-$0.element.weight, $0.offset) < (-$1.element.weight, $1.offset) }
                .map { ($0.element.hash, $0.element.row) })
        schemes = WordIndex(services.enumerated().flatMap { row, service in service.schemes.map { (WordHash($0.utf8), row) } })
        let named = rules.enumerated().filter { !$0.element.rule.name.isAny }
        names = WordIndex(named.filter { !$0.element.rule.name.isBeginning }.map { ($0.element.rule.name.hash, $0.offset) })
        beginnings = WordIndex(named.filter { $0.element.rule.name.isBeginning }.map { ($0.element.rule.name.hash, $0.offset) })
        var firstBytes = [Bool](repeating: false, count: 256)
        for (_, entry) in named {
            guard let first = entry.rule.name.text.utf8.first else { continue }
            firstBytes[Int(ByteClass.lowered(first))] = true
        }
        self.firstBytes = firstBytes
    }

    // MARK: Hosts

    /// Returns the service that a link belongs to by its host and path.
    ///
    /// - Parameter has: Returns whether the link has a parameter with this name.
    package func service(
        ofHost host: Range<Int>, path: Range<Int>, in text: [UInt8], has: (NamePattern) -> Bool
    ) -> Service? {
        func matches(_ row: Int) -> Bool {
            let service = all[row]
            return service.hasPath(path, in: text) && service.needs.allSatisfy(has)
        }
        let found = HostHashes.last(of: text, host) { hash in
            hosts.first(hash) { all[$0].has(host, in: text) && matches($0) }
        }
        if let found { return all[found] }
        if let hash = HostHashes.ofCountry(text, host),
            let found = hosts.first(hash, where: { all[$0].has(host, in: text) && matches($0) })
        {
            return all[found]
        }
        return anywhere.first(where: matches).map { all[$0] }
    }

    /// Returns whether this is the host of names that read like links with http.
    package func isNamespace(_ host: Range<Int>, in text: [UInt8]) -> Bool { namespaces.contains { $0.matches(text, host) } }

    /// Returns the service whose links have this scheme.
    package func service(ofScheme scheme: Range<Int>, in text: [UInt8]) -> Service? {
        var hash = WordHash()
        for index in scheme { hash.add(text[index]) }
        return schemes.first(hash) { row in
            all[row].schemes.contains { $0.utf8.elementsEqual(text[scheme], by: { $0 == ByteClass.lowered($1) }) }
        }.map { all[$0] }
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
        func counts(_ place: Int) -> Bool {
            // Different names may have the same hash, and the beginning of a name alone is not a name.
            guard rules[place].rule.name.matches(text, range) else { return false }
            let owner = rules[place].owner
            if owner.kind == .parameters, !rules[place].rule.isOnlyOnHost { return owner.hosts.isEmpty || holds(owner) }
            return !rules[place].rule.isOnlyOnHost || holds(owner)
        }
        var hash = WordHash()
        var beginning: Int?
        for index in range {
            hash.add(text[index])
            // A beginning ends in `_` or another sign.
            let byte = text[index]
            if !ByteClass.isLetter(byte), !ByteClass.isDigit(byte) { beginning = beginnings.first(hash, where: counts) ?? beginning }
        }
        return (names.first(hash, where: counts) ?? beginning ?? lastLetters(text, range, counts)).map { rules[$0] }
    }

    /// Returns the rule for a beginning that ends in a letter: `deep_link_sub*`.
    private func lastLetters(_ text: Span<UInt8>, _ range: Range<Int>, _ counts: (Int) -> Bool) -> Int? {
        var hash = WordHash()
        for index in range {
            let byte = text[index]
            if ByteClass.isDigit(byte), let place = beginnings.first(hash, where: counts) { return place }
            hash.add(byte)
        }
        return nil
    }

    // MARK: By name

    /// Returns the services with this name, ignoring case. If no service has this name, returns the services with this host or scheme.
    package func services(called word: String) -> [Service] {
        let word = word.lowercased()
        let named = all.filter { $0.name.lowercased() == word }
        if !named.isEmpty { return named }
        let bytes = Array(word.utf8)
        return all.filter { service in
            service.schemes.contains(word) || service.hosts.contains { !$0.isAny && $0.matches(bytes, 0..<bytes.count) }
        }
    }

    /// Returns the rules for a parameter with this name, in links of any service.
    package func rules(called word: String) -> [(rule: ParameterRule, owner: Service)] {
        let bytes = Array(word.utf8)
        return rules.filter { !$0.rule.name.isAny && $0.rule.name.matches(bytes.span, 0..<bytes.count) }
    }
}
