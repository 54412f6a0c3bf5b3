import AppLinks
import Bytes
import JSONDocument
import LinkLayers
import Secrets

// The outline of a link. Every layer replaces the value from which it was peeled, and its parts are below it:
//
//    link    https://shop.onelink.me/abc1     (AppsFlyer OneLink, attribution)
//      pid     email                          (campaign: the media source)
//      af_dp   shop://item/7                  (functional: the link that opens the app by its scheme)
//        color   red

extension TextPage {
    mutating func appendTree(of inspection: LinkInspection, _ link: AppLinkReading, _ part: OutlineLink) {
        shownLayers = 0
        beginField("link")
        append(part, of: inspection, depth: 0)
        if let source = inspection.knownSourceApplication {
            beginField("sent by")
            texts.outside(masked: source)
        }
        guard link.isAppLink else { return }
        beginField("events")
        texts.own("al_link_parse")
        if case .inbound = inspection.entry { texts.own(", al_nav_in") }
    }

    // MARK: A link

    /// Appends a link to the text of the last node, and its parameters as nodes below.
    ///
    /// - Parameter note: The note of the value that is the link.
    private mutating func append(_ part: OutlineLink, of inspection: LinkInspection, depth: Int, note: String = "") {
        if SchemeName.mayBeIntent(part.text, part.components), appendIntent(part, of: inspection, depth: depth, note: note) { return }
        let layers = inspection.layers
        let inside = layers.indices.filter { layers[$0].outer == part.layer }
        if part.layer == nil, inspection.isPayload, let code = inspection.code {
            return append(code, of: part, besides: inside, of: inspection, depth: depth + 1)
        }
        // What follows a link that is wrapped without an encoding belongs to that link, and is shown below it.
        func isWrapped(_ place: Int) -> Bool {
            inside.contains { layer in
                let range = layers[layer].outerRange
                return range.lowerBound > 0 && range.lowerBound < place && place < range.upperBound
            }
        }
        var end = (part.components.query ?? part.components.fragment).map { $0.lowerBound - 1 } ?? part.text.count
        // A fragment has a node of its own if there are other nodes.
        let fragment = part.components.fragment.flatMap { fragment in
            let isApart =
                part.components.query != nil || part.isRoute(fragment) || inside.contains { layers[$0].outerRange.overlaps(fragment) }
            return isApart && !fragment.isEmpty && !isWrapped(fragment.lowerBound) ? fragment : nil
        }
        if fragment == nil, part.components.query == nil { end = part.text.count }
        let wrapped = inside.lazy.map { layers[$0].outerRange.lowerBound }.first { $0 > 0 && $0 < end }
        let base = 0..<(wrapped ?? end)
        texts.outside(part.text.span.extracting(base), hiding: part.secrets.parts(in: base))
        if wrapped != nil { texts.own("…") }
        if part.layer == nil { appendParts(of: part) }
        appendNote(note)
        let service = inspection.service(of: part.layer)
        // The summary names the service of the record's own link.
        if let service, part.layer != nil {
            appendNote(service.kind == .parameters ? service.name : "\(service.name), \(service.kind.words)")
        }
        var count = 0
        for component in part.query.components {
            if isWrapped(component.item.range.lowerBound) { continue }
            if count == TextOutput.mostLines { return leaveOut(depth: depth + 1) }
            count += 1
            append(component, of: part, inside, in: inspection, service, depth: depth + 1)
        }
        if let fragment { append(fragment: fragment, of: part, inside, in: inspection, depth: depth + 1) }
        appendRest(inside, of: inspection, depth: depth + 1)
    }

    /// Appends the fields of the text of a QR code. A link in a field is shown as a layer.
    private mutating func append(_ code: CodeText, of part: OutlineLink, besides inside: [Int], of inspection: LinkInspection, depth: Int) {
        texts.outside(part.text.span, hiding: part.secrets)
        for field in code.fields where !inside.contains(where: { inspection.layers[$0].outerRange.overlaps(field.place) }) {
            outline.begin(depth: depth, in: &texts)
            texts.own(field.label)
            outline.beginText(in: texts)
            let value = part.text.span.extracting(field.place)
            texts.outside(value, hiding: secrets.areShown ? [] : inspection.secrets(in: field).parts(in: field.place))
        }
        appendRest(inside, of: inspection, depth: depth)
    }

