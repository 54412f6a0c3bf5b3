import AppLinks
import Bytes

/// Checks the authority of a link, which is the part between `//` and the path: host, port, user name and password.
enum AuthorityFindings {
    static func examine(_ edits: LayerEdits, _ url: SplitLink, isWeb: Bool, _ sink: inout FindingList) {
        let components = url.components
        if let port = components.port, !isPort(edits.text.bytes[port]) {
            let message = "The port is not a number from 1 to 65535: no server can answer there, and many apps reject the link."
            sink.found(Finding(.badPort, message, range: edits.place(port)))
        }
        guard isWeb else { return }
        guard let host = components.host, !host.isEmpty else {
            if let mistake = MalformedStart.finding(in: edits.text.bytes) { return sink.found(edits.finding(mistake)) }
            let end = components.authority?.upperBound ?? (components.scheme?.upperBound ?? 0) + 1
            let hasPath = edits.text.bytes[components.path].contains { $0 != UInt8(ascii: "/") }
            let message =
                hasPath
                ? "The host is empty: browsers use the first part of the path as the host, and apps reject the link."
                : "The host is empty, so nothing can open the link."
            sink.found(Finding(.noHost, message, range: edits.place(0..<end)))
            return
        }
        let address = AddressHost(edits.text.bytes, host).flatMap { $0.isPlain ? nil : $0 }
        let isTold = components.userInfo.map { tellUserName(edits, url, $0, address, &sink) } ?? false
        if !isTold { tellEscapedDelimiter(edits, host, &sink) }
        if let address, !isTold {
            let message =
                "The host is another spelling of the address \(address.text): browsers connect to that address, but other programs may connect elsewhere or fail."
            sink.found(Finding(.misleadingHost, message, range: edits.place(host)))
        }
        tellSign(edits, host, &sink)
    }

