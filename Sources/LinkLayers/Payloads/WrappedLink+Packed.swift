import AppLinks
import Bytes
import JSONDocument
import Secrets

// Links in base64, in JSON, and in the codings of single services. These codings cannot be edited in place, so there is
// no repair.

extension WrapperReader {
    // MARK: Base64

    func base64(_ value: MappedText, after prefix: String, _ place: Place) -> WrappedLink? {
        guard value.bytes.starts(with: prefix.utf8) else { return nil }
        return decoded(value, prefix.utf8.count..<value.count).flatMap { whole($0, place) }
    }

    /// Returns a range decoded from base64 in either alphabet, or nil if it is not base64.
    private func decoded(_ text: MappedText, _ range: Range<Int>) -> MappedText? {
        var end = range.upperBound
        while end > range.lowerBound, text.bytes[end - 1] == UInt8(ascii: "=") { end -= 1 }
        guard text.bytes[range.lowerBound..<end].allSatisfy(Base64.isLetter) else { return nil }
        var builder = MappedText.Builder(from: text, capacity: range.count / 4 * 3, isPacked: true)
        builder.append(base64: range.lowerBound..<end)
        return builder.text
    }

    /// Follows the members of JSON in base64, after which a period and a signature may follow. Each member but the last holds JSON again.
    func json(_ value: MappedText, _ members: [String], _ place: Place) -> WrappedLink? {
        let end = value.bytes.firstIndex(of: UInt8(ascii: ".")) ?? value.count
        guard var text = decoded(value, 0..<end) else { return nil }
        for member in members {
            guard let range = JSONDocument(text.bytes).root?[member]?.contentRange else { return nil }
            text = text.jsonDecoded(range)
        }
        return whole(text, place)
    }

    /// Reads a message of Google News: two numbers, and then the link with its length before it.
    func newsArticle() -> WrappedLink? {
        guard let segment = segments.last, let message = decoded(text, segment), message.count > 4 else { return nil }
        let linkTag: UInt8 = 0x22
        guard let tag = message.bytes.prefix(4).firstIndex(of: linkTag) else { return nil }
        var (length, shift, index) = (0, 0, tag + 1)
        while index < message.count, shift < 21 {
            let byte = message.bytes[index]
            length |= Int(byte & 0x7F) << shift
            index += 1
            shift += 7
            if byte < 0x80 { break }
        }
        guard length > 0, index + length <= message.count else { return nil }
        return whole(message.slice(index..<index + length), Place(range: segment, name: .name("path")))
    }

    // MARK: Proofpoint

    /// Reads `-XX` as an escape and `_` as a slash.
    func proofpoint2(_ range: Range<Int>) -> MappedText {
        var builder = MappedText.Builder(from: text, capacity: range.count, isPacked: true)
        var index = range.lowerBound
        while index < range.upperBound {
            let isWhole = index + 2 < range.upperBound
            let (byte, length) = HyphenCoding.read(bytes[index], isWhole ? bytes[index + 1] : 0, isWhole ? bytes[index + 2] : 0)
            builder.append(byte, from: index..<index + length)
            index += length
        }
        return builder.text
    }

    /// Reads `__T__;B!…`. See ``AsteriskCoding``.
    func proofpoint3() -> WrappedLink? {
        guard let start = bytes.place(of: "__", in: url.components.path.lowerBound..<bytes.count).map({ $0 + 2 }),
            let coding = ByteView.with(bytes.span, { AsteriskCoding($0, at: start) }), coding.isComplete
        else { return nil }
        let target = text.percentDecoded(coding.link)
        var builder = MappedText.Builder(from: target, capacity: target.count, isPacked: true)
        let isWhole = ByteView.with(target.bytes.span) { text in
            coding.decode(0..<text.count, in: text) { builder.append($0, from: $1) }
        }
        guard var link = whole(builder.text, Place(range: coding.link, name: .name("path"))) else { return nil }
        link.isDamaged = !isWhole
        link.takesQuery = true
        return link
    }

    // MARK: Discord

    /// Puts a link together from its segments: `…/%3Fw=1/https/a.example/i.png` is `https://a.example/i.png?w=1`.
    func discordPicture() -> WrappedLink? {
        let segments = segments.dropFirst(2)
        guard let first = segments.first, let last = segments.last else { return nil }
        let hasQuery = bytes.hasLetters("%3f", at: first.lowerBound)
        let rest = hasQuery ? segments.dropFirst() : segments
        guard let scheme = rest.first, SchemeName.isWeb(bytes, scheme), let host = rest.dropFirst().first else { return nil }
        var builder = MappedText.Builder(from: text, capacity: bytes.count, isPacked: true)
        builder.append(outer: scheme)
        builder.append(own: "://", at: scheme.upperBound..<host.lowerBound)
        builder.append(outer: host.lowerBound..<last.upperBound)
        if hasQuery {
            var index = first.lowerBound
            while index < first.upperBound {
                let start = index
                builder.append(PercentCoding.next(in: bytes.span, at: &index, end: first.upperBound), from: start..<index)
            }
        }
        return whole(builder.text, Place(range: first.lowerBound..<last.upperBound, name: .name("path")))
    }

    // MARK: Google Translate

    /// Puts a link together from a host in which `-` stands for a period and `--` for `-`, the path, and the parameters that are not the
    /// wrapper's own: `https://my--shop-example.translate.goog/x?a=1&_x_tr_sl=de` is `https://my-shop.example/x?a=1`.
    func dashedHost(of service: Service) -> WrappedLink? {
        guard let host = url.components.host, let dot = host.first(where: { bytes[$0] == UInt8(ascii: ".") }) else { return nil }
        let label = host.lowerBound..<dot
        var isPlain = false
        var query: [Range<Int>] = []
        for component in url.query.components {
            let item = component.item
            let name = url.query.decoded.bytes(component.name)
            // Google names further codings of the host in this parameter.
            if name.elementsEqual("_x_tr_enc".utf8) { return nil }
            if name.elementsEqual("_x_tr_sch".utf8) { isPlain = item.value.map { bytes.isWord("http", in: $0) } ?? false }
            if !service.owns(name) { query.append(item.range) }
        }
        var builder = MappedText.Builder(from: text, capacity: bytes.count, isPacked: true)
        builder.append(own: isPlain ? "http://" : "https://", at: label.lowerBound..<label.lowerBound)
        var hasDot = false
        var index = label.lowerBound
        while index < label.upperBound {
            let start = index
            let isHyphen = bytes[index] == UInt8(ascii: "-")
            let isTwice = isHyphen && bytes.has("--", at: index, before: label.upperBound)
            index += isTwice ? 2 : 1
            hasDot = hasDot || isHyphen && !isTwice
            builder.append(isHyphen && !isTwice ? UInt8(ascii: ".") : bytes[start], from: start..<index)
        }
        guard hasDot else { return nil }
        builder.append(outer: url.components.path)
        for (place, range) in query.enumerated() {
            builder.append(own: place == 0 ? "?" : "&", at: range.lowerBound..<range.lowerBound)
            builder.append(outer: range)
        }
        if let fragment = url.components.fragment { builder.append(outer: fragment.lowerBound - 1..<fragment.upperBound) }
        guard var link = whole(builder.text, Place(range: label.lowerBound..<bytes.count, name: .name("host"))) else { return nil }
        link.takesQuery = true
        return link
    }
}
