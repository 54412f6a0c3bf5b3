/// The parameters of an URL's query, read by the rules of Bolts.
///
///     let query = LinkURL("shop://item?q=red%20shoes&sale&q=boots")!.queryParameters
///     query["q"]       // .text("boots"): the last of the same name counts, in the place of the first
///     query["sale"]    // .bare: no "="
///     query["none"]    // nil
///
/// Split at `&` (never `;`) and at the first `=`; empty components count; `+` stays `+`; names and values are percent-decoded once.
/// A value that is not UTF-8 then is left out with its name, and so is a name that is not: neither takes the rest of the query with it.
public struct QueryParameters: Sendable, Hashable {
    /// What stands behind a name.
    public enum Value: Sendable, Hashable {
        /// Nothing, not even an `=`.
        case bare
        /// The decoded text behind the first `=`, possibly empty.
        case text(String)

        /// The text, or nil for a bare name.
        public var text: String? {
            guard case .text(let text) = self else { return nil }
            return text
        }
    }

    /// The names with their values, in the order in which each name was first written.
    public let entries: [Entry]
    /// Where in `entries` a name is, kept only where looking at all of them would take longer.
    private let places: [ExactName: Int]

    /// A name and what stands behind it.
    public struct Entry: Sendable, Hashable {
        /// The decoded name, possibly empty.
        public let name: String
        /// What stands behind it.
        public let value: Value
    }

    /// The parameters of `url`.
    public init(of url: LinkURL) {
        var query = FlatQuery()
        url.text.withBytes { query.read($0, url.components.query) }
        var entries: [Entry] = []
        entries.reserveCapacity(query.entries.count)
        for entry in query.entries where entry.isThere {
            entries.append(Entry(name: query.text(entry.name), value: entry.value.map { .text(query.text($0)) } ?? .bare))
        }
        self.entries = entries
        // Each name stands once, so no later place replaces another.
        places = entries.count > FlatQuery.few ? Dictionary(entries.enumerated().map { (ExactName(text: $1.name), $0) }) { $1 } : [:]
    }

    /// The number of names.
    public var count: Int { entries.count }

    /// Whether there is no parameter at all.
    public var isEmpty: Bool { entries.isEmpty }

    /// The names in the order in which each was first written.
    public var names: [String] { entries.map(\.name) }

    /// The value of the parameter with exactly this name, or nil when there is none.
    public subscript(_ name: String) -> Value? {
        let name = ExactName(text: name)
        let place = entries.count > FlatQuery.few ? places[name] : entries.firstIndex { ExactName(text: $0.name) == name }
        return place.map { entries[$0].value }
    }
}

/// A name that is the same only if its bytes are: `String` also takes `é` and `e` with an accent for equal, receivers do not.
struct ExactName: Sendable, Hashable {
    let text: String

    static func == (left: ExactName, right: ExactName) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
        hasher.combine(text.utf8.count)
    }
}
