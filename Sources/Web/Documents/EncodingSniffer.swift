import Bytes

/// Finds the encoding of a page as browsers do. These sources are tried in order: the byte order mark, the header, a declaration in the
/// first 1024 bytes, and a declaration in the head. If none of them gives an encoding, the encoding is windows-1252.
enum EncodingSniffer {
    static func encoding(of bytes: [UInt8], header: String?) -> TextEncoding {
        if let marked = byteOrderMark(of: bytes) { return marked.encoding }
        if let named = header.flatMap({ TextEncoding(label: $0) }) { return named }
        var scan = MetaPrescan(bytes: bytes)
        return MetaPrescan.encoding(of: bytes.prefix(1024)) ?? scan.headLabel().flatMap(MetaPrescan.encoding(named:)) ?? .windows1252
    }

    static func byteOrderMark(of bytes: [UInt8]) -> (encoding: TextEncoding, length: Int)? {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
        if bytes.starts(with: [0xFE, 0xFF]) { return (.utf16BE, 2) }
        if bytes.starts(with: [0xFF, 0xFE]) { return (.utf16LE, 2) }
        return nil
    }
}

/// Finds the encoding that a page declares, before the page is decoded: `<meta charset>`, `<meta http-equiv=content-type>`,
/// `<?xml encoding?>`.
/// https://html.spec.whatwg.org/#prescan-a-byte-stream-to-determine-its-encoding
struct MetaPrescan {
    let bytes: [UInt8]
    var place = 0

    static func encoding(of bytes: some Sequence<UInt8>) -> TextEncoding? {
        var scan = MetaPrescan(bytes: Array(bytes))
        return (scan.xmlLabel() ?? scan.metaLabel()).flatMap(encoding(named:))
    }

    static func encoding(named label: String) -> TextEncoding? {
        guard let encoding = TextEncoding(label: label) else { return nil }
        // A page whose tags can be read byte by byte is not UTF-16, even if it declares UTF-16.
        if case .utf16 = encoding.way { return .utf8 }
        return encoding.way == .userDefined ? .windows1252 : encoding
    }

    private mutating func xmlLabel() -> String? {
        guard starts(with: "<?xml") else { return nil }
        let end = bytes.firstIndex(of: UInt8(ascii: ">")) ?? bytes.endIndex
        let declaration = String(decoding: bytes[..<end], as: UTF8.self)
        let words = declaration.split(separator: "encoding", maxSplits: 1)
        guard words.count == 2, let quote = words[1].first(where: { $0 == "\"" || $0 == "'" }) else { return nil }
        let parts = words[1].split(separator: quote, omittingEmptySubsequences: false)
        return parts.count > 2 ? String(parts[1]) : nil
    }

    private mutating func metaLabel() -> String? {
        while place < bytes.count {
            if starts(with: "<!--") {
                place += 2
                skip(past: "-->")
            } else if starts(with: "<meta"), isBlank(at: place + 5) || byte(at: place + 5) == UInt8(ascii: "/") {
                place += 5
                if let label = label() { return label }
            } else if byte(at: place) == UInt8(ascii: "<"),
                isLetter(at: place + 1) || byte(at: place + 1) == UInt8(ascii: "/") && isLetter(at: place + 2)
            {
                while place < bytes.count, !isBlank(at: place), byte(at: place) != UInt8(ascii: ">") { place += 1 }
                while attribute() != nil {}
                place += 1
            } else if starts(with: "<!") || starts(with: "</") || starts(with: "<?") {
                skip(past: ">")
            } else {
                place += 1
            }
        }
        return nil
    }

    /// Returns the label that a `meta` element declares. If several attributes have the same name, the first one counts.
    mutating func label() -> String? {
        var seen: Set<String> = []
        var isPragma = false
        var label: String?
        var needsPragma: Bool?
        while let (name, value) = attribute() {
            guard seen.insert(name).inserted else { continue }
            switch name {
            case "http-equiv": isPragma = value == "content-type"
            case "content":
                if label == nil, let found = Self.label(inContent: value) {
                    label = found
                    needsPragma = true
                }
            case "charset":
                label = value
                needsPragma = false
            default: break
            }
        }
        guard let needsPragma, !needsPragma || isPragma, let label, TextEncoding(label: label) != nil else { return nil }
        return label
    }

