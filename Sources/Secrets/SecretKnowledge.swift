import Bytes

/// The table of secrets, ready to be searched with. A row is read when a text has its name or the beginning of its shape.
package final class SecretKnowledge: Sendable {
    private let rows: FactRows<SecretNaming>
    let names: SecretNames
    /// The rows with names, in the order of the bits of ``NameRows``: the number of each row in the table, the contexts that it needs, and
    /// the contexts that make its value public.
    private let namings: [(row: Int, contexts: SecretContext, exceptions: SecretContext)]
    /// The contexts that make some values public.
    let publicContexts: SecretContext
    /// The rows of names whose values are secrets if the name of a header beside them is one: `{"name":"X-Api-Key","value":"abc"}`.
    let headerValues: NameRows
    /// The rows of names before or after codes in messages: `Your code is 123456`.
    private let toldCodes: NameRows
    /// The rows of names before passwords in statements: `IDENTIFIED BY 'abc'`.
    let statements: NameRows
    let shapes: SecretShapes
    let paths: PathSecrets
    let users: UserSchemes
    let commands: CommandPasswords
    let surroundings: ContextFinder

    /// The embedded table.
    package static let embedded = SecretKnowledge(.embedded)

    package init(_ known: KnownSecrets) {
        let table = known.table
        rows = FactRows(table) { SecretNaming($0) }
        let surroundings = ContextFinder(table)
        (shapes, paths, users, commands) = (SecretShapes(table), PathSecrets(table), UserSchemes(table), CommandPasswords(table))
        let (whole, words) = (Set(table.rows(with: #""match": "whole""#)), Set(table.rows(with: #""match": "word""#)))
        var names = SecretNames()
        var namings: [(row: Int, contexts: SecretContext, exceptions: SecretContext)] = []
        var bits = [Int](repeating: 0, count: table.rows.count)
        table.forEachWord(of: "names") { word in
            if word.number == 0 {
                bits[word.row] = namings.count
                namings.append((word.row, [], []))
            }
            let match: SecretNaming.Match = whole.contains(word.row) ? .whole : words.contains(word.row) ? .word : .end
            names.add(word.range, in: table.text, NameRows(row: bits[word.row]), match)
        }
        table.forEachWord(of: "but") { names.add($0.range, in: table.text, NameRows(row: bits[$0.row]), nil) }
        table.forEachWord(of: "in") { namings[bits[$0.row]].contexts.formUnion(surroundings.context(called: table.hash($0.range))) }
        table.forEachWord(of: "except") { namings[bits[$0.row]].exceptions.formUnion(surroundings.context(called: table.hash($0.range))) }
        publicContexts = SecretContext(namings.map(\.exceptions))
        func needing(_ name: String) -> NameRows {
            let context = surroundings.context(called: WordHash(name.utf8))
            return namings.indices.reduce(into: []) { rows, row in
                if !namings[row].contexts.isDisjoint(with: context) { rows.formUnion(NameRows(row: row)) }
            }
        }
        (headerValues, toldCodes, statements) = (needing("Named header"), needing("Message"), needing("Statement"))
        (self.names, self.namings, self.surroundings) = (names, namings, surroundings)
    }

    /// Returns the names of a row.
    private func naming(_ row: Int) -> SecretNaming? { rows[namings[row].row] }

    /// Returns whether the name alone makes a secret.
    func isCertain(_ rows: NameRows) -> Bool {
        rows.contains { row in namings[row].exceptions.isEmpty && naming(row)?.isLikely == true }
    }

    /// Returns whether the name alone makes a secret, but for exceptions.
    func isLikely(_ rows: NameRows) -> Bool { rows.contains { naming($0)?.isLikely == true } }

    /// Returns whether a value of these names is a secret. See ``isCertain(_:)``, which needs no value.
    ///
    /// - Parameters:
    ///   - isLoose: Whether the value follows its name in ordinary text.
    ///   - contexts: Returns the contexts of the name. This closure is called only if the contexts matter.
    func isSecret(_ rows: NameRows, _ value: ValueTraits, isLoose: Bool, in contexts: () -> SecretContext) -> Bool {
        rows.contains { row in
            guard let naming = naming(row), value.passes(naming.value), !isLoose || !naming.isCommon || value.digits > 0 else {
                return false
            }
            if naming.contexts.isEmpty, namings[row].exceptions.isEmpty { return true }
            let found = contexts()
            return holds(row, naming, in: found) && namings[row].exceptions.isDisjoint(with: found)
        }
    }

    /// Returns whether the contexts that a row needs are among these.
    private func holds(_ row: Int, _ naming: SecretNaming, in found: SecretContext) -> Bool {
        if naming.contexts.isEmpty { return true }
        let contexts = namings[row].contexts
        guard naming.needsAllContexts else { return !found.isDisjoint(with: contexts) }
        return found.isSuperset(of: contexts) && contexts.rawValue.nonzeroBitCount == naming.contexts.count
    }

    /// Returns whether a code of so many digits may be told with these names.
    func isTold(_ rows: NameRows, digits: Int) -> Bool {
        rows.intersection(toldCodes).contains { naming($0).map { $0.value.least <= digits } == true }
    }

    /// Returns what the value of these names holds, if that is neither a token nor a password.
    func content(_ rows: NameRows, in contexts: () -> SecretContext) -> String? {
        rows.first { row in
            guard let content = naming(row)?.content, !namings[row].contexts.isDisjoint(with: contexts()) else { return nil }
            return content
        }
    }

    /// Returns whether a field of the rows of these names begins at a place: `T:`.
    func isField(at place: Int, in bytes: ByteView, of rows: NameRows) -> Bool {
        rows.contains { row in
            naming(row)?.fields.contains { bytes.has($0, at: place) && bytes[place + $0.utf8.count] == UInt8(ascii: ":") } == true
        }
    }

    /// Returns whether the values of these names end in this way.
    func end(_ rows: NameRows, like end: SecretNaming.End) -> Bool { rows.contains { naming($0)?.end == end } }

    /// Returns whether the value of these names is public because of a context.
    func isPublic(_ rows: NameRows, in contexts: () -> SecretContext) -> Bool {
        rows.contains { !namings[$0].exceptions.isEmpty && !namings[$0].exceptions.isDisjoint(with: contexts()) }
    }
}
