package import JSONDocument

/// How secrets are recognized: the table `Resources/services/secrets.json`.
package struct KnownSecrets: Sendable {
    private let rows: FactRows<SecretFacts>

    /// The embedded table.
    package static let embedded = KnownSecrets(.secrets)

    package init(_ table: FactTable) { rows = FactRows(table) { SecretFacts($0) } }

    package var table: FactTable { rows.table }

    /// All rows.
    package var all: [SecretFacts] { rows.all }

    /// Returns the rows with this name, or with a parameter, host or scheme of this name, ignoring case.
    package func rows(called word: String) -> [SecretFacts] {
        let word = word.lowercased()
        return all.filter { row in ([row.name] + row.sign.words).contains { $0.lowercased() == word } }
    }

    /// Returns the rows that need this parameter or this word of a path, ignoring case.
    package func rows(needing word: String) -> [SecretFacts] {
        let word = word.lowercased()
        return all.filter { row in row.sign.neededWords.contains { $0.lowercased() == word } }
    }
}

extension SecretFacts.Sign {
    /// The names of parameters, the hosts and the schemes.
    fileprivate var words: [String] {
        switch self {
        case .names(let naming): naming.names
        case .commands(let commands): commands.compactMap { $0.split(separator: " ").first.map(String.init) }
        case .context(let surroundings): surroundings.hosts + surroundings.ownHosts + surroundings.schemes
        case .users(let schemes): schemes
        case .shapes, .segments: []
        }
    }

    /// The parameters and the words in a path that must stand beside a secret.
    fileprivate var neededWords: [String] {
        switch self {
        case .segments(let words, _): words
        case .context(let surroundings): surroundings.beside + surroundings.together + surroundings.words
        case .names, .shapes, .users, .commands: []
        }
    }
}

/// A row of `Resources/services/secrets.json`: how a secret is recognized.
package final class SecretFacts: Sendable {
    package enum Sign: Sendable {
        /// Its name, perhaps with a test of the value.
        case names(SecretNaming)
        /// The form of the value, wherever it stands, and what it holds. See ``SecretNaming/content``.
        case shapes([String], content: String?)
        /// A segment of a path that follows one of these words, with a test of the segment. The ID of a user or `token` may come between
        /// them.
        case segments([String], ValueTest)
        /// The user part of the links with one of these schemes: `trojan://secret@host`.
        case users([String])
        /// The options of commands after which a password follows: `mysql -p<password>`. See ``CommandPasswords``.
        case commands([String])
        /// What stands around a name. Rows with names refer to this row by its own name.
        case context(SecretSurroundings)
    }

    package let name: String
    package let sign: Sign
    package let facts: String
    package let source: String
    package let checked: String
    /// A text that only this row explains, and what is masked in the text. `{aB1*12}` stands for twelve times `aB1`, so that no scanner for
    /// keys takes the table for a leak.
    package let example: [String]

    package init?(_ row: JSONDocument.Node) {
        guard let name = row.text("name"), let sign = Sign(row), let facts = row.text("facts"),
            let source = row.text("source"), let checked = row.text("checked")
        else { return nil }
        (self.name, self.sign, self.facts, self.source, self.checked) = (name, sign, facts, source, checked)
        example = row.words("example")
    }
}

/// Names whose values are secrets.
///
/// This is a class, because most callers read a single property, and for a structure they would copy all of them.
package final class SecretNaming: Sendable {
    /// Where a value may end, other than where its surroundings say.
    package enum End: String, Sendable {
        /// Like a part of a path: `/cart;jsessionid=1A2B?x=1`.
        case path
        /// At the next semicolon that has no backslash and ends the text or comes before another field: `WIFI:S:Kiosk;P:a b\;c;d;;`.
        case field
        /// Like the value of a header: at the end of its line, or at the quote around the header.
        case line
        /// After the last word of a wallet: `mnemonic = abandon ability able, then`.
        case words
        case usual
    }

    /// What a name must be to count.
    package enum Match: String, Sendable {
        /// One of the names, with other words before it or not.
        case end
        /// One of the names.
        case whole
        /// One of the names, with other words before it or not, but no part of a longer word.
        case word
    }

    package let names: [String]
    package let match: Match
    /// The last words of names that do not count although they end in one of `names`.
    package let others: [String]
    /// Whether this is a word of everyday language. In text such as `token: text`, its value must have a digit.
    package let isCommon: Bool
    package let end: End
    /// The names of the fields that may come after the value, if it ends at a field. A semicolon before anything else is a part of the value.
    package let fields: [String]
    /// The contexts of which one must hold; none if the name is enough.
    package let contexts: [String]
    /// Whether all of these contexts must hold.
    package let needsAllContexts: Bool
    /// The contexts in which the value is public.
    package let exceptions: [String]
    package let value: ValueTest
    /// What the value holds, if that is neither a token nor a password: `the recipient's address`.
    package let content: String?
    /// Whether the name alone makes a secret, but for the exceptions.
    package let isLikely: Bool

    /// Reads a row. Returns nil if the test of its value has an unknown word.
    package init?(_ row: JSONDocument.Node) {
        guard let value = ValueTest(row) else { return nil }
        (self.value, names, fields, content) = (value, row.words("names"), row.words("fields"), row.text("holds"))
        (match, isCommon) = (row.text("match").flatMap(Match.init) ?? .end, row.isTrue("common"))
        others = row.words("but")
        end = row.text("ends").flatMap(End.init) ?? .usual
        (contexts, needsAllContexts, exceptions) = (row.words("in"), row.isTrue("all"), row.words("except"))
        isLikely = contexts.isEmpty && value.isAny && !isCommon
    }
}