    /// Reports a sign that URLs allow in a host but no host name has, such as the comma of `shop,example`, and a dot with no name before it.
    private static func tellSign(_ edits: LayerEdits, _ host: Range<Int>, _ sink: inout FindingList) {
        let bytes = edits.text.bytes
        guard bytes[host.lowerBound] != UInt8(ascii: "["), let place = host.first(where: { isSign(bytes, at: $0, of: host) }) else {
            return
        }
        if bytes[place] == dot {
            let message = "The host has a dot with no name before it: no server can answer."
            let dots = host.filter { isSign(bytes, at: $0, of: host) && bytes[$0] == dot }.map { LinkRepair.Edit($0..<$0 + 1, []) }
            return edits.tell(.badHost, message, dots.count == 1 ? "Remove the dot." : "Remove the dots.", dots, &sink)
        }
        let sign = String(UnicodeScalar(bytes[place]))
        let message = "The host contains \"\(sign)\", which no host name has: no server can answer."
        if let range = trailing(bytes, from: place, of: host) {
            let repair = edits.repair("Remove the characters after the host.", [LinkRepair.Edit(range, [])])
            return sink.found(Finding(.badHost, message, range: edits.place(place..<place + 1), repair: repair))
        }
        let commas = host.filter { bytes[$0] == UInt8(ascii: ",") }.map { LinkRepair.Edit($0..<$0 + 1, ".".utf8) }
        let meant = bytes[host].map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 }
        let repair = MalformedStart.isHost(meant) ? edits.repair("Write . instead.", commas) : nil
        sink.found(Finding(.badHost, message, range: edits.place(place..<place + 1), repair: repair))
    }

    /// Returns the signs at the end of a link without a path, which came from the text around the link: `https://shop.example).`
    private static func trailing(_ bytes: [UInt8], from place: Int, of host: Range<Int>) -> Range<Int>? {
        guard host.upperBound == bytes.count, bytes[place...].allSatisfy({ $0 == dot || $0 < 0x80 && !ByteClass.isUnreserved($0) }),
            MalformedStart.isHost(Array(bytes[host.lowerBound..<place]))
        else { return nil }
        return place..<bytes.count
    }

    private static let dot = UInt8(ascii: ".")

    private static let signs = ByteSet("!$&'()*+,;=")

    private static func isSign(_ bytes: [UInt8], at index: Int, of host: Range<Int>) -> Bool {
        bytes[index] == dot ? index == host.lowerBound || bytes[index - 1] == dot : signs.contains(bytes[index])
    }

    /// Returns whether the digits are a valid port. An empty port is valid, because readers then use the default port.
    private static func isPort(_ digits: ArraySlice<UInt8>) -> Bool {
        if digits.isEmpty { return true }
        let number = digits.drop { $0 == UInt8(ascii: "0") }
        guard !number.isEmpty, number.count <= 5 else { return false }
        return number.reduce(0) { $0 * 10 + Int($1 & 15) } <= 65_535
    }

    // MARK: An invalid host

    /// Reports a user name that looks like a host or contains a backslash. Returns whether it was reported. A backslash ends the host for
    /// browsers (URL Standard, authority state) and for Android's `Uri`, but not for `java.net.URL` and Foundation's `URL`. An escaped one
    /// belongs to the user name for all of them.
    ///
    /// - Parameter address: The address that the host is another spelling of, if it is one.
    private static func tellUserName(
        _ edits: LayerEdits, _ url: SplitLink, _ userInfo: Range<Int>, _ address: AddressHost?, _ sink: inout FindingList
    ) -> Bool {
        let name = PercentCoding.decoded(edits.text.bytes.span, userInfo)
        guard let place = url.components.host, let host = url.host else { return false }
        let shown = HostName.shown(host, at: edits.place(place), sink.secrets)
        let destination = address.map { "\(shown), which is the address \($0.text)" } ?? shown
        let hasBackslash = edits.text.bytes[userInfo].contains(UInt8(ascii: "\\"))
        // The user name may be an e-mail address with an escaped @.
        let isAddress = name.contains(UInt8(ascii: "@")) && !edits.text.bytes[userInfo].contains(UInt8(ascii: "@"))
        guard hasBackslash || looksLikeHost(name[...]) && !isAddress else { return false }
        let message =
            hasBackslash
            ? "Browsers and Android read the \\ as a / and connect to the host before it; others treat that host as a user name and connect to \(destination)."
            : "The text before the @ looks like a host but is only a user name: the link goes to \(destination)."
        sink.found(Finding(.misleadingHost, message, range: edits.place(userInfo)))
        return true
    }

    /// Matches `apple.com`, `www.a`, `apple.com:443`, `apple.com/x`, `apple\`, `apple.com#`, but not `john.doe` or `CORP\john`.
    private static func looksLikeHost(_ name: ArraySlice<UInt8>) -> Bool {
        let end = name.firstIndex { $0 != UInt8(ascii: "@") && delimiters.contains($0) } ?? name.endIndex
        let rest = name[end...]
        if rest.first == UInt8(ascii: "/") || rest.elementsEqual("\\".utf8) { return true }
        let host = Array(name[..<end])
        if host.hasLetters("www.", at: 0) { return true }
        guard let dot = host.lastIndex(of: UInt8(ascii: ".")), dot > 0, dot + 2 < host.count else { return false }
        let last = dot + 1..<host.count
        guard host[last].allSatisfy(ByteClass.isLetter) else { return false }
        return last.count == 2 || domains.contain(host.span, last)
    }

    private static let domains: [StaticString] = [
        "com", "net", "org", "edu", "gov", "mil", "int", "info", "biz", "app", "dev", "xyz", "shop", "store", "online", "site", "cloud",
        "bank", "link", "page", "example", "test",
    ]

    /// Reports an escaped delimiter in the host. Browsers reject such a host, and `getHost` of Android's Uri and `host` of Foundation's URL
    /// decode it.
    private static func tellEscapedDelimiter(_ edits: LayerEdits, _ host: Range<Int>, _ sink: inout FindingList) {
        let bytes = edits.text.bytes
        let place = host.first { index in
            PercentCoding.escape(in: bytes.span, at: index, end: host.upperBound).map(delimiters.contains) == true
        }
        guard let place else { return }
        let message =
            "The host contains an escaped delimiter: browsers reject the link, and apps that check the decoded host can be deceived."
        sink.found(Finding(.misleadingHost, message, range: edits.place(place..<place + 3)))
    }

    private static let delimiters = ByteSet("@/\\?#:")
}
