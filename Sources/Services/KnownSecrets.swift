/// How secrets are recognized: the table `Resources/services/secrets.json`.
package struct KnownSecrets: Sendable {
    package let table: FactTable

    /// The embedded table.
    package static let embedded = KnownSecrets(.secrets)

    package init(_ table: FactTable) { self.table = table }

    /// All rows.
    package var all: [SecretFacts] { table.rows.indices.compactMap { table.parse($0).flatMap { SecretFacts($0) } } }

    /// Returns the rows with this name, or with a parameter, host or scheme of this name, ignoring case.
    package func rows(called word: String) -> [SecretFacts] {
        let word = word.lowercased()
        return all.filter { row in
            if row.name.lowercased() == word { return true }
            return row.sign.words.contains { $0.lowercased() == word }
        }
    }
}

extension SecretFacts.Sign {
    /// The names of parameters, the hosts and the schemes.
    fileprivate var words: [String] {
        switch self {
        case .names(let naming): naming.names
        case .context(let surroundings): surroundings.hosts + surroundings.ownHosts + surroundings.schemes
        case .users(let schemes): schemes
        case .shapes, .segments: []
        }
    }
}