    /// Appends a note with the host and the path of a link whose scheme belongs to an app. Its `://` is often taken for a part of the path.
    private mutating func appendParts(of part: OutlineLink) {
        let components = part.components
        guard let scheme = components.scheme, SchemeName.isCustom(part.text, scheme) else { return }
        outline.beginNote(in: &texts)
        if let host = components.host, !host.isEmpty {
            append("host ", host, of: part)
        } else {
            texts.own(part.text.has("//", at: scheme.upperBound + 1, before: part.text.count) ? "empty host" : "no host")
        }
        if components.path.isEmpty { texts.own(", no path") } else { append(", path ", components.path, of: part) }
    }

    private mutating func append(_ label: String, _ range: Range<Int>, of part: OutlineLink) {
        texts.own(label)
        let end = range.lowerBound + part.text.span.extracting(range).characterEnd(atMost: Self.longestPart)
        let shown = range.lowerBound..<end
        texts.outside(part.text.span.extracting(shown), hiding: part.secrets.parts(in: shown))
        if end < range.upperBound { texts.own("…") }
    }

    private static let longestPart = 40

    private mutating func append(
        _ component: LinkQuery.Component, of part: OutlineLink, _ inside: [Int], in inspection: LinkInspection, _ service: Service?,
        depth: Int
    ) {
        let item = component.item
        outline.begin(depth: depth, in: &texts)
        part.query.decoded.withSpan(component.name) { texts.outside($0, hiding: part.decodedSecrets.parts(in: component.name)) }
        outline.beginText(in: texts)
        let note = Self.note(on: component, of: part, in: inspection, service)
        guard let written = item.value, let value = component.value else {
            appendNote("no value")
            return appendNote(note)
        }
        if written == part.dataRange, let link = inspection.reading, append(dataOf: link, of: inspection, depth: depth) { return }
        if written.isEmpty { appendNote("empty") }
        let layer = inside.first { inspection.layers[$0].outerRange.lowerBound == written.lowerBound }
        if let layer, !written.isEmpty {
            return append(layer: layer, of: inspection, depth: depth, note: note)
        }
        part.query.decoded.withSpan(value) { text in
            let hidden = part.decodedSecrets.parts(in: value)
            if let words = part.words(in: written), words.count == text.count { return texts.outside(words.span, hiding: hidden) }
            texts.outside(text, hiding: hidden)
        }
        appendNote(note)
    }

    private mutating func append(
        fragment: Range<Int>, of part: OutlineLink, _ inside: [Int], in inspection: LinkInspection, depth: Int
    ) {
        beginField("#", depth: depth)
        let layer = inside.first { inspection.layers[$0].outerRange.overlaps(fragment) }
        let end = layer.map { max(inspection.layers[$0].outerRange.lowerBound, fragment.lowerBound) } ?? fragment.upperBound
        let text = fragment.lowerBound..<end
        texts.outside(part.text.span.extracting(text), hiding: secrets.areShown ? [] : part.secrets.parts(in: text))
        if part.isRoute(fragment) { appendNote("a route of the page: paths in association files and intent filters do not see it") }
        if let layer { append(layer: layer, of: inspection, depth: depth) }
    }

    /// Appends the layers that were not peeled from a single value.
    private mutating func appendRest(_ inside: [Int], of inspection: LinkInspection, depth: Int) {
        for index in inside where shownLayers & 1 << UInt64(index) == 0 {
            let layer = inspection.layers[index]
            // The value that this layer was peeled from is masked, and its decoded text says no more.
            if !secrets.areShown, secrets.input.cover(layer.range) { continue }
            let outer = layer.outer.map { inspection.layers[$0].path + "." } ?? ""
            let name = layer.path.hasPrefix(outer) ? String(layer.path.dropFirst(outer.count)) : layer.path
            outline.begin(depth: depth, in: &texts)
            texts.outside(masked: name.isEmpty ? "decoded" : name)
            outline.beginText(in: texts)
            append(layer: index, of: inspection, depth: depth)
        }
    }

    // MARK: A layer

