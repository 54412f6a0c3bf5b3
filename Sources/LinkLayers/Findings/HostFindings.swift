import AppLinks
import Bytes
import Secrets

/// Checks the scheme and host of a link.
enum HostFindings {
    /// - Parameters:
    ///   - its: The services that the link belongs to.
    ///   - layer: The layer with the link. Nil if the link is the input.
    ///   - isForApp: Whether the input is a link for an app, and the link is not the address that a login returns to.
    ///   - isField: Whether the link is the whole text of a field of App Link data.
    static func examine(
        _ edits: LayerEdits, _ url: SplitLink, _ its: LinkServices, isOutermost: Bool, isForApp: Bool,
        in layer: @autoclosure () -> Layer?, isField: Bool, _ sink: inout FindingList
    ) {
        let text = edits.text
        let bytes = text.bytes
        guard let scheme = url.components.scheme else { return }
        let isWeb = url.isWeb
        let isOfApp = !isWeb && KnownServices.apps.service(ofScheme: scheme, in: bytes) != nil
        if isOutermost || isField { tellCapitals(edits, scheme, isWeb: isWeb, &sink) }
        if !isWeb {
            tellScheme(edits, scheme, isOutermost: isOutermost, isField: isField, &sink)
            if isOutermost || isField { CustomSchemes.examine(edits, url, scheme, isKnown: isOfApp || its.service != nil, &sink) }
        }
        AuthorityFindings.examine(edits, url, isWeb: isWeb, &sink)
        guard let host = url.components.host, !host.isEmpty else { return }
        if InternationalHost.isPossible(bytes, host) { InternationalHost.examine(edits, url, host, &sink) }
        let first = bytes[host.lowerBound]
        let mayBePrivate = ByteClass.isDigit(first) || first == UInt8(ascii: ":") || first | 0x20 == UInt8(ascii: "l")
        if !isOutermost || !isWeb, mayBePrivate {
            // Addresses of databases and similar servers are for computers.
            tellPrivate(edits, host, isForApp: isForApp && (!isOutermost || isOfApp), &sink)
        }
        guard isWeb else { return }
        let dead = its.deadService(of: url)
        // A dead link stays dead over https, so https is not suggested.
        if scheme.count == 4, dead == nil, needsEncryption(bytes, host) { tellInsecure(edits, url, in: layer(), isField: isField, &sink) }
        if let service = its.service ?? dead { ServiceFindings.examine(service, edits, url, host, &sink) }
    }

    // MARK: Schemes

    private static func tellScheme(
        _ edits: LayerEdits, _ scheme: Range<Int>, isOutermost: Bool, isField: Bool, _ sink: inout FindingList
    ) {
        let bytes = edits.text.bytes
        let facts = KnownSchemes.embedded.facts(bytes.span, scheme)
        if let danger = facts?.danger {
            // An image that a parameter refers to is displayed, not opened as a link.
            guard isOutermost || isField || !isPicture(bytes, behind: scheme) else { return }
            let link = isOutermost ? "This link" : "The nested link"
            let message =
                switch danger {
                case .program: "\(link) is a program, not an address: an app or page that opens it runs code written by the link's author."
                case .content:
                    DataContent(bytes, behind: scheme).isPage
                        ? "\(link) contains a whole page instead of an address: an app that opens it shows a stranger's page as its own."
                        : "\(link) contains \(DataContent(bytes, behind: scheme).words) instead of an address. Pages show it, but browsers do not open it when someone taps the link."
                case .memory: "\(link) names data in the memory of one browser: it works only there, while the page that made it is open."
                case .device: "\(link) names a file or other data on one device, so it works only there."
                }
            sink.found(Finding(.unsafeScheme, message, range: edits.place(scheme)))
        } else if isOutermost || isField, facts?.isPrivate == true {
            let message = "This scheme is private to iOS: App Review rejects apps that open it, and other systems do not know it."
            sink.found(Finding(.privateScheme, message, range: edits.place(scheme)))
        }
    }

