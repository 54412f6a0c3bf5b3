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

/// The links and the comments of an HTML page.
enum HTMLPage {
    /// Returns the page with spaces in the place of comments, so that everything else keeps its place.
    static func withoutComments(_ bytes: [UInt8]) -> TracedText {
        var page = bytes
        var index = 0
        while let start = page.place(of: "<!--", in: index..<page.count) {
            index = page.place(of: "-->", in: start + 4..<page.count).map { $0 + 3 } ?? page.count
            for place in start..<index where !ByteClass.isLineEnd(page[place]) { page[place] = 0x20 }
        }
        return TracedText(page)
    }

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

extension SourceText {
    /// Returns the texts in a program, without its comments.
    static func all(inProgram bytes: [UInt8], _ path: String) -> [SourceText] {
        let source = TracedText(bytes)
        return ProgramText.all(in: SourceFile(path, bytes)).compactMap { literal in
            var text = SourceText(literal, of: source)
            text.continues = isJoined(literal, in: bytes)
            return text.text.isEmpty ? nil : text
        }
    }

    private init(_ literal: ProgramText, of source: TracedText) {
        self.init(text: TracedText(), isValue: true)
        for part in literal.parts {
            switch part {
            case .hole(let range):
                text.append([Self.placeholder], for: range, of: source)
                holes.append(range)
            case .piece(let range, true): text.append(source, range)
            case .piece(let range, false):
                let decoded = source.decoding(range, where: { $0 == UInt8(ascii: "\\") }) { place in
                    let mark = place + 1 + literal.hashes
                    guard source.bytes[(place + 1)...].prefix(literal.hashes).allSatisfy({ $0 == UInt8(ascii: "#") }),
                        let escape = LiteralEscape(in: source.bytes, at: mark), escape.end <= range.upperBound
                    else { return nil }
                    return (escape.meaning, escape.end - place)
                }
                if let decoded { text.append(decoded, 0..<decoded.count) } else { text.append(source, range) }
            }
        }
    }

    /// Returns whether the program appends something to a text.
    private static func isJoined(_ literal: ProgramText, in bytes: [UInt8]) -> Bool {
        let rest = bytes[literal.end...].prefix(200).drop(while: ByteClass.isBlank)
        guard let next = rest.first else { return false }
        return "+%".utf8.contains(next) || literal.joinsNext && "\"'".utf8.contains(next)
    }
}

/// The parts of a link that a program replaces: `{id}`, `${id}`, `%s`, `%1$@`, `%(id)s`, `*`, `$HOST`.
enum TemplateHoles {
    private static let longest = 80

    /// Returns a link with a placeholder letter for each such part, and adds their places in the file to `holes`.
    static func filled(_ link: TracedText, _ holes: inout [Range<Int>]) -> TracedText {
        let bytes = link.bytes
        var found: [Range<Int>] = []
        let filled = link.decoding(0..<bytes.count, where: { "{$#%*".utf8.contains($0) }) { place in
            guard let end = end(of: place, in: bytes) else { return nil }
            found.append(link.source(of: place..<end))
            return ([SourceText.placeholder], end - place)
        }
        holes += found
        return filled ?? link
    }

    private static func end(of start: Int, in bytes: [UInt8]) -> Int? {
        switch bytes[start] {
        case UInt8(ascii: "*"): return start + 1
        case UInt8(ascii: "{"): return closing(start, "}", in: bytes)
        case UInt8(ascii: "#"):
            return start + 1 < bytes.count && bytes[start + 1] == UInt8(ascii: "{") ? closing(start + 1, "}", in: bytes) : nil
        case UInt8(ascii: "$"):
            guard start + 1 < bytes.count else { return nil }
            if bytes[start + 1] == UInt8(ascii: "{") { return closing(start + 1, "}", in: bytes) }
            if bytes[start + 1] == UInt8(ascii: "(") { return closing(start + 1, ")", in: bytes) }
            var end = start + 1
            while end < bytes.count, bytes[end] == UInt8(ascii: "_") || bytes[end] &- UInt8(ascii: "A") < 26 { end += 1 }
            return end > start + 2 ? end : nil
        default: return format(start, in: bytes)
        }
    }