    /// Appends the text of a layer to the last node, and the parts of the layer as nodes below.
    mutating func append(layer index: Int, of inspection: LinkInspection, depth: Int, note: String = "") {
        shownLayers |= 1 << UInt64(index)
        let layer = inspection.layers[index]
        let isUTF8 = layer.text.bytes.span.isUTF8
        let known = secrets.areShown ? [] : layer.secrets
        let bytes =
            isUTF8 ? layer.text.bytes : PageSecrets.masked(layer.text.bytes.span, layer.text.bytes.indices, among: known)
        if !secrets.areShown, inspection.isSecret(layer) {
            texts.mask(of: bytes.span)
            return appendNote(note)
        }
        let isInBase64 = layer.outer.map { inspection.layers[$0].kind == .base64 } ?? false
        let words = [layer.note(isInBase64: isInBase64) ?? "", note].filter { !$0.isEmpty }.joined(separator: ", ")
        let inner = inspection.layers.firstIndex { $0.outer == index && $0.path == layer.path }
        if let inner, shownLayers & 1 << UInt64(inner) == 0 { return append(layer: inner, of: inspection, depth: depth, note: words) }
        let found = isUTF8 ? known : []
        if layer.kind == .json || bytes.first == UInt8(ascii: "{") || bytes.first == UInt8(ascii: "[") {
            let document = JSONDocument(bytes)
            if document.root?.kind == .object || document.root?.kind == .array {
                appendNote(words)
                let carrier = JSONCarrier(index, of: inspection, secrets: found)
                return document.withView { append($0, in: carrier, of: inspection, depth: depth + 1) }
            }
        }
        let isParameters = layer.kind == .parameters
        if let part = OutlineLink(bytes, layer: index, isParameters: isParameters, secrets: found) {
            return append(part, of: inspection, depth: depth, note: words)
        }
        texts.outside(bytes.span, hiding: found)
        appendNote(words)
    }

    // MARK: An intent

    /// Appends the parts of an Android intent as nodes below the last one. Returns false if it cannot be parsed,
    /// even with an end added.
    private mutating func appendIntent(_ part: OutlineLink, of inspection: LinkInspection, depth: Int, note: String) -> Bool {
        guard let text = String(validating: part.text, as: UTF8.self), let uri = IntentURI(perhapsWithoutEnd: text) else {
            return false
        }
        let layers = inspection.layers
        let inside = layers.indices.filter { layers[$0].outer == part.layer }
        let data = inside.first { layers[$0].kind == .intent || layers[$0].kind == .androidApp }
        switch uri.form {
        case .intent: texts.own("intent:")
        case .androidApp: texts.own("android-app:")
        case .other: break
        }
        if let data, uri.form == .other {
            append(layer: data, of: inspection, depth: depth, note: note)
        } else {
            appendNote(note)
            if let data {
                beginField("data", depth: depth + 1)
                append(layer: data, of: inspection, depth: depth + 1)
            }
        }
        if uri.form == .androidApp, let package = uri.intent.fields.package { appendField("package", package, depth: depth + 1) }
        let readings = IntentExtraTable(uri)
        // The end may not be in the text.
        for item in uri.parts where item.kind != .end {
            let value = PercentCoding.decodedText(part.text.span, repairing: item.value)
            switch item.kind {
            case .prefix, .end: break
            case .data:
                // An android-app: URI has its package before the data, and data without an Intent part has the scheme intent.
                let written = uri.form == .androidApp || !uri.hasIntentPart ? uri.intent.data ?? "" : value
                if data != nil || written.isEmpty { continue }
                beginField("data", depth: depth + 1)
                texts.outside(masked: written)
            case .field(let key):
                let isScheme = key == "scheme" && !item.isInSelector
                if isScheme, data != nil, uri.form == .intent { continue }
                appendField(key, value, depth: depth + 1)
                if isScheme, uri.form == .other { appendNote("ignored, because the link does not begin with intent:") }
                if key == "component", ComponentName(value) == nil { appendNote("ignored, because it is not package/class") }
            case .extra(let name):
                let fallback = inside.first { layers[$0].outerRange.lowerBound == item.value.lowerBound }
                if let fallback {
                    let isOpened = layers[fallback].kind == .intentFallback
                    outline.begin(depth: depth + 1, in: &texts)
                    texts.outside(masked: name)
                    outline.beginText(in: texts)
                    let note = isOpened ? "opened by a browser if no app takes the intent" : "no browser opens it"
                    append(layer: fallback, of: inspection, depth: depth + 1, note: note)
                } else {
                    appendField(name, value, depth: depth + 1, hasSecret: !part.secrets.parts(in: item.value).isEmpty)
                    appendNote(readings.note(on: item, named: name, written: value))
                }
            case .selector:
                beginField("selector", depth: depth + 1)
                appendNote(
                    uri.intent.selector == nil
                        ? "the next fields are ignored, because the intent names a package" : "the next fields choose the app")
            case .trailing:
                beginField("after the end", depth: depth + 1)
                texts.outside(masked: value)
                appendNote("Android ignores this")
            }
        }
        appendRest(inside, of: inspection, depth: depth + 1)
        return true
    }

