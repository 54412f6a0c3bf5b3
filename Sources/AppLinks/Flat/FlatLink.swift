package import Bytes
package import JSONDocument

/// The fields of ``IncomingLink``, parsed into flat memory that is reused from link to link. This type is for callers that read millions of
/// links.
///
/// A flat link stores only ranges, which refer to its own buffers or to the text of the link. The caller passes the text again for each
/// query. The rules and the code are those of ``IncomingLink``: ``IncomingLinkParser/readData(_:_:)``, ``FlatQuery``, ``URLSplitter``.
package struct FlatLink: ~Copyable {
    /// The maximum size, in bytes, of each buffer that is kept for the next link.
    private static let mostKept = 1 << 20

    package private(set) var components = LinkURL.Components()
    package private(set) var escapes: EscapeKinds = []
    package private(set) var deeperEscapes: EscapeKinds = []
    /// The range of the absolute string for ``withTexts(_:_:)``; nil if the absolute string equals the text.
    package private(set) var absolute: Range<Int>?
    package private(set) var query = FlatQuery()
    /// The parameters of the target URL. They are valid only if the data gives a target.
    package private(set) var targetQuery = FlatQuery()
    /// The range of the decoded data in `query.texts`; nil if there is no readable data.
    package private(set) var data: Range<Int>?
    /// The range of the encoded data in the text of the link.
    package private(set) var dataRange: Range<Int>?
    package private(set) var tape = JSONTape()
    /// Whether the link needs a closer look: ``IncomingLink`` would report an oddity, ``JSONDocument`` has a finding, or the data gives no
    /// target.
    package private(set) var isOdd = false

    private let fields = FlatFields()
    private var read = DataFields<FlatURL>()

    package init() {}

    package var isAppLink: Bool { read.isAppLink }
    package var target: FlatURL? { read.target }
    package var referer: FlatURL? { read.referer }
    /// The index of a node in `tape`, like `extras`, `refererURL` and `refererAppName`.
    package var userAgent: Int? { read.userAgent }
    package var extras: Int? { read.extras }
    package var refererURL: Int? { read.refererURL }
    package var refererAppName: Int? { read.refererAppName }

    /// Calls `body` with the bytes that the ranges of a ``FlatURL`` refer to.
    package func withTexts<Answer>(_ range: Range<Int>, _ body: (Span<UInt8>) -> Answer) -> Answer { fields.texts.withSpan(range, body) }

    /// Reads a link from UTF-8 text; returns false if the text is not a URL.
    package mutating func read(_ text: Span<UInt8>) -> Bool {
        fields.begin(keeping: Self.mostKept)
        query.shrink(to: Self.mostKept)
        targetQuery.shrink(to: Self.mostKept)
        tape.shrink(to: Self.mostKept)
        read = DataFields()
        (data, dataRange, absolute, isOdd) = (nil, nil, nil, false)
        guard let split = URLSplitter.split(text) else { return false }
        components = split.components
        (escapes, deeperEscapes) = (split.escapes, split.deeperEscapes)
        if split.needsEncoding {
            guard let encoded = fields.appendAbsolute(text, split) else { return false }
            absolute = encoded
        }
        query.read(text, components.query, escapes: escapes)
        isOdd = query.isOdd
        readData(text)
        if isAppLink, let target = read.target {
            let texts = fields
            texts.texts.withSpan(target.text) { targetQuery.read($0, target.components.query) }
        }
        return true
    }

    /// Returns the URL of the text that was read; nil if the URL needs encoding.
    package func inputURL(_ text: Span<UInt8>) -> LinkURL? {
        guard absolute == nil else { return nil }
        return LinkURL(text: unsafe text.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }, components: components)
    }

    /// The data as a document; nil if there is no data, or if the document has findings.
    package var document: JSONDocument? {
        guard let data else { return nil }
        return query.texts.withSpan(data) { text in JSONDocument(text, tape) }
    }

    private mutating func readData(_ text: Span<UInt8>) {
        guard let range = components.query, let item = IncomingLinkParser.dataItem(in: text, range) else { return }
        guard let value = item.value, !value.isEmpty, let data = query.value(from: value.lowerBound) else {
            isOdd = true
            return
        }
        self.data = data
        dataRange = value
        var owner = fields
        query.texts.withSpan(data) { bytes in
            tape.read(bytes)
            guard tape.isValid, !tape.hasLoneSurrogate else {
                isOdd = true
                return
            }
            read = tape.withView(of: bytes) { view in IncomingLinkParser.readData(view, &owner) }
        }
        if fields.isOdd || tape.hasFindings || read.target == nil { isOdd = true }
    }
}

/// A URL as ranges in the texts of a ``FlatLink``.
package struct FlatURL: Sendable {
    /// The URL as it was written.
    package var text: Range<Int>
    package var absolute: Range<Int>
    package var components: LinkURL.Components
}

/// Stores the URLs of the data, decoded from JSON, and the encoded forms of URLs.
private final class FlatFields: DataFieldsOwner {
    private(set) var texts = ByteWriter()
    private(set) var isOdd = false
    let isListening = true

    func begin(keeping most: Int) {
        texts.removeAll()
        texts.shrink(to: most)
        isOdd = false
    }

    func url(of node: Int, in view: JSONView) -> FlatURL? {
        let start = texts.count
        view.appendText(of: node, to: &texts)
        let text = start..<texts.count
        guard let split = texts.withSpan(text, { URLSplitter.split($0) }) else { return nil }
        var absolute = text
        if split.needsEncoding {
            let written = view.text(of: node)
            guard let encoded = URLEncoder.absoluteString(of: written, split) else { return nil }
            absolute = append(encoded)
        }
        return FlatURL(text: text, absolute: absolute, components: split.components)
    }

    func appendAbsolute(_ text: Span<UInt8>, _ split: URLSplitter.Split) -> Range<Int>? {
        let written = unsafe text.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
        return URLEncoder.absoluteString(of: written, split).map(append)
    }

    func found(_ kind: LinkOddity.Kind, at node: Int?, in view: JSONView) { isOdd = true }

    private func append(_ text: String) -> Range<Int> {
        let start = texts.count
        texts.append(string: text)
        return start..<texts.count
    }
}
