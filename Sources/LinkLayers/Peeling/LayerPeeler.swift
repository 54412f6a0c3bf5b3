import AppLinks
import Bytes
import JSONDocument
import Secrets

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
struct LayerPeeler: ~Copyable {
    /// The maximum nesting depth.
    static let deepest = 8
    /// The maximum number of layers in one link.
    static let most = 64

    /// The layers that were peeled off.
    var layers: [Layer] = []
    /// The parameters of attribution services and stores, and those without which a link fails.
    var parameters: [KnownParameter] = []
    /// The service that the input belongs to by its host or its scheme.
    private(set) var service: Service?
    /// The services that links may belong to.
    let services: KnownServices
    private var room = 0
    private var isFull = false
    /// Whether the input is a web link.
    private var isOnWeb = false
    /// Whether every program that opens the input reads a `+` as a space.
    private var isForm = false
    /// The secrets of the input and of its layers.
    var secrets = LinkSecrets()
    /// The host of the input if it is the link of a site, not of a service.
    private var site: ArraySlice<UInt8>?
    // Memory that is reused from link to link.
    private var query = LinkQuery()
    private var path = LayerPath()
    private var clicks = ClickParameters()
    private var defanged = DefangedLinks()
    var walk = JSONWalk()

    init(services: KnownServices) { self.services = services }

    /// Peels all layers off a link whose secrets were found. The layers and parameters of the previous link must be gone.
    ///
    /// - Parameter isPayload: Whether the text is that of a QR code, so that only the web links in the text are examined.
    mutating func peel(_ link: AppLinkReading, isPayload: Bool, _ sink: inout FindingList) {
        let input = MappedText(link.text)
        // Each decoded text is about as long as its source. The limit allows for all parts of the link at every depth.
        room = Self.deepest * input.count + 4096
        isFull = false
        service = nil
        clicks.begin()
        defanged.begin()
        isOnWeb = link.components.scheme.map { SchemeName.isWeb(link.text, $0) } ?? false
        isForm =
            link.components.scheme.map {
                SchemeName.isIntent(link.text, $0)
                    || link.split.escapes.hasPlus && KnownSchemes.embedded.facts(link.text.span, $0)?.isForm == true
            } ?? false
        if link.components.scheme == nil { takeEncodedLink(input, &sink) }
        if isPayload {
            takeWebLinks(in: input, &sink)
            CodeText.examine(input, link.components, &sink)
        } else {
            examineInput(link, input, &sink)
        }
        var next = 0
        while next < layers.count {
            examine(next, &sink)
            next += 1
        }
        clicks.finish(&sink)
        defanged.finish(&sink)
        // These refer to the input, whose memory is reused for the next link.
        site = nil
        secrets.end()
    }

    // MARK: What is in the link

    private mutating func examineInput(_ link: AppLinkReading, _ input: MappedText, _ sink: inout FindingList) {
        if let end = link.components.scheme?.upperBound, peelsIntent(input, schemeEnd: end, in: nil, &sink) {
            let edits = LayerEdits(input, in: nil, of: [])
            // Escaping a space does not repair a package.
            let told = sink.places(of: .badPackage)
            return BareCharacters.examine(edits, SplitLink(link), isOutermost: true, isField: false, apartFrom: told, &sink)
        }
        let data = link.dataRange
        examineLink(input, SplitLink(link), in: nil, data: data, isBroken: !link.tape.isValid, &sink)
        if data == nil { MisspelledData.examine(link, layers, &sink) }
        guard data != nil, let data = link.data else { return }
        // The App Link data itself is not a layer, but the links in it are.
        if !link.tape.isValid { PayloadFindings.examine(link, input, &sink) }
        let decoded = link.query.decoded
        link.withData { view in
            examine(view, in: nil, &sink) { range in
                let start = data.lowerBound + range.lowerBound
                return MappedText(decoded, start..<start + range.count)
            }
        }
    }

    // MARK: What is in a layer

