@_spi(Flat) package import JSONDocument

/// The parameters of a query, decoded into flat memory that is kept from link to link. The rules are told at ``QueryParameters``.
package struct FlatQuery: ~Copyable {
    package struct Entry: Sendable {
        /// Where the decoded name is in `texts`.
        package var name: Range<Int>
        /// Where the decoded value is; nil for a bare name.
        package var value: Range<Int>?
        /// Where the value begins in the text of the URL, -1 for a bare name.
        var source: Int
        /// False once a later value could not be read. The empty slot stays: a hostile query must not make each removal cost its length.
        package var isThere = true
    }

    /// In the order in which each name was first written.
    package private(set) var entries: [Entry] = []
    package private(set) var texts = ByteWriter()
    /// Whether a name stands twice, or a name or value could not be read.
    package private(set) var isOdd = false
    private var places: [ExactName: Int] = [:]

    /// Up to so many slots are looked at one by one; a table costs more than that.
    static let few = 16

    package init() {}

    /// Reads the query of a text; what was read before is gone.
    package mutating func read(_ text: Span<UInt8>, _ query: Range<Int>?, escapes: EscapeKinds = .all) {
        entries.removeAll(keepingCapacity: true)
        texts.removeAll()
        isOdd = false
        if !places.isEmpty { places = [:] }
        guard let query, !query.isEmpty else { return }
        let isText = !escapes.isBeyondASCII
        var start = query.lowerBound
        while start <= query.upperBound {
            let item = QueryItems.item(in: text, from: start, end: query.upperBound)
            start = item.range.upperBound + 1
            let name = append(text, item.key)
            guard isText || isUTF8(name) else {
                isOdd = true
                continue
            }
            guard let range = item.value else {
                set(Entry(name: name, value: nil, source: -1))
                continue
            }
            let value = append(text, range)
            // Later duplicates replace earlier ones: where the later one cannot be read, nothing is left.
            set(Entry(name: name, value: value, source: range.lowerBound, isThere: isText || isUTF8(value)))
        }
    }

    /// Gives back memory that one large query has needed.
    mutating func shrink(to most: Int) {
        texts.shrink(to: most)
        if entries.capacity > most { entries = [] }
    }

    /// Where the value is, decoded, that begins at a place of the URL's text.
    func value(from source: Int) -> Range<Int>? {
        entries.last { $0.source == source && $0.isThere }?.value
    }

    private mutating func append(_ text: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
        let start = texts.count
        PercentCoding.appendDecoded(text, range, to: &texts)
        return start..<texts.count
    }

    private func isUTF8(_ range: Range<Int>) -> Bool {
        texts.withSpan(range) { bytes in
            for index in 0..<bytes.count where bytes[index] >= 0x80 { return (try? UTF8Span(validating: bytes)) != nil }
            return true
        }
    }

    private mutating func set(_ entry: Entry) {
        if !entry.isThere { isOdd = true }
        if let place = place(of: entry.name) {
            isOdd = true
            entries[place].value = entry.value
            entries[place].source = entry.source
            entries[place].isThere = entry.isThere
            if !entry.isThere, entries.count > Self.few { places[exactName(entry.name)] = nil }
        } else if entry.isThere {
            entries.append(entry)
            if entries.count == Self.few + 1 {
                for (place, entry) in entries.enumerated() where entry.isThere { places[exactName(entry.name)] = place }
            } else if entries.count > Self.few {
                places[exactName(entry.name)] = entries.count - 1
            }
        }
    }

    private func place(of name: Range<Int>) -> Int? {
        if entries.count > Self.few { return places[exactName(name)] }
        return texts.withSpan { bytes in
            entries.firstIndex { entry in entry.isThere && isEqual(bytes, entry.name, name) }
        }
    }

    private func isEqual(_ bytes: Span<UInt8>, _ left: Range<Int>, _ right: Range<Int>) -> Bool {
        guard left.count == right.count else { return false }
        for offset in 0..<left.count where bytes[left.lowerBound + offset] != bytes[right.lowerBound + offset] { return false }
        return true
    }

    private func exactName(_ range: Range<Int>) -> ExactName { ExactName(text: text(range)) }

    func text(_ range: Range<Int>) -> String {
        texts.withSpan(range) { bytes in unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) } }
    }
}
