internal import JSONDocument

/// Reads the App Link out of an URL, in the steps of Bolts' `BFURL`:
///
/// 1. The last `al_applink_data` of the query counts. None, or one without a value → no App Link.
/// 2. Decoded, it is one JSON object by RFC 8259, without halves of surrogate pairs, else → no App Link.
/// 3. `version` is missing or the string "1.0", else → no App Link.
/// 4. `target_url` replaces the target if it is an URL; the referer is read if it is an object.
///
/// Where Bolts crashes (a bare parameter, wrong types) a step finds nothing instead. Each tells the observer why.
enum IncomingLinkParser {
    static func parse(_ url: LinkURL, _ observer: inout some LinkOddityObserver) -> LinkReading {
        var reading = LinkReading(inputURL: url)
        let isListening = observer.isListening
        if isListening { tellUndecodable(url, &observer) }
        guard let item = dataItem(of: url) else { return reading }
        guard let range = item.value, !range.isEmpty else {
            observer.found(LinkOddity(item.value == nil ? .bareData : .emptyData, item.range))
            return reading
        }
        let document = JSONDocument(url.text.withBytes { PercentCoding.decoded($0, range) })
        reading.dataRange = range
        reading.document = document
        guard isReadable(document), let root = document.root else {
            if isListening { tellInvalid(document, range, url, &observer) }
            return reading
        }
        let fields = Fields(url: url, dataRange: range, isListening: isListening)
        guard root.kind == .object else {
            observer.found(LinkOddity(.dataNotObject(found: root.kind), range))
            return reading
        }
        guard fields.hasKnownVersion(root, &observer) else { return reading }
        reading.data = root
        if let text = fields.text(root, AppLinkKeys.targetURL, path: AppLinkKeys.targetURL, &observer) {
            reading.targetURL = LinkURL(text.value)
            if reading.targetURL == nil, isListening {
                observer.found(LinkOddity(.targetNotURL(text.value), fields.place(of: text.node)))
            }
        }
        if isListening { fields.tellUnusedTypes(root, &observer) }
        fields.readReferer(root, into: &reading, &observer)
        return reading
    }

    /// Half a surrogate pair is well-formed by the RFC's grammar, but the readers that Bolts uses refuse the whole text for it.
    private static func isReadable(_ document: JSONDocument) -> Bool {
        document.isValid && !document.findings.contains { $0.code == .loneSurrogate }
    }

    /// The last component of the query whose decoded key is the parameter's name.
    private static func dataItem(of url: LinkURL) -> QueryItems.Item? {
        guard let query = url.components.query, !query.isEmpty else { return nil }
        return url.text.withBytes { bytes in
            AppLinkKeys.parameter.withBytes { name in
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

/// What only an observer hears
extension IncomingLinkParser {
    /// How many parameters of one link are told of: a link of a megabyte may have a hundred thousand.
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

/// Reads fields of the data, each as the type it has to be.
private struct Fields {
    let url: LinkURL
    let dataRange: Range<Int>
    let isListening: Bool

    func place(of node: JSONDocument.Node) -> Range<Int> {
        IncomingLinkParser.inputRange(of: node.range, data: dataRange, in: url)
    }

    func hasKnownVersion(_ root: JSONDocument.Node, _ observer: inout some LinkOddityObserver) -> Bool {
        guard let version = root[AppLinkKeys.version] else { return true }
        if version.stringValue == AppLinkKeys.currentVersion { return true }
        if isListening {
            observer.found(LinkOddity(.unknownVersion(version.text), place(of: version)))
        }
        return false
    }

    func text(
        _ object: JSONDocument.Node, _ key: String, path: String, _ observer: inout some LinkOddityObserver
    ) -> (node: JSONDocument.Node, value: String)? {
        guard let node = object[key] else { return nil }
        if let value = node.stringValue { return (node, value) }
        tellType(node, path: path, expected: .string, &observer)
        return nil
    }

    func readReferer(_ root: JSONDocument.Node, into reading: inout LinkReading, _ observer: inout some LinkOddityObserver) {
        guard let referer = root[AppLinkKeys.referer] else { return }
        guard referer.kind == .object else {
            tellType(referer, path: AppLinkKeys.referer, expected: .object, &observer)
            return
        }
        let path = AppLinkKeys.referer + "."
        let url = text(referer, AppLinkKeys.refererURL, path: path + AppLinkKeys.refererURL, &observer)
        let name = text(referer, AppLinkKeys.refererAppName, path: path + AppLinkKeys.refererAppName, &observer)
        reading.refererURL = url?.value
        reading.refererAppName = name?.value
        if let url, name != nil { reading.referer = LinkURL(url.value) }
        guard isListening else { return }
        if url == nil { observer.found(LinkOddity(.refererWithoutURL, place(of: referer))) }
        if name == nil { observer.found(LinkOddity(.refererWithoutName, place(of: referer))) }
        if let url, reading.referer ?? LinkURL(url.value) == nil {
            observer.found(LinkOddity(.refererNotURL(url.value), place(of: url.node)))
        }
    }

    /// Fields that reading does not need but that have a type all the same.
    func tellUnusedTypes(_ root: JSONDocument.Node, _ observer: inout some LinkOddityObserver) {
        if let extras = root[AppLinkKeys.extras], extras.kind != .object {
            tellType(extras, path: AppLinkKeys.extras, expected: .object, &observer)
        }
        if let agent = root[AppLinkKeys.userAgent], agent.kind != .string {
            tellType(agent, path: AppLinkKeys.userAgent, expected: .string, &observer)
        }
    }

    private func tellType(
        _ node: JSONDocument.Node, path: String, expected: JSONDocument.Node.Kind, _ observer: inout some LinkOddityObserver
    ) {
        guard isListening else { return }
        observer.found(LinkOddity(.wrongType(field: path, expected: expected, found: node.kind), place(of: node)))
    }
}
