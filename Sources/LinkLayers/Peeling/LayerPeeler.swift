import AppLinks
import Bytes
import JSONDocument

// How a link is taken apart
//
//    the link ─► its parameters ─► each value ─► a layer ─► its parameters, its members ─► …
//
// The peeler walks over the list of layers and appends the layers that it finds in each one. So nothing recurses, and outer layers come
// first. The first bytes of a value show what it may be. Only values that may be a link, JSON, base64 or encoded twice are decoded. In a
// link without such values, each byte is read once.
//
// Links are untrusted, so three limits apply: the nesting depth, the number of layers, and the total size of all layers.

/// Peels the layers off one link and reports findings to a sink.
struct LayerPeeler {
    /// The maximum nesting depth.
    static let deepest = 8
    /// The maximum number of layers in one link.
    static let most = 64

    let input: MappedText
    var layers: [Layer] = []
    private var room: Int
    private var isFull = false
    private var memory = LinkQuery()

    init(_ input: [UInt8]) {
        self.input = MappedText(input)
        // Each decoded text is about as long as its source. The limit allows for all parts of the link at every depth.
        room = Self.deepest * input.count + 4096
    }

    /// Peels all layers.
    ///
    /// - Parameter memory: Memory for the links in the layers.
    mutating func peel(_ link: LinkReading, _ memory: inout LinkQuery, _ sink: inout FindingList) {
        swap(&self.memory, &memory)
        defer { swap(&self.memory, &memory) }
        if link.components.scheme == nil { takeEncodedLink(&sink) }
        examineLink(input, SplitLink(link), in: nil, path: "", read: link, &sink)
        var next = 0
        while next < layers.count {
            examine(next, &sink)
            next += 1
        }
    }

    // MARK: What is in a layer

    private mutating func examine(_ index: Int, _ sink: inout FindingList) {
        let layer = layers[index]
        let bytes = layer.text.bytes
        if let end = SchemeName.end(in: bytes.span) {
            examineScheme(layer.text, schemeEnd: end, in: index, path: layer.path, &sink)
        } else if ValueForm.isJSON(bytes.span) {
            JSONDocument(bytes).withView { view in
                examine(view, in: index, path: layer.path, &sink) { layer.text.jsonDecoded($0) }
            }
        } else if layer.kind == .percentEncoding || layer.kind == .base64 {
            take(layer.text, nil, at: ValuePlace(outer: index, range: 0..<bytes.count), &sink) { layer.path }
        }
    }

    private mutating func examineScheme(
        _ text: MappedText, schemeEnd: Int, in index: Int?, path: String, _ sink: inout FindingList
    ) {
        if peelsIntent(text, schemeEnd: schemeEnd, in: index, path: path, &sink) { return }
        guard var url = SplitLink(text.bytes, &memory) else { return }
        examineLink(text, url, in: index, path: path, read: nil, &sink)
        url.giveBack(&memory)
    }

    /// Examines the host and parameters of a link. For the input link, `link` contains the parsed App Link data.
    private mutating func examineLink(
        _ text: MappedText, _ url: SplitLink, in index: Int?, path: String, read link: LinkReading?, _ sink: inout FindingList
    ) {
        if index == nil, let end = url.components.scheme?.upperBound,
            peelsIntent(text, schemeEnd: end, in: nil, path: "", &sink)
        {
            return
        }
        let edits = LayerEdits(text, in: index, of: layers)
        let service = HostFindings.examine(edits, url, path: path, isOutermost: index == nil, &sink)
        PathFindings.examine(edits, url, &sink)
        var parameters = ParameterFindings(edits, url, isOutermost: index == nil)
        if let query = url.components.query, !query.isEmpty {
            let data = link?.dataRange
            for component in url.query.components {
                let isData = data != nil && component.item.value == data
                parameters.take(component, isData: isData, &sink)
                if !isData { take(component, of: text, url, service, in: index, path: path, &sink) }
            }
            parameters.finish(&sink)
            if let service { WrapperFindings.examine(edits, url, service, &sink) }
        }
        BareCharacters.examine(edits, url, path: path, link, apartFrom: parameters.rawJSON, &sink)
        guard let link, let data = link.data else { return }
        // The App Link data itself is not a layer, but the links in it are.
        if !link.tape.isValid { PayloadFindings.examine(link, text, &sink) }
        link.withData { view in
            examine(view, in: nil, path: AppLinkKeys.parameter, &sink) { range in
                let start = data.lowerBound + range.lowerBound
                let written = MappedText(link.query.decoded, start..<start + range.count)
                return written.jsonDecoded(0..<written.count)
            }
        }
    }

