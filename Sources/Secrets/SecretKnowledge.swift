import Bytes
package import Services

/// The table of secrets, ready to be searched with.
package final class SecretKnowledge: Sendable {
    /// A row with names. `contexts` and `exceptions` are sets of the rows that describe contexts.
    struct Rule {
        let naming: SecretNaming
        let contexts: SecretContext
        let exceptions: SecretContext

        /// Returns whether the contexts that the row needs are among these.
        func holds(in found: SecretContext) -> Bool {
            if naming.contexts.isEmpty { return true }
            guard naming.needsAllContexts else { return !found.isDisjoint(with: contexts) }
            return found.isSuperset(of: contexts) && contexts.rawValue.nonzeroBitCount == naming.contexts.count
        }
    }

    let names: SecretNames
    let rules: [Rule]
    /// The rows for which the name is enough.
    let certain: NameRows
    /// The rows for which the name is enough, including those with exceptions.
    let likely: NameRows
    /// The rows that say what the value holds.
    private let telling: NameRows
    let shapes: SecretShapes
    let paths: PathSecrets
    let users: UserSchemes
    let surroundings: Surroundings

    /// The embedded table, read on first use.
    package static let embedded = SecretKnowledge(.embedded)

    package init(_ table: KnownSecrets) {
        var namings: [SecretNaming] = []
        var shapes: [(pattern: String, content: String?)] = []
        var segments: [(words: [String], value: ValueTest)] = []
        var schemes: [String] = []
        var contexts: [(name: String, SecretSurroundings)] = []
        for row in table.all {
            switch row.sign {
            case .names(let naming): namings.append(naming)
            case .shapes(let patterns, let content): shapes += patterns.map { ($0, content) }
            case .segments(let words, let value): segments.append((words, value))
            case .users(let words): schemes += words
            case .context(let surroundings): contexts.append((row.name, surroundings))
            }
        }
        func set(_ names: [String]) -> SecretContext {
            SecretContext(contexts.indices.filter { names.contains(contexts[$0].name) }.map { SecretContext(row: $0) })
        }
        names = SecretNames(namings)
        rules = namings.map { Rule(naming: $0, contexts: set($0.contexts), exceptions: set($0.exceptions)) }
        func rows(where condition: (SecretNaming) -> Bool) -> NameRows {
            NameRows(namings.indices.filter { condition(namings[$0]) }.map { NameRows(rawValue: 1 << UInt64($0)) })
        }
        certain = rows { $0.isLikely && $0.exceptions.isEmpty }
        likely = rows(where: \.isLikely)
        telling = rows { $0.content != nil }
        self.shapes = SecretShapes(shapes)
        paths = PathSecrets(segments)
        users = UserSchemes(schemes)
        surroundings = Surroundings(contexts.map(\.1))
    }

    /// Returns whether a value of these names is a secret.
    ///
    /// - Parameters:
    ///   - value: The value. It is read only if the name is not enough.
    ///   - isLoose: Whether the value follows its name in ordinary text.
    ///   - contexts: Returns the contexts of the name. This closure is called only if the contexts matter.
    func isSecret(_ rows: NameRows, _ value: @autoclosure () -> ValueForm, isLoose: Bool, in contexts: () -> SecretContext) -> Bool {
        if !rows.isDisjoint(with: certain) { return true }
        let value = value()
        return rows.contains { row in
            let rule = rules[row]
            guard value.passes(rule.naming.value), !isLoose || !rule.naming.isCommon || value.digits > 0 else { return false }
            if rule.naming.contexts.isEmpty, rule.exceptions.isEmpty { return true }
            let found = contexts()
            return rule.holds(in: found) && rule.exceptions.isDisjoint(with: found)
        }
    }

    /// Returns what the value of these names holds, if that is neither a token nor a password.
    func content(_ rows: NameRows, in contexts: () -> SecretContext) -> String? {
        if rows.isDisjoint(with: telling) { return nil }
        let found = contexts()
        return rules.indices.lazy.filter { rows.contains(NameRows(rawValue: 1 << UInt64($0))) }
            .filter { !self.rules[$0].contexts.isDisjoint(with: found) }.compactMap { self.rules[$0].naming.content }.first
    }

    /// Returns whether a field of the rows of these names begins at a place: `T:`.
    func isField(at place: Int, in bytes: ByteView, of rows: NameRows) -> Bool {
        rows.contains { row in
            rules[row].naming.fields.contains { name in
                name.utf8.enumerated().allSatisfy { bytes[place + $0] == $1 } && bytes[place + name.utf8.count] == UInt8(ascii: ":")
            }
        }
    }

    /// Returns whether the values of these names end in this way.
    func end(_ rows: NameRows, like end: SecretNaming.End) -> Bool { rows.contains { self.rules[$0].naming.end == end } }

    /// Returns whether the value of these names is public because of a context.
    func isPublic(_ rows: NameRows, in contexts: () -> SecretContext) -> Bool {
        rows.contains { !rules[$0].exceptions.isEmpty && !rules[$0].exceptions.isDisjoint(with: contexts()) }
    }
}

extension SecretNaming {
    /// Whether the name alone makes a secret, but for the exceptions.
    fileprivate var isLikely: Bool { contexts.isEmpty && value.isAny && !isCommon }
}