    /// Returns the place after the closing bracket. Raw JSON in a link is no template.
    private static func closing(_ start: Int, _ bracket: Unicode.Scalar, in bytes: [UInt8]) -> Int? {
        var depth = 0
        for index in start..<min(bytes.count, start + longest) {
            if bytes[index] == UInt8(ascii: "\"") { return nil }
            if bytes[index] == bytes[start] { depth += 1 }
            if bytes[index] == UInt8(ascii: bracket) { depth -= 1 }
            if depth == 0 { return index + 1 }
        }
        return nil
    }

    /// Returns the end of a format specifier. `%d0` is an escape, as in any link.
    private static func format(_ start: Int, in bytes: [UInt8]) -> Int? {
        if PercentCoding.escape(in: bytes.span, at: start, end: bytes.count) != nil { return nil }
        var index = start + 1
        guard index < bytes.count else { return nil }
        if bytes[index] == PercentCoding.percent { return index + 1 }
        if bytes[index] == UInt8(ascii: "(") { index = closing(index, ")", in: bytes) ?? bytes.count }
        if index < bytes.count, bytes[index] == UInt8(ascii: "{") { return closing(index, "}", in: bytes) }
        let limit = min(bytes.count, index + 16)
        while index < limit, ByteClass.isDigit(bytes[index]) || "$-+ .lhzqj".utf8.contains(bytes[index]) { index += 1 }
        guard index < limit, "@sSdDiuUfFgGeExXcCpboaA".utf8.contains(bytes[index]) else { return nil }
        return index + 1
    }
}

/// How a file is read, by its name.
enum SourceLanguage {
    /// A program, or JSON.
    case code
    case markdown, html, yaml
    /// Commands, which may open links: of a POSIX shell, and of those of Windows.
    case shell, batch
    /// What an app of Android or iOS declares.
    case declarations
    case xml
    case appleAssociations, assetLinks

    /// Creates the language of a file; nil if linkscope does not read such files.
    init?(path: String) {
        let parts = path.lowercased().split(separator: "/").suffix(2)
        let name = parts.last.map(String.init) ?? ""
        switch name {
        case "androidmanifest.xml": self = .declarations
        case _ where parts.first == "navigation" && name.hasSuffix(".xml"): self = .declarations
        case "strings.xml" where parts.first?.hasPrefix("values") == true: self = .declarations
        case "makefile", "fastfile", "justfile": self = .shell
        case "apple-app-site-association", "apple-app-site-association.json": self = .appleAssociations
        case "assetlinks.json": self = .assetLinks
        default:
            guard let dot = name.lastIndex(of: "."), let language = Self.byExtension[String(name[name.index(after: dot)...])] else {
                return nil
            }
            self = language
        }
    }

    private static let byExtension: [String: SourceLanguage] = {
        var languages: [String: SourceLanguage] = [
            "md": .markdown, "markdown": .markdown, "html": .html, "htm": .html, "xhtml": .html, "vue": .html, "svelte": .html,
            "yaml": .yaml, "yml": .yaml, "plist": .declarations, "entitlements": .declarations, "xml": .xml,
            "sh": .shell, "bash": .shell, "zsh": .shell, "mk": .shell, "bat": .batch, "cmd": .batch, "ps1": .batch, "rst": .markdown,
        ]
        for ending in [
            "swift", "kt", "kts", "java", "groovy", "gradle", "js", "jsx", "mjs", "cjs", "ts", "tsx", "mts", "cts", "dart", "c", "h", "m",
            "mm", "cc", "cpp", "hpp", "py", "json", "strings", "cs",
        ] { languages[ending] = .code }
        return languages
    }()
}
