import AppLinks
import Bytes

/// Finds what is wrong with the beginning of a link that was typed by hand, truncated, or defanged.
///
///    hxxps://shop[.]example/x     https://shop.example/x      defanged
///    https//shop.example/x        https://shop.example/x      a colon is missing
///    https:/shop.example/x        https://shop.example/x      a slash is missing
///    https:://shop.example/x      https://shop.example/x      an extra colon
///    http:\\shop.example\x        http://shop.example/x       backslashes
///    https:\/\/shop.example\/x    https://shop.example/x      slashes as JSON may write them
///    https://shop.example\x       https://shop.example/x      a backslash after the host
///    http://https://shop.example  https://shop.example        two schemes
///    shop://shop://item/7         shop://item/7               the scheme twice
///    ttps://shop.example/x        https://shop.example/x      a letter is missing
///    my_app://x                   my-app://x                  a scheme has no such character
///    shop.example/x               https://shop.example/x      the scheme is missing
package enum MalformedStart {
    /// Returns the first of these mistakes. Most links begin with a scheme and `://`, so nothing else is looked at.
    package static func finding(in bytes: [UInt8]) -> Finding? {
        guard !bytes.isEmpty, bytes.count <= 1 << 16 else { return nil }
        if let finding = defanged(bytes) ?? webStart(bytes) ?? misspelled(bytes) { return encrypting(finding, bytes) }
        return repeatedScheme(bytes) ?? illegalScheme(bytes) ?? bareHost(bytes)
    }

    /// Extends the repair of a link with http so that the link then uses https, as the repair of a well-formed link does.
    private static func encrypting(_ finding: Finding, _ bytes: [UInt8]) -> Finding {
        guard var repair = finding.repair, let first = repair.edits.first else { return finding }
        let meant = script(repair.edits, bytes)
        guard meant.has("http://", at: 0, before: meant.count), let components = URLSplitter.split(meant.span)?.components,
            let host = components.host, !host.isEmpty, HostFindings.needsEncryption(meant, host),
            HostFindings.mayUseEncryption(meant, host, components.port)
        else { return finding }
        let scheme = "http".utf8.count
        if first.utf8.starts(with: "http".utf8) {
            repair.edits[0].utf8.insert(UInt8(ascii: "s"), at: scheme)
        } else if first.place.lowerBound == scheme {
            repair.edits[0].utf8.insert(UInt8(ascii: "s"), at: 0)
        } else {
            repair.edits.insert(LinkRepair.Edit(scheme..<scheme, "s".utf8), at: 0)
        }
        repair.summary += " Use https."
        var finding = finding
        finding.repair = repair
        return finding
    }

    // MARK: Defanged

    private static let brackets: [(StaticString, StaticString)] = [
        ("[.]", "."), ("(.)", "."), ("{.}", "."), ("[dot]", "."), ("(dot)", "."), ("[:]", ":"), ("[://]", "://"), ("[:]//", "://"),
        ("[/]", "/"), ("[at]", "@"), ("[@]", "@"),
    ]

    /// Returns whether a byte may begin the brackets of a defanged link.
    static func isBracket(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "[") || byte == UInt8(ascii: "(") || byte == UInt8(ascii: "{")
    }

    private static let schemes: [(StaticString, StaticString)] = [
        ("hxxps", "https"), ("hxxp", "http"), ("h**ps", "https"), ("h**p", "http"), ("meows", "https"), ("meow", "http"),
    ]

    /// Returns whether a text is a link whose own scheme or host is defanged.
    package static func isDefanged(_ bytes: [UInt8]) -> Bool { bytes.count <= 1 << 16 && defanged(bytes) != nil }

    private static func defanged(_ bytes: [UInt8]) -> Finding? {
        var (edits, hasScheme) = restored(bytes)
        guard let first = edits.first else { return nil }
        if !hasScheme {
            guard !bytes.contains(where: { $0 <= 0x20 }), isHost(script(edits, bytes)) else { return nil }
            edits.insert(LinkRepair.Edit(0..<0, "https://".utf8), at: 0)
        }
        let message = "The link is defanged (hxxp, [.]), so no app or browser opens it."
        return Finding(.defanged, message, range: first.place, repair: LinkRepair("Restore the link.", edits))
    }

    /// Returns the edits that restore a text that begins with a defanged scheme or host, and whether the text begins with a scheme. Returns
    /// no edits for any other text.
    static func restored(_ bytes: [UInt8]) -> (edits: [LinkRepair.Edit], hasScheme: Bool) {
        var edits: [LinkRepair.Edit] = []
        let scheme = restoreScheme(bytes, at: 0, &edits)
        let hasScheme = scheme != nil || bytes.hasLetters("http", at: 0)
        var index = restoreHost(bytes, from: scheme ?? 0, slashes: hasScheme ? 3 : 1, &edits)
        guard !edits.isEmpty else { return ([], hasScheme) }
        // The rest of the link, and the links in it, may be defanged as well.
        while index < bytes.count {
            index = restoreScheme(bytes, at: index, &edits) ?? restoreBracket(bytes, at: index, &edits)?.end ?? index + 1
        }
        return (edits, hasScheme)
    }

    /// Adds the edit that restores a scheme. Returns where the scheme ends, or nil if no defanged scheme begins here.
    private static func restoreScheme(_ bytes: [UInt8], at start: Int, _ edits: inout [LinkRepair.Edit]) -> Int? {
        for (written, meant) in schemes where bytes.hasLetters(written, at: start) {
            let end = start + written.utf8CodeUnitCount
            guard bytes.hasLetters(":", at: end) || bytes.hasLetters("[:", at: end) || bytes.hasLetters("//", at: end) else { continue }
            edits.append(LinkRepair.Edit(start..<end, "\(meant)".utf8))
            return end
        }
        return nil
    }

    /// Adds the edit that restores a sign in brackets. Returns where the brackets end and what they mean, or nil if no such brackets begin
    /// here.
    private static func restoreBracket(
        _ bytes: [UInt8], at start: Int, _ edits: inout [LinkRepair.Edit]
    ) -> (end: Int, meant: StaticString)? {
        guard isBracket(bytes[start]), let (written, meant) = brackets.first(where: { bytes.hasLetters($0.0, at: start) }) else {
            return nil
        }
        let end = start + written.utf8CodeUnitCount
        edits.append(LinkRepair.Edit(start..<end, "\(meant)".utf8))
        return (end, meant)
    }

    /// Adds the edits that restore the text before the path. Returns where this text ends.
    private static func restoreHost(_ bytes: [UInt8], from start: Int, slashes most: Int, _ edits: inout [LinkRepair.Edit]) -> Int {
        var slashes = 0
        var index = start
        while index < bytes.count, slashes < most, bytes[index] > 0x20, !"?&#".utf8.contains(bytes[index]) {
            if let (end, meant) = restoreBracket(bytes, at: index, &edits) {
                index = end
                slashes += "\(meant)".utf8.count { $0 == UInt8(ascii: "/") }
            } else {
                if bytes[index] == UInt8(ascii: "/") { slashes += 1 }
                index += 1
            }
        }
        return index
    }

    private static func script(_ edits: [LinkRepair.Edit], _ bytes: [UInt8]) -> [UInt8] {
        var script = EditScript(count: bytes.count)
        script.take(LinkRepair("", edits))
        return script.applied(to: bytes)
    }

    // MARK: Slashes and colons

    /// Finds `https` and `http` without a proper `://` behind it.
    private static func webStart(_ bytes: [UInt8]) -> Finding? {
        let scheme: StaticString = bytes.hasLetters("https", at: 0) ? "https" : "http"
        guard bytes.hasLetters(scheme, at: 0) else { return nil }
        let start = scheme.utf8CodeUnitCount
        var end = start
        while end < bytes.count, end < start + 6, ":;/\\".utf8.contains(bytes[end]) { end += 1 }
        let signs = bytes[start..<end]
        if signs.elementsEqual("://".utf8) { return secondScheme(bytes, end) ?? backslash(bytes, end) }
        guard end > start, end < bytes.count else { return nil }
        guard isHost(Array(bytes[end...])), signs.first == UInt8(ascii: ":") || signs.count > 1 else { return nil }
        var edits = [LinkRepair.Edit(start..<end, "://".utf8)]
        if isEscaped(signs) {
            edits += (end..<bytes.count).filter { bytes.has("\\/", at: $0, before: bytes.count) }.map { LinkRepair.Edit($0..<$0 + 1, []) }
        } else if signs.contains(UInt8(ascii: "\\")) {
            edits += slashes(bytes, from: end)
        }
        let fault = fault(of: signs, scheme)
        let message = "\(fault) Browsers may correct this; apps reject the link."
        return Finding(.malformedStart, message, range: 0..<end, repair: LinkRepair("Write ://.", edits))
    }

    /// Says what is wrong with the signs after a scheme.
    private static func fault(of signs: ArraySlice<UInt8>, _ scheme: StaticString) -> String {
        if isEscaped(signs) { return "The slashes of the link are escaped as in JSON (\\/)." }
        if signs.contains(UInt8(ascii: "\\")) { return "The link has backslashes instead of slashes after \(scheme)." }
        if signs.first == UInt8(ascii: ";") { return "The link has a semicolon instead of a colon after \(scheme)." }
        if signs.first != UInt8(ascii: ":") { return "The colon after \(scheme) is missing." }
        if signs.count(where: { $0 == UInt8(ascii: ":") }) > 1 { return "The link has an extra colon after \(scheme)." }
        if signs.count > 3 { return "The link has too many slashes after \(scheme)." }
        return signs.count == 1 ? "The slashes after \(scheme) are missing." : "A slash after \(scheme) is missing."
    }

    private static func isEscaped(_ signs: ArraySlice<UInt8>) -> Bool { signs.elementsEqual(#":\/\/"#.utf8) }

    /// Finds the backslash of `https://shop.example\x`. Behind a user name, it hides the host, which has a finding of its own.
    private static func backslash(_ bytes: [UInt8], _ start: Int) -> Finding? {
        let authority = bytes[start...].prefix { !"/?#".utf8.contains($0) }
        guard let place = authority.firstIndex(of: UInt8(ascii: "\\")), !authority.contains(UInt8(ascii: "@")),
            isHost(Array(bytes[start..<place]))
        else { return nil }
        let message = "The link has a backslash instead of a slash after the host. Browsers may correct this; apps reject the link."
        return Finding(.malformedStart, message, range: place..<place + 1, repair: LinkRepair("Write /.", slashes(bytes, from: start)))
    }

    /// Returns the edits that replace the backslashes before the query and the fragment.
    private static func slashes(_ bytes: [UInt8], from start: Int) -> [LinkRepair.Edit] {
        bytes[start...].prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }.indices
            .filter { bytes[$0] == UInt8(ascii: "\\") }.map { LinkRepair.Edit($0..<$0 + 1, "/".utf8) }
    }

    /// Finds the second `https` of `http://https://shop.example` and `https://https//shop.example`.
    private static func secondScheme(_ bytes: [UInt8], _ start: Int) -> Finding? {
        let scheme: StaticString = bytes.hasLetters("https", at: start) ? "https" : "http"
        guard bytes.hasLetters(scheme, at: start) else { return nil }
        let signs = start + scheme.utf8CodeUnitCount
        var end = signs
        while end < bytes.count, end < signs + 4, ":;/\\".utf8.contains(bytes[end]) { end += 1 }
        guard end - signs >= 2, isHost(Array(bytes[end...])) else { return nil }
        let message = "The link has two schemes, so it leads to a host named \"\(scheme)\"."
        let repair = LinkRepair("Write \(scheme):// once.", 0..<end, "\(scheme)://".utf8)
        return Finding(.malformedStart, message, range: 0..<end, repair: repair)
    }

    /// Finds the second scheme of `shop://shop://item/7`. A program put the scheme before a link that had it already.
    private static func repeatedScheme(_ bytes: [UInt8]) -> Finding? {
        guard let end = SchemeName.end(in: bytes.span), let again = startOfRepeatedScheme(bytes, 0..<end) else { return nil }
        let message = "The link has its scheme twice, so an app reads the second one as the host."
        return Finding(.malformedStart, message, range: 0..<again + end + 3, repair: LinkRepair("Write the scheme once.", 0..<again, []))
    }

    /// Returns the place of the second scheme if the link begins with its scheme and `://` twice.
    static func startOfRepeatedScheme(_ bytes: [UInt8], _ scheme: Range<Int>) -> Int? {
        let again = scheme.upperBound + 3
        guard bytes.has("://", at: scheme.upperBound, before: bytes.count),
            bytes.has("://", at: again + scheme.count, before: bytes.count),
            zip(scheme, again...).allSatisfy({ ByteClass.lowered(bytes[$0]) == ByteClass.lowered(bytes[$1]) })
        else { return nil }
        return again
    }

    /// Finds `ttps://shop.example` and similar mistakes in the names of the web's schemes.
    private static func misspelled(_ bytes: [UInt8]) -> Finding? {
        guard let colon = bytes.prefix(8).firstIndex(of: UInt8(ascii: ":")), bytes.hasLetters("://", at: colon),
            misspellings.contain(bytes.span, 0..<colon), isHost(Array(bytes[(colon + 3)...]))
        else { return nil }
        let scheme: StaticString = bytes[..<colon].contains { $0 | 0x20 == UInt8(ascii: "s") } ? "https" : "http"
        let message = "The scheme is misspelled: \(scheme) was probably meant. No browser opens the link."
        return Finding(.malformedStart, message, range: 0..<colon, repair: LinkRepair("Write \(scheme).", 0..<colon, "\(scheme)".utf8))
    }

    private static let misspellings: [StaticString] = [
        "ttps", "ttp", "tps", "htps", "htp", "hhttps", "hhttp", "htttps", "htttp", "httpss", "httpps", "httpp", "httsp", "hptts", "thtps",
        "htpps", "htpp", "httos", "hthtps", "htts",
    ]

    // MARK: Schemes

    /// Finds a character before `://` that a scheme must not have.
    private static func illegalScheme(_ bytes: [UInt8]) -> Finding? {
        let limit = min(bytes.count, 65)
        guard let colon = (1..<max(1, limit)).first(where: { bytes.has("://", at: $0, before: bytes.count) }) else {
            return missingColon(bytes)
        }
        // If one of these characters comes before the ://, the text contains a link but does not begin with a misspelled scheme.
        return bytes[..<colon].contains { "/?#=&%:|,;\"'<>{}[]()".utf8.contains($0) } ? nil : illegalScheme(bytes, 0..<colon)
    }

    /// Finds a character in a scheme that a scheme must not have.
    static func illegalScheme(_ bytes: [UInt8], _ range: Range<Int>) -> Finding? {
        let scheme = bytes[range]
        let isAllowed = { (index: Int) in
            ByteClass.isSchemeTail(bytes[index]) && (index > range.lowerBound || ByteClass.isLetter(bytes[index]))
        }
        guard let place = range.first(where: { !isAllowed($0) }) else { return nil }
        let edits = range.compactMap { index -> LinkRepair.Edit? in
            switch bytes[index] {
            case UInt8(ascii: "_"): LinkRepair.Edit(index..<index + 1, "-".utf8)
            case 0x20: LinkRepair.Edit(index..<index + 1, [])
            default: nil
            }
        }
        let isWhole = range.allSatisfy { isAllowed($0) || "_ ".utf8.contains(bytes[$0]) }
        guard scheme.contains(where: ByteClass.isLetter) else { return nil }
        let message =
            "The scheme contains a character that is not allowed: a scheme begins with a letter and continues with letters, digits, +, - and dots. Browsers and iOS reject the link."
        let summary =
            scheme.contains(UInt8(ascii: "_"))
            ? "Write - instead of _; the app must claim the scheme in the same spelling." : "Remove the spaces."
        let repair = isWhole && !edits.isEmpty ? LinkRepair(summary, edits) : nil
        return Finding(.malformedStart, message, range: place..<place + 1, repair: repair)
    }

    /// Finds `shop//item/7`.
    private static func missingColon(_ bytes: [UInt8]) -> Finding? {
        guard let first = bytes.first, ByteClass.isLetter(first) else { return nil }
        var end = 1
        while end < bytes.count, end < 32, ByteClass.isLetterOrDigit(bytes[end]) || bytes[end] == UInt8(ascii: "-") { end += 1 }
        guard end >= 2, bytes.has("//", at: end, before: bytes.count), end + 2 < bytes.count,
            !bytes.contains(where: { $0 <= 0x20 }), ByteClass.isLetterOrDigit(bytes[end + 2])
        else { return nil }
        let message = "The colon after the scheme is missing: no app or browser can open the link."
        return Finding(.malformedStart, message, range: 0..<end + 2, repair: LinkRepair("Write ://.", end..<end, ":".utf8))
    }

    // MARK: Hosts

    /// Finds a host without a scheme: `shop.example/x`, `localhost:3000/x`.
    private static func bareHost(_ bytes: [UInt8]) -> Finding? {
        guard !bytes.contains(where: { $0 <= 0x20 }), isHost(bytes) && !isFile(bytes) || isNameWithPort(bytes) else { return nil }
        // A server in the user's own network or without a name rarely supports TLS.
        let host = 0..<(bytes.firstIndex { "/?#:\\".utf8.contains($0) } ?? bytes.count)
        let isLocal =
            !bytes[host].contains(UInt8(ascii: ".")) || AddressHost(bytes, host) != nil || !HostFindings.needsEncryption(bytes, host)
        let scheme = isLocal ? "http://" : "https://"
        let message = "The link has no scheme: no app or browser can open it. A link looks like scheme://host/path?name=value."
        return Finding(.noScheme, message, range: 0..<bytes.count, repair: LinkRepair("Add \(scheme) in front.", 0..<0, scheme.utf8))
    }

    /// Returns whether a text begins with a host: two labels or more, the last one of letters, or `localhost` or an address with a port.
    static func isHost(_ text: [UInt8]) -> Bool {
        let end = text.firstIndex { "/?#:\\".utf8.contains($0) } ?? text.count
        let host = text[..<end]
        guard !host.isEmpty, host.count <= 253, end == text.count || text[end] != UInt8(ascii: ":") || hasPort(text, end + 1) else {
            return false
        }
        if host.elementsEqual("localhost".utf8) { return true }
        let labels = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard labels.count >= 2, let last = labels.last, labels.allSatisfy(isLabel) else { return false }
        if last.allSatisfy({ ByteClass.isDigit($0) }) { return labels.count == 4 && labels.allSatisfy { $0.allSatisfy(ByteClass.isDigit) } }
        return last.count >= 2
            && last.allSatisfy { ByteClass.isLetter($0) || $0 >= 0x80 || $0 == UInt8(ascii: "-") || ByteClass.isDigit($0) }
    }

    /// Returns whether this is a name of one label with a port and a path: `host:8080/x`.
    private static func isNameWithPort(_ text: [UInt8]) -> Bool {
        guard let colon = text.firstIndex(of: UInt8(ascii: ":")), colon > 0, text[..<colon].allSatisfy(ByteClass.isLetter) else {
            return false
        }
        let end = text[(colon + 1)...].firstIndex { !ByteClass.isDigit($0) } ?? text.count
        return (2...5).contains(end - colon - 1) && end < text.count && text[end] == UInt8(ascii: "/")
    }

    private static func isLabel(_ label: ArraySlice<UInt8>) -> Bool {
        !label.isEmpty && label.count <= 63 && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
            && label.allSatisfy { ByteClass.isLetterOrDigit($0) || $0 == UInt8(ascii: "-") || $0 >= 0x80 }
    }

    private static func hasPort(_ text: [UInt8], _ start: Int) -> Bool {
        let end = text[start...].firstIndex { "/?#".utf8.contains($0) } ?? text.count
        return (1...5).contains(end - start) && text[start..<end].allSatisfy(ByteClass.isDigit)
    }

    /// Returns whether the text looks like the name of a file rather than a host.
    private static func isFile(_ text: [UInt8]) -> Bool {
        guard let dot = text.lastIndex(of: UInt8(ascii: ".")), !text.contains(UInt8(ascii: "/")) else { return false }
        return extensions.contain(text.span, dot + 1..<text.count)
    }

    private static let extensions: [StaticString] = [
        "html", "htm", "php", "jpg", "jpeg", "png", "gif", "svg", "pdf", "txt", "json", "jsonl", "ndjson", "xml", "js", "css", "csv", "log",
        "swift", "kt", "java", "yaml", "yml", "plist", "har",
    ]
}

