import Bytes
internal import JSONDocument

/// Parses the App Link in a URL in the same steps as Bolts' `BFURL`:
///
/// 1. The last `al_applink_data` parameter of the query is used. If the parameter or its value is missing, the URL is not an App Link.
/// 2. The decoded value must be a JSON object by RFC 8259 without lone surrogates; otherwise the URL is not an App Link.
/// 3. `version` must be missing or the string "1.0"; otherwise the URL is not an App Link.
/// 4. `target_url` replaces the target if it is a URL. The referer is read if it is an object.
///
/// In the cases in which Bolts crashes (a bare parameter, wrong types), the value counts as missing. Each step reports its oddities to the
/// observer.
///
/// ``IncomingLink`` and ``FlatLink`` share the code of steps 1, 3 and 4, which works on bytes and a ``JSONView``.
enum IncomingLinkParser {
    static func parse(_ url: LinkURL, _ observer: inout some LinkOddityObserver) -> LinkReading {
        var reading = LinkReading(inputURL: url)
        let isListening = observer.isListening
        if isListening { tellUndecodable(url, &observer) }
        guard let query = url.components.query, let item = url.text.withBytes({ dataItem(in: $0, query) }) else { return reading }
        guard let range = item.value, !range.isEmpty else {
            observer.found(LinkOddity(item.value == nil ? .bareData : .emptyData, item.range))
            return reading
        }
        let document = JSONDocument(url.text.withBytes { PercentCoding.decoded($0, range) })
        reading.dataRange = range
        reading.document = document
        guard isReadable(document) else {
            if isListening { tellInvalid(document, range, url, &observer) }
            return reading
        }
        var owner = OwnedFields(url: url, dataRange: range, observer: observer)
        document.withView { view in
            let data = readData(view, &owner)
            if data.isAppLink { reading.data = document.root }
            reading.targetURL = data.target
            reading.refererURL = data.refererURL.map(view.text)
            reading.refererAppName = data.refererAppName.map(view.text)
            reading.referer = data.referer
        }
        observer = owner.observer
        return reading
    }

    /// Returns whether the document can be read. The RFC's grammar allows lone surrogates, but the readers that Bolts uses reject them.
    private static func isReadable(_ document: JSONDocument) -> Bool {
        document.isValid && !document.findings.contains { $0.code == .loneSurrogate }
    }

    /// Returns the last component of the query whose decoded key is `al_applink_data`.
    static func dataItem(in bytes: Span<UInt8>, _ query: Range<Int>) -> QueryItems.Item? {
        guard !query.isEmpty else { return nil }
        return AppLinkKeys.parameter.withBytes { name in
            var found: QueryItems.Item? = nil
            var start = query.lowerBound
            while start <= query.upperBound {
                let item = QueryItems.item(in: bytes, from: start, end: query.upperBound)
                if item.key.count >= name.count, PercentCoding.decodes(bytes, item.key, to: name) { found = item }
                start = item.range.upperBound + 1
            }
            return found
        }
    }

    static func inputRange(of range: Range<Int>, data: Range<Int>, in url: LinkURL) -> Range<Int> {
        url.text.withBytes { bytes in
            let before = PercentCoding.encodedLength(
                bytes, from: data.lowerBound, end: data.upperBound, decodedCount: range.lowerBound)
            let start = data.lowerBound + before
            let length = PercentCoding.encodedLength(bytes, from: start, end: data.upperBound, decodedCount: range.count)
            return start..<start + length
        }
    }
}

/// Converts the fields to the values of a ``LinkReading``, and reports each oddity with its place in the URL.
private struct OwnedFields<Observer: LinkOddityObserver>: DataFieldsOwner {
    let url: LinkURL
    let dataRange: Range<Int>
    var observer: Observer

    var isListening: Bool { observer.isListening }

    func url(of node: Int, in view: JSONView) -> LinkURL? { LinkURL(view.text(of: node)) }

    mutating func found(_ kind: LinkOddity.Kind, at node: Int?, in view: JSONView) {
        let place = node.map { IncomingLinkParser.inputRange(of: view[$0].range, data: dataRange, in: url) }
        observer.found(LinkOddity(kind, place ?? dataRange))
    }
}

// Steps that only an observer needs.
extension IncomingLinkParser {
    /// The number of undecodable keys and values after which no more are reported. A link of 1 MB may have a hundred thousand of them.
    private static let mostUndecodable = 64

    private static func tellUndecodable(_ url: LinkURL, _ observer: inout some LinkOddityObserver) {
        guard let query = url.components.query, url.text.withBytes({ PercentCoding.escapesBeyondASCII($0, query) }) else { return }
        var told = 0
        for item in QueryItems(of: url) {
            if !isText(url, item.key) {
                observer.found(LinkOddity(.undecodableKey, item.key))
                told += 1
            }
            if let value = item.value, !isText(url, value) {
                observer.found(LinkOddity(.undecodableValue, value))
                told += 1
            }
            if told >= mostUndecodable { return }
        }
    }

    private static func isText(_ url: LinkURL, _ range: Range<Int>) -> Bool {
        url.text.withBytes { !PercentCoding.escapesBeyondASCII($0, range) || PercentCoding.decodedText($0, range) != nil }
    }

    private static func tellInvalid(
        _ document: JSONDocument, _ range: Range<Int>, _ url: LinkURL, _ observer: inout some LinkOddityObserver
    ) {
        if String(validating: document.source, as: UTF8.self) == nil {
            observer.found(LinkOddity(.dataNotUTF8, range))
        } else if let finding = document.findings.first(where: { $0.isError || $0.code == .loneSurrogate }) {
            observer.found(LinkOddity(.invalidJSON(finding), inputRange(of: finding.range, data: range, in: url)))
        }
    }
}
