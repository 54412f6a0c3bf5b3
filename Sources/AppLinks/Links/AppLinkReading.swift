import Bytes
package import JSONDocument

/// One reading of a link: its URL, its query, its App Link data and the fields of the data. ``IncomingLink`` is a view of it.
///
///     the text ─► split (URLSplitter) ─► query, decoded once (LinkQuery) ─► data: JSON (JSONTape) ─► fields (DataFields)
///                                                                                                 └► the URLs in them
///
/// Everything refers to ranges: of the text, of the decoded query, of the decoded data, or of `texts`. Nothing is converted to values until
/// a caller asks for it. A program that reads many links reuses one reading, which then allocates nothing for an ordinary link. A copy of a
/// reading keeps its link when the reading is used again.
///
/// The steps follow Bolts' `BFURL`:
///
/// 1. The last `al_applink_data` component of the query is used. If it is missing or has no value, the URL is not an App Link.
/// 2. The decoded value must be a JSON object by RFC 8259 without lone surrogates; otherwise the URL is not an App Link.
/// 3. `version` must be missing or the string "1.0"; otherwise the URL is not an App Link.
/// 4. `target_url` replaces the target if it is a URL. The referer is read if it is an object.
///
/// In the cases in which Bolts crashes (a bare parameter, wrong types), the value counts as missing.
package struct AppLinkReading: Sendable {
    /// The maximum size, in bytes, of each buffer that is kept for the next link.
    package static let mostKept = 1 << 20

    /// The text of the link, as written.
    package private(set) var text: [UInt8] = []
    package private(set) var split = URLSplitter.Split()
    /// The absolute string; nil if it equals the text.
    package private(set) var absolute: String?
    package private(set) var query = LinkQuery()
    /// The last component whose name is `al_applink_data`.
    package private(set) var dataComponent: LinkQuery.Component?
    /// The data as JSON; empty if there is no data.
    package private(set) var tape = JSONTape()
    package private(set) var fields = DataFields()
    /// The URL of the target; nil if the link itself is the target.
    package private(set) var target: URLText?
    /// The URL of the referer, even if the referer has no name.
    package private(set) var refererURL: URLText?
    /// The parameters of the target URL. They are valid only if the data gives a target.
    package private(set) var targetQuery = LinkQuery()
    /// The texts of the URLs in the data.
    private var texts: [UInt8] = []

    /// A URL in the data.
    package struct URLText: Sendable {
        /// The range of the URL as written, in the texts of the reading.
        package var text: Range<Int>
        /// The range of the absolute string.
        package var absolute: Range<Int>
        package var components: LinkURL.Components
    }

    package init() {}

    /// Reads a link. It replaces the link that was read before. Returns false if the text is not UTF-8 or not a URL.
    package mutating func read(_ link: Span<UInt8>) -> Bool {
        reset()
        text.append(link)
        let written = text
        guard let split = query.read(written.span, keeping: Self.mostKept) else { return false }
        self.split = split
        if split.needsEncoding {
            // Only a text that needs encoding can have bytes beyond ASCII.
            guard let whole = String(validating: text, as: UTF8.self), let encoded = URLEncoder.absoluteString(of: whole, split) else {
                return false
            }
            absolute = encoded
        }
        readData()
        return true
    }

    private mutating func reset() {
        if text.capacity > Self.mostKept { text = [] } else { text.removeAll(keepingCapacity: true) }
        if texts.capacity > Self.mostKept { texts = [] } else { texts.removeAll(keepingCapacity: true) }
        tape.removeAll(keeping: Self.mostKept / MemoryLayout<NodeRecord>.stride)
        (absolute, dataComponent, target, refererURL) = (nil, nil, nil, nil)
        fields = DataFields()
    }

    private mutating func readData() {
        dataComponent = query.components.last { query.isData($0) }
        guard let data else { return }
        query.decoded.withSpan(data) { bytes in
            tape.read(bytes)
            if isReadable { fields = tape.withView(of: bytes) { DataFields($0) } }
        }
        guard fields.isAppLink else { return }
        refererURL = fields.refererURL.flatMap { url(of: $0, in: data) { URLSplitter.split($0) } }
        guard let node = fields.target else { return }
        // The query is taken out of the reading while the reading changes.
        var itsQuery = LinkQuery()
        swap(&itsQuery, &targetQuery)
        target = url(of: node, in: data) { itsQuery.read($0, keeping: Self.mostKept) }
        swap(&itsQuery, &targetQuery)
    }

    /// Whether the data can be read. The RFC's grammar allows lone surrogates, but the readers that Bolts uses reject them.
    var isReadable: Bool { tape.isValid && !tape.hasLoneSurrogate }

    private mutating func url(
        of node: Int, in data: Range<Int>, _ split: (Span<UInt8>) -> URLSplitter.Split?
    ) -> URLText? {
        let start = texts.count
        let record = tape.records[node]
        if record.flags.contains(.needsDecoding) {
            texts += withData { $0.text(of: node) }.utf8
        } else {
            query.decoded.withSpan(data) { texts.append($0.extracting(record.contentRange)) }
        }
        let text = start..<texts.count
        guard let split = split(texts.span.extracting(text)) else { return nil }
        guard split.needsEncoding else { return URLText(text: text, absolute: text, components: split.components) }
        let written = texts.span.extracting(text).string
        guard let encoded = URLEncoder.absoluteString(of: written, split) else { return nil }
        texts += encoded.utf8
        return URLText(text: text, absolute: text.upperBound..<texts.count, components: split.components)
    }
}