    /// Returns the label in a value such as `text/html; charset=utf-8`. The value is parsed less strictly than a header.
    private static func label(inContent value: String) -> String? {
        var rest = value[...]
        while let start = rest.firstRange(of: "charset") {
            rest = rest[start.upperBound...].drop { $0.isWhitespace }
            guard rest.first == "=" else { continue }
            rest = rest.dropFirst().drop { $0.isWhitespace }
            guard let quote = rest.first else { return nil }
            if quote == "\"" || quote == "'" {
                let inner = rest.dropFirst()
                return inner.firstIndex(of: quote).map { String(inner[..<$0]) }
            }
            return String(rest.prefix { !$0.isWhitespace && $0 != ";" })
        }
        return nil
    }

    /// Reads the next attribute of the tag, and converts it to lowercase. Returns nil at the end of the tag.
    mutating func attribute() -> (name: String, value: String)? {
        while isBlank(at: place) || byte(at: place) == UInt8(ascii: "/") { place += 1 }
        guard let first = byte(at: place), first != UInt8(ascii: ">") else { return nil }
        let start = place
        // The first byte always belongs to the name, even if it is `=`.
        place += 1
        while let byte = byte(at: place), !isBlank(at: place), ![UInt8(ascii: "="), UInt8(ascii: "/"), UInt8(ascii: ">")].contains(byte) {
            place += 1
        }
        let name = text(start..<place)
        let end = place
        while isBlank(at: place) { place += 1 }
        guard byte(at: place) == UInt8(ascii: "=") else {
            place = max(end, place)
            return (name, "")
        }
        place += 1
        while isBlank(at: place) { place += 1 }
        return (name, value())
    }

    private mutating func value() -> String {
        guard let first = byte(at: place), first != UInt8(ascii: ">") else { return "" }
        if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
            place += 1
            defer { place += 1 }
            return take { $0 != first }
        }
        return take { !ByteClass.isHTMLSpace($0) && $0 != UInt8(ascii: ">") }
    }

    /// Takes bytes in lowercase as long as they fulfill a condition.
    private mutating func take(while isPart: (UInt8) -> Bool) -> String {
        let start = place
        while let byte = byte(at: place), isPart(byte) { place += 1 }
        return text(start..<place)
    }

    func byte(at index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }

    func isBlank(at index: Int) -> Bool { byte(at: index).map(ByteClass.isHTMLSpace) == true }

    func isLetter(at index: Int) -> Bool { byte(at: index).map(ByteClass.isLetter) == true }

    func starts(with text: String) -> Bool {
        let end = place + text.utf8.count
        return end <= bytes.count
            && zip(bytes[place..<end], text.utf8).allSatisfy { ByteClass.lowered($0) == $1 }
    }

    mutating func skip(past end: String) {
        while place < bytes.count, !starts(with: end) { place += 1 }
        place += end.utf8.count
    }

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self).lowercased() }

    private static let headTags: Set = ["html", "head", "title", "base", "link", "style", "script", "noscript", "object"]
    private static let textTags: Set = ["title", "style", "script", "noscript"]

    /// Returns the label that the head of a page declares, even after the first 1024 bytes. As in browsers, the head ends at the first tag
    /// that is not allowed in a head. The contents of scripts, styles and titles are skipped.
    mutating func headLabel() -> String? {
        while let next = place < bytes.count ? bytes[place...].firstIndex(of: UInt8(ascii: "<")) : nil {
            place = next
            if starts(with: "<!--") {
                place += 2
                skip(past: "-->")
            } else if starts(with: "<meta"), !isNameByte(at: place + 5) {
                place += 5
                if let label = label() { return label }
            } else if isLetter(at: place + 1) {
                place += 1
                let name = take { !$0.endsTagName }
                guard Self.headTags.contains(name) else { return nil }
                while attribute() != nil {}
                if Self.textTags.contains(name) { skip(past: "</\(name)") }
            } else if starts(with: "</") {
                place += 2
                guard take(while: { !$0.endsTagName }) != "head" else { return nil }
                skip(past: ">")
            } else if starts(with: "<!") || starts(with: "<?") {
                skip(past: ">")
            } else {
                place += 1
            }
        }
        return nil
    }

    private func isNameByte(at index: Int) -> Bool { byte(at: index).map { !$0.endsTagName } == true }
}