    /// Appends a field of an intent.
    ///
    /// - Parameter hasSecret: Whether the link shows that the value has a secret. If the value alone does not show it, all of it is masked.
    private mutating func appendField(_ name: String, _ value: String, depth: Int, hasSecret: Bool = false) {
        outline.begin(depth: depth, in: &texts)
        texts.outside(masked: name)
        outline.beginText(in: texts)
        let shown = texts.masking.text(value, of: name)
        texts.outside(hasSecret && shown == value ? Secrets.mask(of: value) : shown)
    }

    // MARK: Notes

    /// Appends a note of linkscope's own to the last node.
    mutating func appendNote(_ note: String) {
        if note.isEmpty { return }
        outline.beginNote(in: &texts)
        texts.own(note)
    }

    /// Returns what a parameter does, if that is known.
    private static func note(
        on component: LinkQuery.Component, of part: OutlineLink, in inspection: LinkInspection, _ service: Service?
    ) -> String {
        if inspection.parameters.isEmpty { return "" }
        let item = component.item.range
        guard let known = inspection.parameters.first(where: { $0.layer == part.layer && $0.place == item }) else { return "" }
        let owner = known.owner === service ? "" : "\(known.owner.name), "
        let (role, meaning) = (known.rule.role.rawValue, known.rule.meaning)
        return owner + (meaning.hasSuffix(role) ? meaning : "\(role): \(meaning)")
    }
}

extension Layer {
    /// Returns what the layer is, if its text does not show it. A link in base64 may be percent-encoded once.
    fileprivate func note(isInBase64: Bool) -> String? {
        switch kind {
        case .percentEncoding: path.isEmpty ? "the whole link" : isInBase64 ? words : "\(words) twice"
        case .base64, .gzip, .token, .json: words
        case .parameters, .clickWrapper, .amp, .archive, .attribution, .link, .intent, .intentFallback, .androidApp: nil
        }
    }
}

/// What Android reads in the extras of an intent. They are looked up by name, because an intent may have a hundred thousand of them.
struct IntentExtraTable {
    private struct Key: Hashable {
        let name: ExactString
        let isInSelector: Bool
    }

    private var values: [Key: IntentExtra.Value] = [:]
    /// Where the last extra with each name begins.
    private var last: [Key: Int] = [:]

    init(_ uri: IntentURI) {
        for (fields, isInSelector) in [(uri.intent.fields, false), (uri.intent.selector?.fields, true)] {
            for extra in fields?.extras ?? [] { values[Key(name: ExactString(extra.name), isInSelector: isInSelector)] = extra.value }
        }
        for part in uri.parts {
            guard case .extra(let name) = part.kind else { continue }
            last[Key(name: ExactString(name), isInSelector: part.isInSelector)] = part.range.lowerBound
        }
    }

    /// Returns the type of an extra, and the value that Android reads if it differs from the written value: Android reads only the first
    /// character of a `char`, and any word but `true` as false. If a name is repeated, only the last value counts.
    func note(on part: IntentURI.Part, named name: String, written: String) -> String {
        let key = Key(name: ExactString(name), isInSelector: part.isInSelector)
        if last[key] != part.range.lowerBound { return "ignored, because the name is repeated" }
        guard let value = values[key] else { return "extra" }
        let isInfinity = value.text.hasSuffix("Infinity") && !written.hasSuffix("Infinity")
        switch value {
        case .bool(let read) where written.lowercased() != "\(read)": return "extra, boolean, read as \(read)"
        case .char where written.utf16.count > 1: return "extra, char, read as its first character"
        case .double where isInfinity, .float where isInfinity: return "extra, \(value.typeName), read as \(value.text)"
        default: return "extra, \(value.typeName)"
        }
    }
}
