import Bytes
import LinkLayers
import Projects

extension XMLPieces {
    /// The texts and the values of attributes that may have links. The names of namespaces and schemas look like links but are not.
    var texts: [SourceText] {
        var texts: [SourceText] = []
        for piece in all {
            switch piece {
            case .opening(let tag):
                for attribute in tag.attributes where !Self.isNamespace(attribute.name) { add(attribute.value, &texts) }
            case .text(let range): add(range, &texts)
            case .closing: break
            }
        }
        return texts
    }

    private func add(_ range: Range<Int>, _ texts: inout [SourceText]) {
        guard bytes[range].contains(UInt8(ascii: ":")) else { return }
        texts.append(SourceText(text: text(range), isValue: true))
    }

    private static func isNamespace(_ name: String) -> Bool { name.hasPrefix("xmlns") || name.hasSuffix("chemaLocation") }
}

/// The comments of an HTML page.
enum HTMLComments {
    /// Returns the page with spaces in the place of comments, so that everything else keeps its place.
    static func blanked(_ bytes: [UInt8]) -> TracedText {
        var page = bytes
        var index = 0
        while let start = page[index...].firstIndex(of: UInt8(ascii: "<")) {
            index = start + 1
            guard page.has("<!--", at: start, before: page.count) else { continue }
            index = start + 4
            while index < page.count, !page.has("-->", at: index, before: page.count) { index += 1 }
            for place in start..<min(index + 3, page.count) where !ByteClass.isLineEnd(page[place]) { page[place] = 0x20 }
        }
        return TracedText(page)
    }
}

/// The attributes of an HTML page that hold links.
enum HTMLAttributes {
    private static let longest = 4_000

    /// Returns the place after `href=` or `src=` that follows an equals sign; nil if another attribute has the sign.
    private static func value(at sign: Int, in bytes: [UInt8]) -> Int? {
        let isLink = ["href", "src"].contains { (name: StaticString) in bytes.hasLetters(name, at: sign - name.utf8CodeUnitCount) }
        return isLink && sign + 1 < bytes.count ? sign + 1 : nil
    }

    /// Returns the page without the line ends and tabs in its links, which browsers remove.
    static func joined(_ page: TracedText) -> TracedText {
        var links: [Range<Int>] = []
        for sign in page.bytes.indices where page.bytes[sign] == UInt8(ascii: "=") {
            guard let start = value(at: sign, in: page.bytes), "\"'".utf8.contains(page.bytes[start]) else { continue }
            let end = page.bytes[(start + 1)...].prefix(longest).firstIndex(of: page.bytes[start])
            if let end { links.append(start..<end) }
        }
        let all = 0..<page.count
        return page.decoding(all, where: { ByteClass.isLineEnd($0) || $0 == 0x09 }) { place in
            let link = links.endOfPrefix { $0.lowerBound <= place } - 1
            return link >= 0 && links[link].contains(place) ? ([], 1) : nil
        } ?? page
    }

    /// Returns the findings on links in typographic quotes, which HTML takes for a part of the address.
    static func quoteFindings(in page: TracedText) -> [LintFinding] {
        page.bytes.indices.compactMap { sign in
            guard page.bytes[sign] == UInt8(ascii: "="), let start = value(at: sign, in: page.bytes),
                ["\u{201C}", "\u{201D}", "\u{201E}", "\u{2018}", "\u{2019}", "\u{2033}", "\u{AB}"].contains(where: { quote in
                    page.bytes[start...].starts(with: quote.utf8)
                })
            else { return nil }
            let message = "HTML accepts only straight quotes. The typographic quote becomes part of the address, so the link leads nowhere."
            let place = page.source(of: start..<start + (page.bytes[start] == 0xC2 ? 2 : 3))
            return LintFinding(FindingCode.malformedStart.rawValue, .error, message, at: place, repair: "Write \" in its place.")
        }
    }
}