    private mutating func examine(_ index: Int, _ sink: inout FindingList) {
        let (kind, text) = (layers[index].kind, layers[index].text)
        let bytes = text.bytes
        let schemeEnd = SchemeName.end(in: bytes.span)
        if let end = schemeEnd {
            if peelsIntent(text, schemeEnd: end, in: index, &sink) { return }
            if DefangedLinks.mayBegin(bytes, schemeEnd: end) { defanged.take(layers[index], LayerEdits(text, in: index, of: layers)) }
        }
        if schemeEnd != nil || kind == .parameters {
            guard var url = SplitLink(bytes, &query) else { return }
            examineLink(text, url, in: index, &sink)
            url.giveBack(&query)
        } else if ValueForm.isJSON(bytes.span) {
            let document = JSONDocument(bytes)
            if kind == .base64, document.endsEarly { CutJSON.tellPacked(layers[index], &sink) }
            document.withView { view in
                examine(view, in: index, &sink) { text.slice($0) }
            }
        } else if kind == .percentEncoding || kind == .base64 || kind == .gzip {
            take(text, nil, at: ValuePlace(outer: index, range: 0..<bytes.count), named: .whole, &sink)
        }
    }

    /// Examines the host and parameters of a link.
    ///
    /// - Parameters:
    ///   - data: The range of the App Link data, which is examined separately. Nil for a link in a layer.
    ///   - isBroken: Whether the data is not JSON.
    private mutating func examineLink(
        _ text: MappedText, _ url: SplitLink, in index: Int?, data: Range<Int>? = nil, isBroken: Bool = false, _ sink: inout FindingList
    ) {
        let edits = LayerEdits(text, in: index, of: layers)
        let isField = index.map { AppLinkFields.haveLink(at: layers[$0].path) } ?? false
        if peelsFragmentIntent(text, url, in: index, &sink) { return }
        let its = LinkServices.of(url, among: services)
        if index == nil { service = its.service }
        if let service = its.service, service.kind == .store { ServiceFindings.tellMissingApp(edits, url, &sink) }
        // The delimiters in a wrapper may be those of the link inside.
        let isWrapper = its.service?.holdsLinkAsWritten ?? false
        let isForApp = !isOnWeb && index.map { !layers[$0].path.hasSuffix("redirect_uri") } ?? true
        HostFindings.examine(
            edits, url, its, isOutermost: index == nil, isForApp: isForApp, in: index.map { layers[$0] }, isField: isField, &sink)
        var told = PathFindings.examine(edits, url, in: index.map { layers[$0].path }, &sink)
        if index == nil { takeTokens(in: url.components.path, of: text, &sink) }
        if let index {
            OpenRedirects.examine(layers[index], edits, url, from: site, &sink)
        } else if isOnWeb, its.service == nil {
            site = url.components.host.map { url.bytes[$0] }
        }
        let carried =
            its.service.flatMap { takeCarried(by: $0, text, url, in: index, &sink) } ?? takeInner(text, url, edits, in: index, &sink)
        if let query = url.components.query, !query.isEmpty, carried?.takesQuery != true {
            var parameters = ParameterFindings(isOutermost: index == nil, isForm: isForm(url, in: index), secrets: secrets.ranges)
            for component in url.query.components {
                let isData = data != nil && component.item.value == data
                let known = its.rule(of: component, in: url)
                if let known {
                    note(known, component, in: index)
                    if let expiry = known.rule.expiry { ExpiryFindings.tell(component, expiry, edits, url, &sink) }
                    ServiceFindings.tellValue(component, known, edits, url, &sink)
                    if known.rule.isLink { RedirectAddresses.examine(component, edits, url, &sink) }
                }
                // The parameters inside a value that was peeled off are reported for its layer.
                let isPeeled = carried.map { $0.range == component.item.value } ?? false
                let isPlaceholder = parameters.take(component, known?.rule, isData: isData, edits, url, &sink)
                // A placeholder names no campaign and identifies no click.
                if let known, !isPeeled, !isPlaceholder { clicks.take(component, known.rule, edits, url) }
                if index == nil, let site { OpenRedirects.examine(component, edits, url, from: site, &sink) }
                if !isData, !isPeeled, !isPlaceholder, known?.rule.isIdentifier != true {
                    take(component, of: text, url, its.service, known, in: index, &sink)
                }
            }
            parameters.finish(edits, url, &sink)
            if !parameters.told.isEmpty { told += parameters.told }
            // In the fallback of an intent, a `;` was escaped on purpose.
            let isFallback = index.map { layers[$0].kind == .intentFallback } ?? false
            if !isWrapper, !isFallback { QueryDelimiters.examineSemicolons(edits, url, &sink) }
            if let service = its.service, !service.carriers.isEmpty { WrapperFindings.examineParameters(edits, url, service, &sink) }
            WrapperFindings.examine(edits, url, its, &sink)
            WrapperFindings.examineKept(edits, url, its, &sink)
            if index == nil { QuotedPrintableLinks.examine(edits, url, &sink) }
            if !isWrapper {
                QueryDelimiters.examineQuery(edits, url, its, &sink)
                QueryDelimiters.examineEqualsSigns(edits, url, its, &sink)
            }
        }
        if let scheme = url.components.scheme, PhoneFindings.isNumber(text.bytes, scheme) {
            PhoneFindings.examine(edits, url, scheme, &sink)
        } else if !isWrapper {
            QueryDelimiters.examinePath(edits, url, &sink)
        }
        if let scheme = url.components.scheme, MailFindings.isMail(text.bytes, scheme),
            let addresses = MailFindings.examine(edits, url, scheme, &sink)
        {
            told.append(addresses)
        }
        if let service = its.service, !service.numbers.isEmpty {
            told += PhoneFindings.examineNumbers(of: service, edits, url, &sink)
        }
        LoginAnswers.examine(edits, url, &sink)
        HTMLReferences.examine(edits, url, &sink)
        CopiedJSON.examine(edits, url, &sink)
        if let fragment = url.components.fragment, !fragment.isEmpty {
            if !isWrapper, url.isWeb, url.components.query == nil { QueryDelimiters.examineFragment(edits, url, fragment, &sink) }
            let layer = takeFragment(fragment, of: text, in: index, &sink)
            told += PathFindings.examine(fragment: fragment, apartFrom: layer, edits, url, in: index.map { layers[$0].path }, &sink)
            if !isWrapper { WrapperFindings.examineFragment(fragment, edits, url, its, &sink) }
        }
        ServiceFindings.tellInstallation(edits, url, &sink)
        guard url.needsEncoding else { return }
        told += DecodedReferences.examine(edits, url, &sink)
        // Another finding already reports data that is not JSON.
        if isBroken, let data { told.append(data) }
        told.sort { $0.lowerBound < $1.lowerBound }
        BareCharacters.examine(edits, url, isOutermost: index == nil, isField: isField, apartFrom: told, &sink)
    }

