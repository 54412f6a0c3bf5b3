import Bytes

/// The parameters of a URL's query, parsed by the rules of Bolts.
///
///     let query = LinkURL("shop://item?q=red%20shoes&sale&q=boots")!.queryParameters
///     query["q"]       // .text("boots"): the last value of a name counts, at the position of the first
///     query["sale"]    // .bare: no "="
///     query["none"]    // nil
///
/// The query is split at `&` (never `;`), and each component at its first `=`. Empty components count. `+` stays `+`. Names and values are
/// percent-decoded once. A parameter whose decoded name or value is not UTF-8 is left out; the rest of the query is not affected.
public struct QueryParameters: Sendable, Hashable {
    /// The value of a parameter.
    public enum Value: Sendable, Hashable {
        /// No value: the name has no `=`.
        case bare
        /// The decoded text after the first `=`, possibly empty.
        case text(String)

        /// The text, or nil for a bare name.
        public var text: String? {
            guard case .text(let text) = self else { return nil }
            return text
        }
    }

    /// The parameters, in the order in which each name first appeared.
    public let entries: [Entry]
    /// The index of each name in `entries`. The table is empty unless there are too many entries for a linear search.
    private let places: [ExactString: Int]

    /// A parameter: a name and its value.
    public struct Entry: Sendable, Hashable {
        /// The decoded name, possibly empty.
        public let name: String
        /// The value.
        public let value: Value
    }

    /// Parses the parameters of `url`.
    public init(of url: LinkURL) { self.init(of: LinkQuery(of: url)) }

    init(of query: LinkQuery) {
        entries = query.parameters.filter(\.isThere).map { parameter in
            Entry(
                name: query.decoded.string(parameter.name),
                value: parameter.value.map { .text(query.decoded.string($0)) } ?? .bare)
        }
        // Each name occurs once in `entries`, so the closure for duplicate keys is never called.
        places = entries.count > NameTable.few ? Dictionary(entries.enumerated().map { (ExactString($1.name), $0) }) { $1 } : [:]
    }

    /// The number of parameters.
    public var count: Int { entries.count }

    /// Whether there are no parameters.
    public var isEmpty: Bool { entries.isEmpty }

    /// The names, in the order in which each name first appeared.
    public var names: [String] { entries.map(\.name) }

    /// Returns the value of the parameter with exactly this name, or nil if there is no such parameter.
    public subscript(_ name: String) -> Value? {
        let name = ExactString(name)
        let place = entries.count > NameTable.few ? places[name] : entries.firstIndex { ExactString($0.name) == name }
        return place.map { entries[$0].value }
    }
}
