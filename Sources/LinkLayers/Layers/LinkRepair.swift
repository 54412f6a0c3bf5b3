import Bytes

/// The edits that fix one problem of a link. They are applied together or not at all.
///
///     let link = LinkReading("shop://item?name=red shoes")
///     if let repair = link.findings.lazy.compactMap(\.repair).first {
///         repair.summary                   // what to do, for people
///         link.applying(repair)            // shop://item?name=red%20shoes
///     }
///
/// One repair may uncover another problem. ``LinkReading/repaired()`` applies all repairs until nothing is left to repair.
public struct LinkRepair: Sendable, Hashable {
    /// A place in the link and the bytes that replace it. If the place is empty, the bytes are inserted there.
    public struct Edit: Sendable, Hashable {
        /// The place in the bytes of ``LinkReading/utf8``.
        public internal(set) var place: Range<Int>
        /// The bytes that replace those at the place.
        public internal(set) var utf8: [UInt8]
        /// The replacement as text. It may contain secrets.
        public var replacement: String { String(decoding: utf8, as: UTF8.self) }

        package init(_ place: Range<Int>, _ utf8: some Sequence<UInt8>) {
            self.place = place
            self.utf8 = Array(utf8)
        }

        // Up to a quarter of a million edits of a link share these bytes.
        static let space = Array("%20".utf8)
        static let percent = Array("%25".utf8)
    }

    /// What the edits do, as an imperative: `Escape the & as %26.`
    public package(set) var summary: String
    /// The edits in the order of the link, without overlaps.
    public internal(set) var edits: [Edit]

    package init(_ summary: String, _ edits: [Edit]) { (self.summary, self.edits) = (summary, edits) }

    init(_ summary: String, _ place: Range<Int>, _ utf8: some Sequence<UInt8>) { self.init(summary, [Edit(place, utf8)]) }
}

/// The edits of several repairs of a text that are applied at once.
struct EditScript {
    private var edits: [LinkRepair.Edit] = []
    /// For each place of the text and its end: whether an edit begins there or covers it. The edits of two repairs may alternate 100,000
    /// times, and a look at the places is faster than a comparison of the edits.
    private var isTaken: [Bool]

    /// Creates a script for a text of `count` bytes.
    init(count: Int) { isTaken = Array(repeating: false, count: count + 1) }

    /// Adds the edits of a repair if none of them overlaps an edit that was added before. Returns whether the edits were added.
    @discardableResult
    mutating func take(_ repair: LinkRepair) -> Bool {
        var last = -1..<0
        for edit in repair.edits {
            let range = edit.place
            let isNext = range.lowerBound >= last.upperBound && range.lowerBound > last.lowerBound && range.upperBound < isTaken.count
            guard isNext, !isTaken[range.lowerBound], !range.dropFirst().contains(where: { isTaken[$0] }) else { return false }
            last = range
        }
        for edit in repair.edits {
            isTaken[edit.place.lowerBound] = true
            for place in edit.place.dropFirst() { isTaken[place] = true }
        }
        edits += repair.edits
        return true
    }

    func applied(to bytes: [UInt8]) -> [UInt8] {
        // Between two of many edits are a few bytes, which this writer copies faster than an array does.
        var result = ByteWriter(capacity: bytes.count)
        var done = 0
        for edit in edits.sorted(by: { $0.place.lowerBound < $1.place.lowerBound }) {
            result.append(bytes.span.extracting(done..<edit.place.lowerBound))
            result.append(edit.utf8.span)
            done = edit.place.upperBound
        }
        result.append(bytes.span.extracting(done..<bytes.count))
        return result.withSpan { $0.array }
    }
}

/// Translates edits of a layer into edits of the link that the layer was peeled off.
///
///    shop://a?u=https%3A%2F%2Fb.example%2F%3Fq%3Dred+shoes        a + in the layer is a + in the link,
///    shop://a?u=https%3A%2F%2Fb.example%2F%3Fq%3Dred%2520shoes    and a %20 in the layer is a %2520 in the link
struct LayerEdits {
    let text: MappedText
    /// The number of times that the layer is percent-encoded in the link.
    private let levels: Int

    /// Creates edits for the text of a layer, or for the link itself if `index` is nil.
    init(_ text: MappedText, in index: Int?, of layers: [Layer]) {
        self.text = text
        levels = Self.levels(of: index, in: layers)
    }

    /// Whether the text of the layer is in the link without further encoding.
    var isPlain: Bool { levels == 0 && !text.isPacked }

    /// Returns the bytes of the link that these bytes of the layer came from.
    func place(_ range: Range<Int>) -> Range<Int> { text.original(range) }

    /// Returns how bytes of the layer are written in the link. JSON strings between the layer and the link need no further escapes, because
    /// everything except letters, digits and `-._~` is percent-encoded.
    func written(_ bytes: [UInt8]) -> [UInt8] {
        (0..<levels).reduce(bytes) { written, _ in PercentCoding.encoded(written) }
    }

    /// Returns edits of the layer as a repair of the link, or nil if the bytes of the layer cannot be changed one by one, as in base64.
    func repair(_ summary: String, _ edits: [LinkRepair.Edit]) -> LinkRepair? {
        guard !text.isPacked else { return nil }
        var written = edits.map { LinkRepair.Edit(place($0.place), self.written($0.utf8)) }
        // A text assembled from parts, such as the data of an intent, may have another order in the link.
        written.sort { ($0.place.lowerBound, $0.place.upperBound) < ($1.place.lowerBound, $1.place.upperBound) }
        guard zip(written, written.dropFirst()).allSatisfy({ $0.place.upperBound <= $1.place.lowerBound }) else { return nil }
        return LinkRepair(summary, written)
    }

    private static func levels(of index: Int?, in layers: [Layer]) -> Int {
        var levels = 0
        var next = index
        while let index = next {
            let layer = layers[index]
            next = layer.outer
            if layer.isVerbatim { continue }
            switch layer.kind {
            // These layers contain their data unencoded.
            case .intent, .androidApp: continue
            case .percentEncoding: levels += 1
            case .clickWrapper, .amp, .archive, .attribution, .link, .parameters, .intentFallback, .base64, .gzip, .token, .json: break
            }
            if let outer = layer.outer {
                // If the outer layer is a link, this layer was a percent-encoded parameter. If the outer layer is JSON, this layer was a
                // string. Otherwise, this layer was the whole text of the outer layer.
                let text = layers[outer].text.bytes
                if layers[outer].kind == .parameters || SchemeName.end(in: text.span) != nil { levels += 1 }
            } else if layer.outerRange.lowerBound > 0 {
                levels += 1
            }
        }
        return levels
    }
}