/// What the value of a name must look like.
package struct ValueTest: Sendable, Hashable {
    /// A kind of value that is no secret.
    package enum Harmless: String, Sendable, Hashable, CaseIterable {
        /// A country, language, currency or coin: `US`, `EUR`.
        case symbol
        /// Digits such as a ZIP code, a status or a number of something.
        case number
        /// Anything without a digit.
        case letters
        /// Anything with a letter: `SUMMER20`.
        case coupon
        /// What anyone may know: an address on a blockchain (`0x` and 40 hex digits), or the ID of a payment or customer at Stripe.
        case identifier
        /// A UUID: 8-4-4-4-12 characters.
        case uuid
        /// A folder: `/home/me`.
        case path
        /// Parts of a path: `1/7f3c`.
        case route
        /// Words without digits, joined with `_`: `access_denied`.
        case words
    }

    package enum Form: String, Sendable, Hashable {
        /// The number of a payment card.
        case card
        /// 8-4-4-4-12 characters.
        case uuid
    }

    /// The minimum length.
    package var least = 0
    /// The minimum number of changes between letters and digits, or from lowercase to uppercase. Words have few of them, keys many.
    package var changes = 0
    /// Whether there must be a change for every five characters, as in random text. Names of products have fewer.
    package var isRandom = false
    /// Whether the value must be letters and digits only.
    package var isSolid = false
    /// The form that the value must have.
    package var form: Form?
    /// The beginnings of which the value must have one.
    package var beginnings: [String] = []
    /// A sign that the value must have. Nil if it needs none.
    package var sign: UInt8?
    package var harmless: Set<Harmless> = []

    /// Whether every value passes.
    package var isAny: Bool { self == ValueTest() }
}

/// What stands around a name of a secret.
package struct SecretSurroundings: Sendable {
    /// Parameters or members, of which one stands beside the name.
    package let beside: [String]
    /// Parameters or members that all stand beside the name.
    package let together: [String]
    /// Words in the path.
    package let words: [String]
    package let hosts: [String]
    /// Hosts that count only for the parameters of their own links, not for those of the links nested in them.
    package let ownHosts: [String]
    package let schemes: [String]
}

// MARK: Reading

extension SecretFacts.Sign {
    fileprivate init?(_ row: JSONDocument.Node) {
        if row["names"] != nil {
            guard let naming = SecretNaming(row) else { return nil }
            self = .names(naming)
        } else if row["shapes"] != nil {
            self = .shapes(row.words("shapes"), content: row.text("holds"))
        } else if row["segments"] != nil {
            guard let value = ValueTest(row) else { return nil }
            self = .segments(row.words("segments"), value)
        } else if row["users"] != nil {
            self = .users(row.words("users"))
        } else if row["commands"] != nil {
            self = .commands(row.words("commands"))
        } else {
            self = .context(
                SecretSurroundings(
                    beside: row.words("beside"), together: row.words("together"), words: row.words("words"), hosts: row.words("hosts"),
                    ownHosts: row.words("own-hosts"), schemes: row.words("schemes")))
        }
    }
}

extension ValueTest {
    package init?(_ row: JSONDocument.Node) {
        let unless = row.words("unless")
        self.init(
            least: row["least"].flatMap { Int($0.text) } ?? 0, changes: row["changes"].flatMap { Int($0.text) } ?? 0,
            isRandom: row.isTrue("random"), isSolid: row.isTrue("solid"), form: row.text("form").flatMap(Form.init),
            beginnings: row.words("begins"), sign: row["with"]?.stringValue?.utf8.first,
            harmless: Set(unless.compactMap(ValueTest.Harmless.init)))
        guard harmless.count == unless.count else { return nil }
    }
}
