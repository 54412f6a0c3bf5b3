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
        var collected = Collected()
        url.text.withBytes { bytes in
            for item in QueryItems(of: url) {
                guard let name = PercentCoding.decodedText(bytes, item.key) else { continue }
                guard let range = item.value else {
                    collected.set(name, .bare)
                    continue
                }
                // Later duplicates replace earlier ones: where the later one cannot be read, nothing is left.
                collected.set(name, PercentCoding.decodedText(bytes, range).map { .text($0) })
            }
        }
        (entries, places) = collected.finished()
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
        let place = entries.count > Collected.few ? places[name] : entries.firstIndex { ExactName(text: $0.name) == name }
        return place.map { entries[$0].value }
    }
}

/// Parameters while they are read. A removed one leaves an empty slot: a hostile query must not make each removal cost its length.
private struct Collected {
    /// Up to so many slots are looked at one by one; a table costs more than that.
    static let few = 16

    private var slots: [(name: String, value: QueryParameters.Value?)] = []
    private var places: [ExactName: Int] = [:]

    mutating func set(_ name: String, _ value: QueryParameters.Value?) {
        if let place = place(of: ExactName(text: name)) {
            slots[place].value = value
            if value == nil { places[ExactName(text: name)] = nil }
        } else if value != nil {
            slots.append((name, value))
            if slots.count == Self.few + 1 {
                places = Self.places(of: slots.enumerated().lazy.filter { $1.value != nil }.map { ($1.name, $0) })
            } else if slots.count > Self.few {
                places[ExactName(text: name)] = slots.count - 1
            }
        }
    }

    private func place(of name: ExactName) -> Int? {
        if slots.count > Self.few { return places[name] }
        return slots.firstIndex { $0.value != nil && ExactName(text: $0.name) == name }
    }

    func finished() -> ([QueryParameters.Entry], [ExactName: Int]) {
        let entries = slots.compactMap { slot in slot.value.map { QueryParameters.Entry(name: slot.name, value: $0) } }
        if entries.count <= Self.few { return (entries, [:]) }
        return (entries, entries.count == slots.count ? places : Self.places(of: entries.enumerated().map { ($1.name, $0) }))
    }

    /// Each name stands once, so the later place never replaces another.
    private static func places(of names: some Sequence<(String, Int)>) -> [ExactName: Int] {
        Dictionary(names.map { (ExactName(text: $0), $1) }) { _, later in later }
    }
}

/// A name that is the same only if its bytes are: `String` also takes `é` and `e` with an accent for equal, receivers do not.
private struct ExactName: Sendable, Hashable {
    let text: String

    static func == (left: ExactName, right: ExactName) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
        hasher.combine(text.utf8.count)
    }
}