    private mutating func take(
        _ parameter: LinkQuery.Component, of text: MappedText, _ url: SplitLink, _ service: Service?,
        _ known: (rule: ParameterRule, owner: Service)?, in index: Int?, _ sink: inout FindingList
    ) {
        guard let written = parameter.item.value, let value = parameter.value, ValueForm.mayHoldLayer(text.bytes.span, written),
            url.query.decoded.withSpan(value, ValueForm.of) != nil
        else { return }
        let name = url.query.decoded.bytes(parameter.name)
        let owner = service.flatMap { $0.carries(name.span) ? $0 : nil } ?? known.flatMap { $0.rule.isLink ? $0.owner : nil }
        let place = ValuePlace(outer: index, range: written)
        var decoded = index == nil ? MappedText(url.query.decoded, value) : text.percentDecoded(written)
        if url.escapes.hasPlus, ValueForm.isJSON(decoded.bytes.span) {
            let spaces = FormSpaces.decodedPlaces(text.bytes, written)
            if !spaces.isEmpty { decoded = decoded.withSpaces(at: spaces) }
        }
        take(decoded, owner, at: place, named: .name(String(decoding: name, as: UTF8.self)), &sink)
    }

    /// Keeps the wrapped link that is not simply the value of one parameter. Returns nil if the wrapper holds no such link.
    private mutating func takeCarried(
        by service: Service, _ text: MappedText, _ url: SplitLink, in index: Int?, _ sink: inout FindingList
    ) -> WrappedLink? {
        let reader = WrapperReader(text: text, url: url)
        for carrier in service.carriers where carrier.plainParameter == nil {
            guard let link = reader.link(in: carrier, of: service) else { continue }
            if link.isDamaged {
                let message =
                    "Part of the wrapped link is missing: the number of * differs from the number of appended bytes. Copy the link again from the mail."
                sink.found(Finding(.damagedWrapper, message, range: text.original(link.range)))
            }
            add(
                link.isQuery ? .parameters : service.layerKind ?? .link, link.text,
                at: ValuePlace(outer: index, range: link.range, isVerbatim: link.isVerbatim), named: link.name, of: service, &sink)
            return link
        }
        return nil
    }

