import AppLinks
import Bytes
import Secrets

/// A wrapped link that is not simply the value of one parameter.
struct WrappedLink {
    var text: MappedText
    /// The bytes of the wrapper that carry the link.
    var range: Range<Int>
    var name: LayerName
    /// Whether the link is written as it is, without an encoding.
    var isVerbatim = false
    /// Whether the wrapper's own parameters are parameters of the link inside.
    var takesQuery = false
    /// Whether bytes of the link are missing.
    var isDamaged = false
    /// Whether the text is a query and not a link.
    var isQuery = false
}

/// Reads the link out of a wrapper. Each ``Carrier`` is implemented here once, except a whole parameter, which is read like any other
/// parameter, and a host, which is not a link.
struct WrapperReader {
    let text: MappedText
    let url: SplitLink

    var bytes: [UInt8] { text.bytes }

    /// Returns the link inside; nil if the wrapper has none of this kind.
    func link(in carrier: Carrier, of service: Service) -> WrappedLink? {
        switch carrier {
        case .parameter, .host: nil
        case .bareParameter(let name): value(of: name).flatMap { bare(text.percentDecoded($0.range), $0) }
        case .htmlParameter(let name): value(of: name).flatMap { whole(unescaped(text.percentDecoded($0.range)), $0) }
        case .parameters(let name): value(of: name).flatMap(parameters)
        case .rest(let name): value(of: name).flatMap { asWritten($0.range.lowerBound..<bytes.count, $0.name) }
        case .query: query()
        case .pathTail(let scheme): tail(behind: service.segmentsBeforeTail(url.components.path, in: bytes), scheme)
        case .behind(let beginning): behind(beginning)
        case .between(let mark): between(mark)
        case .scheme(let scheme): renamed(scheme)
        case .segment(let number): segment(number).flatMap { whole(text.percentDecoded($0.range), $0) }
        case .bareSegment(let number): segment(number).flatMap { bare(text.percentDecoded($0.range), $0) }
        case .pathPiece(let beginning): piece(beginning)
        case .base64(let name, let prefix): value(of: name).flatMap { base64(text.percentDecoded($0.range), after: prefix, $0) }
        case .base64Segment(let number): segment(number).flatMap { base64(text.percentDecoded($0.range), after: "", $0) }
        case .jsonSegment(let number, let member): segment(number).flatMap { json(text.percentDecoded($0.range), [member], $0) }
        case .mandrill(let name): value(of: name).flatMap { json(text.percentDecoded($0.range), ["p", "url"], $0) }
        case .signed(let name): value(of: name).flatMap { whole(withoutSignature(text.percentDecoded($0.range)), $0) }
        case .proofpoint2(let name): value(of: name).flatMap { whole(unescaped(proofpoint2($0.range)), $0) }
        case .proofpoint3: proofpoint3()
        case .discordPicture: discordPicture()
        case .newsArticle: newsArticle()
        case .dashedHost: dashedHost(of: service)
        }
    }

    /// Returns the range of the value that a carrier names, if it is the whole value of a parameter or a whole segment.
    func place(of carrier: Carrier) -> Range<Int>? {
        switch carrier {
        case .parameter(let name): value(of: name)?.range
        case .segment(let number): segment(number)?.range
        default: nil
        }
    }

    // MARK: Places

    /// A value and its name in the path to the layer.
    struct Place {
        var range: Range<Int>
        var name: LayerName
    }

    private func value(of name: NamePattern) -> Place? {
        for component in url.query.components where url.matches(name, component) {
            guard let range = component.item.value, !range.isEmpty else { continue }
            return Place(range: range, name: .name(url.query.decoded.string(component.name)))
        }
        return nil
    }

    /// The segments of the path, without empty ones.
    var segments: [Range<Int>] {
        bytes[url.components.path].split(separator: UInt8(ascii: "/")).map { $0.startIndex..<$0.endIndex }
    }

    private func segment(_ number: Int) -> Place? {
        let segments = segments
        let index = number > 0 ? number - 1 : segments.count + number
        return segments.indices.contains(index) ? Place(range: segments[index], name: .name("path")) : nil
    }

    // MARK: Whole links

    private func isLink(_ text: MappedText) -> Bool { ValueForm.of(text.bytes.span) == .link }

    func whole(_ text: MappedText, _ place: Place) -> WrappedLink? {
        isLink(text) ? WrappedLink(text: text, range: place.range, name: place.name) : nil
    }

    /// Puts `https://` in front of a link without a scheme.
    private func bare(_ text: MappedText, _ place: Place) -> WrappedLink? {
        if let link = whole(text, place) { return link }
        return withScheme("https", text).map { WrappedLink(text: $0, range: place.range, name: place.name) }
    }

    private func withScheme(_ scheme: String, _ text: MappedText) -> MappedText? {
        guard let first = text.bytes.first, ByteClass.isLetterOrDigit(first) || first == UInt8(ascii: "[") else { return nil }
        // The wrapper does not contain the added bytes, so a repair cannot change them.
        return text.behind(scheme == "http" ? "http://" : "https://", isPacked: true)
    }

