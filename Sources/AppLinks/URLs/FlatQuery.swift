package import Bytes

/// The parameters of a query, decoded into flat memory that is reused from link to link. ``QueryParameters`` documents the rules.
package struct FlatQuery: ~Copyable {
    package struct Entry: Sendable {
        /// The range of the decoded name in `texts`.
        package var name: Range<Int>
        /// The range of the decoded value; nil for a bare name.
        package var value: Range<Int>?
        /// The offset of the value in the text of the URL; -1 for a bare name.
        var source: Int
        /// Whether the entry counts. It is false if a later value of the name could not be decoded. The entry is not removed, because
        /// removing an entry takes time in proportion to the query's length.
        package var isThere = true
    }

    /// The parameters, in the order in which each name first appeared.
    package private(set) var entries: [Entry] = []
    package private(set) var texts = ByteWriter()
    /// Whether a name appears twice, or a name or value could not be decoded.
    package private(set) var isOdd = false
    private var places: [ExactString: Int] = [:]

    /// The maximum number of entries for a linear search. For more entries, a table is faster.
    static let few = 16

    package init() {}

    /// Reads the query of a text. It replaces the query that was read before.
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
            // A later duplicate replaces an earlier parameter. If the value of the later one cannot be decoded, the parameter is left out.
            set(Entry(name: name, value: value, source: range.lowerBound, isThere: isText || isUTF8(value)))
        }
    }

    /// Releases memory that was allocated for an unusually large query.
    mutating func shrink(to most: Int) {
        texts.shrink(to: most)
        if entries.capacity > most { entries = [] }
    }

    /// Returns the range of the decoded value that begins at offset `source` of the URL's text.
    func value(from source: Int) -> Range<Int>? {
        entries.last { $0.source == source && $0.isThere }?.value
    }

    private mutating func append(_ text: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
        let start = texts.count
        texts.appendDecoded(text, range)
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
            if !entry.isThere, entries.count > Self.few { places[exactString(entry.name)] = nil }
        } else if entry.isThere {
            entries.append(entry)
            if entries.count == Self.few + 1 {
                for (place, entry) in entries.enumerated() where entry.isThere { places[exactString(entry.name)] = place }
            } else if entries.count > Self.few {
                places[exactString(entry.name)] = entries.count - 1
            }
        }
    }

    private func place(of name: Range<Int>) -> Int? {
        if entries.count > Self.few { return places[exactString(name)] }
        return texts.withSpan { bytes in
            entries.firstIndex { entry in entry.isThere && isEqual(bytes, entry.name, name) }
        }
    }

    private func isEqual(_ bytes: Span<UInt8>, _ left: Range<Int>, _ right: Range<Int>) -> Bool {
        guard left.count == right.count else { return false }
        for offset in 0..<left.count where bytes[left.lowerBound + offset] != bytes[right.lowerBound + offset] { return false }
        return true
    }

    private func exactString(_ range: Range<Int>) -> ExactString { ExactString(text(range)) }

    func text(_ range: Range<Int>) -> String {
        texts.withSpan(range) { bytes in unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) } }
    }
}