    /// Keeps the web link that stands unescaped in the path of an app's link. What follows it belongs to it.
    private mutating func takeInner(
        _ text: MappedText, _ url: SplitLink, _ edits: LayerEdits, in index: Int?, _ sink: inout FindingList
    ) -> WrappedLink? {
        guard let start = CustomSchemes.innerLink(of: url) else { return nil }
        if index == nil { CustomSchemes.tell(innerLink: start, edits, url, &sink) }
        let range = start..<text.count
        let link = WrappedLink(text: text.slice(range), range: range, name: .name("path"), isVerbatim: true, takesQuery: true)
        add(.link, link.text, at: ValuePlace(outer: index, range: range, isVerbatim: true), named: link.name, &sink)
        return link
    }

    /// Returns whether all programs that read a query read it as forms write it. Web servers and apps on Android do. Apps on iOS do not;
    /// they read App Link data and links with other schemes.
    private func isForm(_ url: SplitLink, in index: Int?) -> Bool {
        if isForm { return true }
        guard isOnWeb, index.map({ !layers[$0].path.hasPrefix(AppLinkKeys.parameter) }) ?? true else { return false }
        return url.isWeb || url.components.scheme == nil
    }

    /// Notes a parameter that an attribution service or a store gives a meaning, or without which the link fails.
    private mutating func note(
        _ known: (rule: ParameterRule, owner: Service), _ component: LinkQuery.Component, in index: Int?
    ) {
        let isPart = known.owner.kind == .attribution || known.owner.kind == .store || known.rule.role == .functional
        guard isPart, parameters.count < Self.most else { return }
        parameters.append(KnownParameter(rule: known.rule, owner: known.owner, layer: index, place: component.item.range))
    }

    /// Keeps a fragment as a layer if it is a link, or if it has the parameters of a route, of a login, or with links. Returns the range of the
    /// layer.
    ///
    ///     #access_token=…&expires_in=3600    parameters
    ///     #/cart?next=https%3A%2F%2F…        the route of a page and its parameters
    private mutating func takeFragment(
        _ fragment: Range<Int>, of text: MappedText, in index: Int?, _ sink: inout FindingList
    ) -> Range<Int>? {
        let bytes = text.bytes
        let start = bytes[fragment.lowerBound] == UInt8(ascii: "!") ? fragment.lowerBound + 1 : fragment.lowerBound
        let place = ValuePlace(outer: index, range: start..<fragment.upperBound, isVerbatim: true)
        let whole = text.slice(start..<fragment.upperBound)
        if ValueForm.of(whole.bytes.span) == .link {
            add(.link, whole, at: place, named: .name("#"), &sink)
            return start..<fragment.upperBound
        }
        let mark = FragmentQuery.mark(bytes, start..<fragment.upperBound)
        let query = (mark.map { $0 + 1 } ?? start)..<fragment.upperBound
        let isRoute = mark != nil && bytes[start] == UInt8(ascii: "/")
        guard bytes[query].contains(UInt8(ascii: "=")), FragmentQuery.isWorthALayer(bytes, query, isRoute: isRoute) else { return nil }
        add(
            .parameters, text.slice(query).behind("?"), at: ValuePlace(outer: index, range: query, isVerbatim: true), named: .name("#"),
            &sink)
        return query
    }

    /// Keeps the signed tokens in the path of the input as layers: `/login/eyJ…`.
    private mutating func takeTokens(in path: Range<Int>, of text: MappedText, _ sink: inout FindingList) {
        for secret in secrets.ranges where path.lowerBound <= secret.lowerBound && secret.upperBound <= path.upperBound {
            let value = text.slice(secret)
            guard SignedToken.mayBegin(value.bytes.span) else { continue }
            takeToken(value, at: ValuePlace(outer: nil, range: secret, isVerbatim: true), named: .name("path"), &sink)
        }
    }

    /// Keeps the web links in the text of a QR code as layers: `URL:https://a.example`, and the links in a contact.
    private mutating func takeWebLinks(in input: MappedText, _ sink: inout FindingList) {
        let bytes = input.bytes
        var start = 0
        while let colon = bytes[start...].firstIndex(of: UInt8(ascii: ":")) {
            start = colon + 1
            guard bytes.has("://", at: colon, before: bytes.count) else { continue }
            let first = (bytes[..<colon].lastIndex { !ByteClass.isLetter($0) } ?? -1) + 1
            guard first > 0, SchemeName.isWeb(bytes, first..<colon) else { continue }
            let end = bytes[colon...].firstIndex { $0 <= 0x20 || $0 == UInt8(ascii: ";") } ?? bytes.count
            guard end > colon + 3 else { continue }
            add(
                .link, input.slice(first..<end), at: ValuePlace(outer: nil, range: first..<end, isVerbatim: true), named: .name("text"),
                &sink)
            start = end
        }
    }