/// Finds defanged links inside a link, which one finding reports.
///
///    https://a.example/r?u=hxxps%3A%2F%2Fb%5B.%5Dexample%2F
struct DefangedLinks {
    private var count = 0
    /// The path of names to the first defanged link, and its place.
    private var first: (path: String, place: Range<Int>)?
    private var edits: [LinkRepair.Edit] = []

    /// Forgets the links of the previous input.
    mutating func begin() {
        if count > 0 { self = Self() }
    }

    /// Adds the edits that restore the text of a layer, if it is defanged. A text with a defanged host is not a URL.
    mutating func take(_ layer: Layer, _ edits: LayerEdits) {
        let changes = MalformedStart.restored(edits.text.bytes).edits
        guard let change = changes.first else { return }
        count += 1
        if first == nil { first = (layer.path, edits.place(change.place)) }
        // The edits of an outer layer may already restore a link inside it.
        let known = Set(self.edits.map(\.place.lowerBound))
        self.edits += (edits.repair("", changes)?.edits ?? []).filter { !known.contains($0.place.lowerBound) }
    }

    mutating func finish(_ sink: inout FindingList) {
        // The repair of a defanged input comes first, and uncovers the links inside.
        guard let first, !sink.all.contains(where: { $0.code == .defanged }) else { return }
        let others = Finding.others(count, "link", have: ("such a form", "such a form"))
        let link = first.path.isEmpty ? "The link" : "The link in \(Quote.beginning(first.path))"
        let message = "\(link) is defanged (hxxp, [.]), so no app or browser opens it.\(others)"
        edits.sort { $0.place.lowerBound < $1.place.lowerBound }
        let repair = edits.isEmpty ? nil : LinkRepair("Restore the link.", edits)
        sink.found(Finding(.defanged, message, range: first.place, repair: repair))
    }

    /// Returns whether the scheme or the host of a text may be defanged. The brackets of an IPv6 address begin the host.
    static func mayBegin(_ bytes: [UInt8], schemeEnd: Int) -> Bool {
        let first = ByteClass.lowered(bytes[0])
        guard SchemeName.isWeb(bytes, 0..<schemeEnd) else { return first == UInt8(ascii: "h") || first == UInt8(ascii: "m") }
        for byte in bytes.dropFirst(schemeEnd + "://".utf8.count + 1) {
            switch byte {
            case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): return false
            default: if MalformedStart.isBracket(byte) { return true }
            }
        }
        return false
    }
}
