/// How secrets are recognized: the table `Resources/services/secrets.json`.
package struct KnownSecrets: Sendable {
    package let all: [SecretFacts]

    /// The embedded table, read on first use.
    package static let embedded = KnownSecrets(EmbeddedTable.secrets.rows.compactMap { SecretFacts($0) })

    package init(_ all: [SecretFacts]) { self.all = all }

    /// Returns the rows with this name or with a name of a parameter, ignoring case.
    package func rows(called word: String) -> [SecretFacts] {
        let word = word.lowercased()
        return all.filter { row in
            if row.name.lowercased() == word { return true }
            guard case .names(let naming) = row.sign else { return false }
            return naming.names.contains { $0.lowercased() == word }
        }
    }
}