    /// Keeps a text without a scheme as a layer if it is a link that was encoded as a whole.
    private mutating func takeEncodedLink(_ input: MappedText, _ sink: inout FindingList) {
        guard ValueForm.isEncoded(input.bytes.span, apartFrom: ValueFindings.slash) else { return }
        let decoded = input.percentDecoded(0..<input.count)
        guard SchemeName.end(in: decoded.bytes.span) != nil else { return }
        let place = ValuePlace(outer: nil, range: 0..<input.count)
        add(.percentEncoding, decoded, at: place, named: .whole, &sink)
    }

    // MARK: What a value is

    /// Keeps a value as a layer if it is a link, JSON, or encoded again. If the value is a link, `service` wrapped it; if `service` is nil, such
    /// a layer is a `.link`.
    mutating func take(
        _ value: MappedText, _ service: Service?, at place: ValuePlace, named name: LayerName, _ sink: inout FindingList
    ) {
        switch ValueForm.of(value.bytes.span) {
        case .link:
            guard service != nil || !isNamespace(value.bytes) else { return }
            add(service?.layerKind ?? .link, value, at: place, named: name, of: service, &sink)
        case .json: add(.json, value, at: place, named: name, &sink)
        case .encoded:
            let decoded = value.percentDecoded(0..<value.count)
            // A text in base64 may be percent-encoded once, so only a text that is still encoded after decoding was encoded twice.
            let isFirst = place.outer.map { layers[$0].kind == .base64 } ?? false && !ValueForm.isEncoded(decoded.bytes.span)
            if !isFirst {
                ValueFindings.doubleEncoding(
                    value, of: path(to: name, in: place.outer), decoded: decoded, isInJSON: place.isInJSON,
                    isPlain: LayerEdits(value, in: place.outer, of: layers).isPlain, &sink)
            }
            add(.percentEncoding, decoded, at: place, named: name, &sink)
        case .base64: if let decoded = value.base64Decoded() { add(.base64, decoded, at: place, named: name, &sink) }
        case .gzip:
            // One byte more than there is room for shows that the text is too long.
            guard let text = PackedGzip(whole: value.bytes.span, atMost: room + 1)?.text else { return }
            add(.gzip, MappedText(text, compressedIn: value), at: place, named: name, &sink)
        case .token: takeToken(value, at: place, named: name, &sink)
        case nil: break
        }
    }

    private mutating func takeToken(_ value: MappedText, at place: ValuePlace, named name: LayerName, _ sink: inout FindingList) {
        guard let text = SignedToken.text(of: value) else { return }
        add(.token, text, at: place, named: name, &sink)
        ExpiryFindings.tellToken(text, &sink)
    }

    /// Returns whether a link is a name that nothing opens, such as the namespace `http://www.w3.org/2000/svg`.
    private func isNamespace(_ text: [UInt8]) -> Bool {
        // Such names are older than https.
        guard text.count > 7, text[4] == UInt8(ascii: ":"), text.hasLetters("http://", at: 0),
            let host = URLSplitter.split(text.span)?.components.host
        else { return false }
        return services.isNamespace(host, in: text)
    }

    mutating func add(
        _ kind: LayerKind, _ text: MappedText, at place: ValuePlace, named name: LayerName, of service: Service? = nil,
        to package: String? = nil, _ sink: inout FindingList
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
        let range = text.original
        let verbatim = place.isVerbatim ? place.outer.map { layers[$0] } : nil
        layers.append(
            Layer(
                kind: kind, service: service, package: package, isVerbatim: place.isVerbatim, outer: place.outer, depth: depth,
                path: path(to: name, in: place.outer),
                outerRange: place.range ?? range, text: text, range: range, secrets: secrets.find(in: text, at: place.range, of: verbatim)))
    }

    private mutating func path(to name: LayerName, in outer: Int?) -> String {
        if let outer {
            path.begin(layers[outer].path)
        } else if case .value = name {
            path.begin(AppLinkKeys.parameter)
        } else {
            path.begin("")
        }
        switch name {
        case .whole: break
        case .name(let name): path.append(name: name)
        case .value(let view): path.append(walk.containers, in: view)
        }
        return path.text
    }
}