    /// Reports a scheme with capitals. iOS ignores case in schemes, so schemes that only iOS knows are not reported. Neither are schemes
    /// that QR codes have in capitals: `TEL:+491511234567`.
    static func tellCapitals(_ edits: LayerEdits, _ scheme: Range<Int>, isWeb: Bool, _ sink: inout FindingList) {
        let bytes = edits.text.bytes
        guard bytes[scheme].contains(where: { $0 != ByteClass.lowered($0) }), SchemeName.danger(bytes, scheme) == nil else { return }
        let facts = KnownSchemes.embedded.facts(bytes.span, scheme)
        let isAsInCode = facts?.isInCodes == true && !bytes[scheme].contains { ByteClass.isLetter($0) && $0 & 0x20 != 0 }
        guard facts?.isOnlyOnIOS != true, !isAsInCode else { return }
        let message =
            isWeb
            ? "The scheme has capital letters: browsers correct them. If an app passes the link to Android, no app gets it, because Android compares schemes exactly."
            : "The scheme has capital letters: Android compares schemes exactly, so an app that claims it in lowercase does not get the link."
        let change = LinkRepair.Edit(scheme, bytes[scheme].map(ByteClass.lowered))
        edits.tell(.capitalScheme, message, "Write the scheme in lowercase.", [change], &sink)
    }

    /// Returns whether a `data:` link has a picture, a sound, a film or a font.
    private static func isPicture(_ bytes: [UInt8], behind scheme: Range<Int>) -> Bool {
        let start = scheme.upperBound + 1
        guard bytes.isWord("data", in: scheme), !bytes.hasLetters("image/svg", at: start) else { return false }
        let kinds: [StaticString] = ["image/", "audio/", "video/", "font/"]
        return kinds.contains { bytes.hasLetters($0, at: start) }
    }

    /// Reports a private address in the link of an app, and in a nested link. In a web link, the user sees the address anyway. The device
    /// itself and the emulator's computer are reported only in links for apps, because sites and desktop programs use them on purpose.
    private static func tellPrivate(_ edits: LayerEdits, _ host: Range<Int>, isForApp: Bool, _ sink: inout FindingList) {
        let bytes = edits.text.bytes
        let address = AddressHost(bytes, host)
        let kind = address.flatMap { $0.isPlain ? AddressKind($0.bytes) : nil }
        let isDevice =
            kind == .loopback || kind == .unspecified || bytes.isWord("localhost", in: host) || bytes[host].elementsEqual("::1".utf8)
        let message: String
        if isDevice, isForApp {
            message =
                "On a phone, this address is the phone itself, not your computer. Use the computer's address on the network, or adb reverse."
        } else if kind == .private {
            message =
                address?.bytes == emulatorHost && isForApp
                ? "This address is your computer only in the Android Emulator. On other devices, use the computer's address on the network."
                : "This address is in a private network: only devices on that network can reach it."
        } else {
            return
        }
        sink.found(Finding(.privateAddress, message, range: edits.place(host)))
    }

    /// The address of the computer in the Android Emulator.
    private static let emulatorHost: [UInt8] = [10, 0, 2, 2]

    // MARK: http

    private static func tellInsecure(
        _ edits: LayerEdits, _ url: SplitLink, in layer: Layer?, isField: Bool, _ sink: inout FindingList
    ) {
        // Nothing opens the links inside a dead link, nor the original of a copy.
        if let service = layer?.service, service.state == .dead || service.showsCopy { return }
        let name =
            switch layer?.kind {
            case nil: "The link"
            case .intentFallback: "The fallback"
            default: "The nested link"
            }
        // A fallback is for the browser, and what a page does with a link in a parameter is not known.
        let isOpened = isField || layer.map { $0.kind == .clickWrapper } ?? true
        let consequence = isOpened ? "iOS may open it in the browser, not in an app, and anyone" : "anyone"
        let isManifest = layer?.service?.schemes.contains("itms-services") ?? false
        let message =
            isManifest
            ? "The manifest uses http, not https: iOS installs nothing."
            : "\(name) uses http, not https: \(consequence) on the network can read and change the page."
        var finding = Finding(.insecureHTTP, message, range: edits.place(0..<4))
        if let host = url.components.host, mayUseEncryption(edits.text.bytes, host, url.components.port) {
            let isLower = edits.text.bytes[..<4].elementsEqual("http".utf8)
            let edit = isLower ? LinkRepair.Edit(4..<4, "s".utf8) : LinkRepair.Edit(0..<4, "https".utf8)
            finding.repair = edits.repair("Use https.", [edit])
        }
        sink.found(finding)
    }

    /// Returns whether a server probably supports TLS. A server on a custom port or without a name rarely does.
    static func mayUseEncryption(_ bytes: [UInt8], _ host: Range<Int>, _ port: Range<Int>?) -> Bool {
        port == nil && AddressHost(bytes, host) == nil
    }