// Views.
extension AppLinkReading {
    package var components: LinkURL.Components { split.components }
    /// Whether the absolute string differs from the text.
    package var needsEncoding: Bool { split.needsEncoding }

    /// Whether the decoded link has only visible characters, and no backslash, which may begin an escape of JSON. `false` means that the
    /// text needs a closer look.
    package var isVisible: Bool { !needsEncoding && split.escapes.isVisible }

    package var isAppLink: Bool { fields.isAppLink }

    /// The range of the data in the text of the link; nil if there is no data.
    package var dataRange: Range<Int>? {
        guard let value = dataComponent?.item.value, !value.isEmpty else { return nil }
        return value
    }

    /// The range of the data in the decoded query.
    package var data: Range<Int>? { dataRange == nil ? nil : dataComponent?.value }

    /// The referer, if it has a name and a URL.
    package var referer: URLText? { fields.refererAppName == nil ? nil : refererURL }

    /// Calls `body` with the bytes that the ranges of a ``URLText`` refer to.
    @inline(__always)
    package func withText<Answer>(_ range: Range<Int>, _ body: (Span<UInt8>) -> Answer) -> Answer { body(texts.span.extracting(range)) }

    /// Calls `body` with the data as JSON. There must be data.
    @inline(__always)
    package func withData<Answer>(_ body: (JSONView) -> Answer) -> Answer {
        query.decoded.withSpan(data ?? 0..<0) { bytes in tape.withView(of: bytes, body) }
    }

    /// The data as a document; nil if there is no data.
    package var document: JSONDocument? {
        guard let data else { return nil }
        return JSONDocument(query.decoded.bytes(data), tape)
    }

    /// Returns the range in the text of the link for a range of bytes of the data.
    package func place(ofData range: Range<Int>) -> Range<Int> {
        let start = data?.lowerBound ?? 0
        return query.decoded.source(of: start + range.lowerBound..<start + range.upperBound)
    }

    package var inputURL: LinkURL { LinkURL(text: text.span.string, absoluteString: absolute, components: components) }

    /// Returns a URL of the data as a value.
    func url(_ url: URLText) -> LinkURL {
        LinkURL(
            text: withText(url.text) { $0.string }, absoluteString: url.absolute == url.text ? nil : withText(url.absolute) { $0.string },
            components: url.components)
    }
}