    private mutating func take(
        _ parameter: LinkQuery.Component, of text: MappedText, _ url: SplitLink, _ service: LinkService?, in index: Int?, path: String,
        _ sink: inout FindingList
    ) {
        guard let written = parameter.item.value, let value = parameter.value, ValueForm.mayHoldLayer(text.bytes.span, written),
            url.query.decoded.withSpan(value, ValueForm.of) != nil
        else { return }
        let name = url.query.decoded.bytes(parameter.name)
        var kind = service?.wraps(name, path: url.components.path, of: text.bytes)
        if kind == nil, LinkService.isAttribution(name) { kind = .attribution }
        take(text.percentDecoded(written), kind, at: ValuePlace(outer: index, range: written), &sink) {
            Self.path(path, String(decoding: name, as: UTF8.self))
        }
    }

    /// Keeps a text without a scheme as a layer if it is a link that was encoded as a whole.
    private mutating func takeEncodedLink(_ sink: inout FindingList) {
        guard ValueForm.isEncoded(input.bytes.span) else { return }
        let decoded = input.percentDecoded(0..<input.count)
        guard SchemeName.end(in: decoded.bytes.span) != nil else { return }
        let place = ValuePlace(outer: nil, range: 0..<input.count)
        ValueFindings.tellDoubleEncoding(input, ValueFindings.unwound(decoded.bytes), &sink)
        add(.percentEncoding, decoded, at: place, &sink) { "" }
    }

    // MARK: What a value is

    /// Keeps a value as a layer if it is a link, JSON, or encoded again. `kind` is the kind of the layer if the value is a link. If `kind`
    /// is nil, such a layer is a `.link`.
    mutating func take(
        _ value: MappedText, _ kind: Layer.Kind?, at place: ValuePlace, _ sink: inout FindingList, path: () -> String
    ) {
        switch ValueForm.of(value.bytes.span) {
        case .link: add(kind ?? .link, value, at: place, &sink, path: path)
        case .json: add(.json, value, at: place, &sink, path: path)
        case .encoded:
            let decoded = value.percentDecoded(0..<value.count)
            ValueFindings.doubleEncoding(value, decoded: decoded, at: place, &sink)
            add(.percentEncoding, decoded, at: place, &sink, path: path)
        case .base64: if let decoded = value.base64Decoded() { add(.base64, decoded, at: place, &sink, path: path) }
        case nil: break
        }
    }

    mutating func add(
        _ kind: Layer.Kind, _ text: MappedText, at place: ValuePlace, _ sink: inout FindingList, path: () -> String
    ) {
        let depth = place.outer.map { layers[$0].depth + 1 } ?? 1
        guard depth <= Self.deepest, layers.count < Self.most, text.count <= room else {
            if !isFull {
                let message =
                    "More links are nested here: linkscope unwraps links nested up to \(Self.deepest) deep, and at most \(Self.most) in total."
                sink.found(Finding(.tooManyLayers, message, range: text.original))
            }
            isFull = true
            return
        }
        room -= text.count
        layers.append(
            Layer(
                kind: kind, outer: place.outer, depth: depth, path: path(), outerRange: place.range, text: text, range: text.original)
        )
    }

    static func path(_ path: String, _ name: String) -> String {
        var whole = LayerPath(path)
        whole.append(name: name)
        return whole.text
    }
}