    /// Returns the link at a range that is written as it is, or encoded as a whole.
    private func asWritten(_ range: Range<Int>, _ name: LayerName) -> WrappedLink? {
        let written = text.slice(range)
        if isLink(written) { return WrappedLink(text: written, range: range, name: name, isVerbatim: true, takesQuery: true) }
        let decoded = text.percentDecoded(range)
        return isLink(decoded) ? WrappedLink(text: decoded, range: range, name: name, takesQuery: true) : nil
    }

    private func query() -> WrappedLink? {
        if let query = url.components.query, !query.isEmpty { return asWritten(query.lowerBound..<bytes.count, .name("query")) }
        let path = url.components.path
        guard let sign = path.dropLast(3).first(where: { bytes.hasLetters("%3f", at: $0) }) else { return nil }
        return asWritten(sign + 3..<path.upperBound, .name("query"))
    }

    private func tail(behind count: Int, _ scheme: String) -> WrappedLink? {
        // Without the time of an archived copy, the link comes a segment earlier: /web/https://a.example, /web/a.example.
        let starts = segments.prefix(count + 1).dropFirst()
        if let link = starts.firstResult({ asWritten($0.lowerBound..<bytes.count, .name("path")) }) { return link }
        // A host has a dot: /amp/help is no page of another site.
        guard let host = starts.first(where: { bytes[$0].contains(UInt8(ascii: ".")) }) else { return nil }
        return rest(host.lowerBound, adding: scheme)
    }

    /// Returns the link that begins at `start` in the wrapper, with a scheme in front.
    private func rest(_ start: Int, adding scheme: String) -> WrappedLink? {
        let range = start..<bytes.count
        return withScheme(scheme, text.slice(range)).map {
            WrappedLink(text: $0, range: range, name: .name("path"), isVerbatim: true, takesQuery: true)
        }
    }

    private func between(_ mark: String) -> WrappedLink? {
        let length = mark.utf8.count
        let places = bytes.indices.dropLast(length).filter { bytes[$0...].starts(with: mark.utf8) }
        guard let first = places.first, let last = places.last, first + length <= last else { return nil }
        return asWritten(first + length..<last, .name("path"))
    }

    private func behind(_ beginning: String) -> WrappedLink? {
        let length = beginning.utf8.count
        guard
            let start = bytes.indices.dropLast(length).first(where: { index in
                zip(bytes[index...], beginning.utf8).allSatisfy { ByteClass.lowered($0) == ByteClass.lowered($1) }
            })
        else { return nil }
        return asWritten(start + length..<bytes.count, .name("path"))
    }

    private func renamed(_ scheme: String) -> WrappedLink? {
        // A host has a dot: googlechrome://navigate?url=… is no page.
        guard let host = url.components.host, bytes[host].contains(UInt8(ascii: ".")), let own = url.components.scheme else { return nil }
        return rest(own.upperBound + 3, adding: scheme)
    }

    private func piece(_ beginning: String) -> WrappedLink? {
        guard let segment = segments.first(where: { bytes[$0].starts(with: beginning.utf8) }) else { return nil }
        let range = segment.lowerBound + beginning.utf8.count..<segment.upperBound
        return whole(text.percentDecoded(range), Place(range: range, name: .name("path")))
    }

    /// Returns the query in a value, with a `?` before it, so that it reads as a query.
    private func parameters(_ place: Place) -> WrappedLink? {
        let value = text.percentDecoded(place.range)
        guard value.bytes.contains(UInt8(ascii: "=")), !isLink(value) else { return nil }
        return WrappedLink(text: value.behind("?"), range: place.range, name: place.name, isQuery: true)
    }

    private func withoutSignature(_ value: MappedText) -> MappedText {
        let length = 27
        guard value.count > length, value.bytes[value.count - length - 1] == UInt8(ascii: ":"),
            value.bytes.suffix(length).allSatisfy(Base64.isLetter)
        else { return value }
        return value.slice(0..<value.count - length - 1)
    }

    /// Decodes `&amp;` and other character references.
    private func unescaped(_ value: MappedText) -> MappedText {
        guard value.bytes.contains(UInt8(ascii: "&")) else { return value }
        let decoded = HTMLText.decoded(TracedText(value.bytes))
        guard decoded.count < value.count else { return value }
        var builder = MappedText.Builder(from: value, capacity: decoded.count, isPacked: true)
        for (index, byte) in decoded.bytes.enumerated() { builder.append(byte, from: decoded.source(of: index..<index + 1)) }
        return builder.text
    }
}

extension MappedText {
    /// Returns the text with a prefix that is not in the link, such as `?`.
    func behind(_ own: StaticString, isPacked: Bool = false) -> MappedText {
        var builder = Builder(from: self, capacity: count + own.utf8CodeUnitCount, isPacked: isPacked)
        builder.append(own: own, at: 0..<0)
        builder.append(outer: 0..<count)
        return builder.text
    }
}
