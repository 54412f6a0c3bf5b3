@_spi(Flat) package import JSONDocument

/// A link read into flat memory that is kept from link to link: the reading of ``IncomingLink`` for those who read millions.
///
/// Nothing is made of what was read but places: in the text of the link, which its owner lends again for each question, and in the bytes
/// here. All rules are those of ``IncomingLink``, in the same code: ``IncomingLinkParser/readData(_:_:)``, ``FlatQuery``, ``URLSplitter``.
package struct FlatLink: ~Copyable {
    /// What memory one unusual link may leave behind for the next ones.
    private static let mostKept = 1 << 20

    package private(set) var components = LinkURL.Components()
    package private(set) var escapes: EscapeKinds = []
    package private(set) var deeperEscapes: EscapeKinds = []
    /// The absolute string in `texts`; nil where it is the text as it came.
    package private(set) var absolute: Range<Int>?
    package private(set) var query = FlatQuery()
    /// The parameters of the target URL, where that is another one.
    package private(set) var targetQuery = FlatQuery()
    /// Where the data stands decoded in `query.texts`; nil when there is none that can be read.
    package private(set) var data: Range<Int>?
    /// Where it stands in the text of the link.
    package private(set) var dataRange: Range<Int>?
    package private(set) var tape = JSONTape()
    /// Whether there is something an observer of ``IncomingLink`` would be told, or a finding of ``JSONDocument``.
    package private(set) var isOdd = false

    private let fields = FlatFields()
    private var read = DataFields<FlatURL>()

    package init() {}

    package var isAppLink: Bool { read.isAppLink }
    package var target: FlatURL? { read.target }
    package var referer: FlatURL? { read.referer }
    /// Nodes of `tape`.
    package var userAgent: Int? { read.userAgent }
    package var extras: Int? { read.extras }
    package var refererURL: Int? { read.refererURL }
    package var refererAppName: Int? { read.refererAppName }

    /// Lends the bytes that the places of URLs are in.
    package func withTexts<Answer>(_ range: Range<Int>, _ body: (Span<UInt8>) -> Answer) -> Answer { fields.texts.withSpan(range, body) }

    /// Reads a link; false when the text, which is UTF-8, is no URL.
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

    /// The URL of the text it was read from; nil where something in that has to be encoded.
    package func inputURL(_ text: Span<UInt8>) -> LinkURL? {
        guard absolute == nil else { return nil }
        return LinkURL(text: unsafe text.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }, components: components)
    }

    /// The data as a document; nil where there is none, or something to tell about it.
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

/// An URL among the texts of a ``FlatLink``.
package struct FlatURL: Sendable {
    /// As it was written.
    package var text: Range<Int>
    package var absolute: Range<Int>
    package var components: LinkURL.Components
}

/// The texts that had to be decoded or encoded.
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