    /// Returns whether links to this host need encryption. Local names and addresses do not, because such hosts are in the user's own network.
    static func needsEncryption(_ bytes: [UInt8], _ host: Range<Int>) -> Bool {
        if let address = AddressHost(bytes, host) { return AddressKind(address.bytes) == nil }
        guard bytes[host].contains(where: ByteClass.isLetter), !bytes[host].contains(UInt8(ascii: ":")),
            // A link with two schemes has a finding of its own.
            !SchemeName.isWeb(bytes, host)
        else { return false }
        let isRooted = bytes[host.upperBound - 1] == UInt8(ascii: ".")
        let name = host.lowerBound..<host.upperBound - (isRooted ? 1 : 0)
        let start = (bytes[name].lastIndex(of: UInt8(ascii: ".")) ?? name.lowerBound - 1) + 1
        return !ownNetworks.contain(bytes.span, start..<name.upperBound)
    }

    /// Top-level names of hosts whose links need no https: names in local networks, and names in networks that encrypt all traffic
    /// themselves.
    private static let ownNetworks: [StaticString] = ["localhost", "local", "onion", "i2p", "internal", "test"]
}

/// Checks hosts with characters beyond ASCII: unescaped, percent-encoded, or in Punycode.
enum InternationalHost {
    /// Returns whether a host may have characters beyond ASCII.
    static func isPossible(_ bytes: [UInt8], _ host: Range<Int>) -> Bool {
        for index in host where bytes[index] >= 0x80 || bytes[index] == UInt8(ascii: "%") { return true }
        return nextPunycode(in: bytes, host.lowerBound, host.upperBound) != nil
    }

    static func examine(_ edits: LayerEdits, _ url: SplitLink, _ host: Range<Int>, _ sink: inout FindingList) {
        let bytes = edits.text.bytes
        if let label = unreadableLabel(bytes, host) {
            let message = "This part of the host is not valid Punycode: browsers reject the link."
            sink.found(Finding(.badPunycode, message, range: edits.place(label)))
            return
        }
        let decoded = PercentCoding.decoded(bytes.span, host)
        guard let name = HostName(decoded[...]) else { return }
        let written = url.host ?? String(decoding: decoded, as: UTF8.self)
        // The host may still have decoded Unicode characters here, so the host is converted to Punycode.
        let ascii = written.utf8.allSatisfy { $0 < 0x80 } ? written : LinkURL("https://\(written)")?.host ?? written
        let place = edits.place(host)
        let (shown, shownASCII) = (HostName.shown(name.unicode, at: place, sink.secrets), HostName.shown(ascii, at: place, sink.secrets))
        if name.isLookAlike {
            let message =
                "The host \(shown) (\(shownASCII)) has letters that look like Latin letters: it may imitate another site."
            sink.found(Finding(.lookAlikeHost, message, range: place))
        } else if HiddenCharacters.survey(name.unicode).isEmpty {
            // Hidden characters have a finding of their own.
            let message =
                "DNS knows the host \(shown) as \(shownASCII): use that spelling in association files and app settings."
            sink.found(Finding(.internationalHost, message, range: place))
        }
    }

    /// Returns the first label that starts with `xn--` but is not valid Punycode, has no character beyond ASCII, or contains a hidden
    /// character.
    private static func unreadableLabel(_ bytes: [UInt8], _ host: Range<Int>) -> Range<Int>? {
        var start = host.lowerBound
        while let label = nextPunycode(in: bytes, start, host.upperBound) {
            guard let letters = Punycode.decoded(bytes[label.lowerBound + 4..<label.upperBound]) else { return label }
            guard letters.contains(where: { $0.value >= 0x80 }) else { return label }
            if !HiddenCharacters.survey(String(String.UnicodeScalarView(letters))).isEmpty { return label }
            start = label.upperBound + 1
        }
        return nil
    }

    /// Returns the next label that begins with `xn--`.
    private static func nextPunycode(in bytes: [UInt8], _ start: Int, _ end: Int) -> Range<Int>? {
        var start = start
        while start + 4 <= end {
            let dot = bytes[start..<end].firstIndex(of: UInt8(ascii: ".")) ?? end
            if dot - start >= 4, bytes[start] | 0x20 == UInt8(ascii: "x"), bytes.hasLetters("xn--", at: start) {
                return start..<dot
            }
            start = dot + 1
        }
        return nil
    }
}
