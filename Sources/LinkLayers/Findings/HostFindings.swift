import AppLinks

/// What scheme and host say about a link before anything else is read.
enum HostFindings {
    /// Tells what there is to tell, and answers the service that the host belongs to.
    static func examine(_ text: MappedText, _ url: LinkURL, isOutermost: Bool, _ sink: inout some FindingSink) -> LinkService? {
        let bytes = text.bytes
        guard let scheme = url.components.scheme else { return nil }
        let isWeb = SchemeName.isWeb(bytes, scheme)
        if isOutermost, !isWeb, sink.isListening, SchemeName.isClaimable(bytes, scheme) {
            let message = "Any app can claim this scheme as its own: another app may get the link, and what it carries."
            sink.found(Finding(.claimableScheme, message, range: scheme))
        }
        guard let host = url.components.host, !host.isEmpty else { return nil }
        if sink.isListening, bytes[host].contains(where: { $0 >= 0x80 }) || mayBePunycode(bytes, host) {
            tellInternational(text, url, host, &sink)
        }
        guard isWeb else { return nil }
        if sink.isListening, scheme.count == 4, needsEncryption(bytes, host) { tellInsecure(text, url, &sink) }
        guard let service = LinkService.of(host: host, in: bytes) else { return nil }
        tell(service, text, host, &sink)
        return service
    }

    private static func tell(_ service: LinkService, _ text: MappedText, _ host: Range<Int>, _ sink: inout some FindingSink) {
        switch service.role {
        case .wrapper: break
        case .shortener:
            let message = "A shortened link: only its server knows where it leads, so what is inside cannot be shown without asking it."
            sink.found(Finding(.shortener, message, range: text.original(host)))
        case .dead(let fate):
            sink.found(Finding(.deadService, "\(fate): the link leads nowhere any more.", range: text.original(host)))
        case .ending(let fate):
            sink.found(Finding(.endingService, "\(fate): make a new link while this one does.", range: text.original(host)))
        }
    }

    // MARK: http

    private static func tellInsecure(_ text: MappedText, _ url: LinkURL, _ sink: inout some FindingSink) {
        let place = text.original(0..<4)
        let message =
            "http instead of https: apps are not asked for it, only the browser is, and anybody on the way can read and change it."
        var finding = Finding(.insecureHTTP, message, range: place)
        // A port of its own is hardly the one that speaks TLS.
        if !text.isPacked, url.components.port == nil {
            finding.repair = Repair("Make it https.", place.upperBound..<place.upperBound, "s".utf8)
        }
        sink.found(finding)
    }

    /// Not for this machine, and not for numbers: those are somebody's own network.
    private static func needsEncryption(_ bytes: [UInt8], _ host: Range<Int>) -> Bool {
        guard bytes[host].contains(where: Bytes.isLetter), !bytes[host].contains(UInt8(ascii: ":")) else { return false }
        return !Bytes.says(bytes, host, "localhost")
    }

    // MARK: Letters beyond ASCII

    /// Looks for `xn--` where a label may begin.
    private static func mayBePunycode(_ bytes: [UInt8], _ host: Range<Int>) -> Bool {
        var start = host.lowerBound
        while start + 4 < host.upperBound {
            if bytes[start] | 0x20 == UInt8(ascii: "x"), Bytes.starts(bytes, at: start, with: "xn--") { return true }
            guard let dot = bytes[start..<host.upperBound].firstIndex(of: UInt8(ascii: ".")) else { return false }
            start = dot + 1
        }
        return false
    }

    private static func tellInternational(_ text: MappedText, _ url: LinkURL, _ host: Range<Int>, _ sink: inout some FindingSink) {
        guard let name = HostName(text.bytes[host]) else { return }
        let place = text.original(host)
        let ascii = url.host ?? String(decoding: text.bytes[host], as: UTF8.self)
        if name.isLookAlike {
            let message =
                "The host \(shown(name.unicode)) is \(shown(ascii)): its letters are not the ones they look like, so it may pose as another."
            sink.found(Finding(.lookAlikeHost, message, range: place))
        } else {
            let message =
                "The host \(shown(name.unicode)) travels as \(shown(ascii)): association files and app settings need that spelling."
            sink.found(Finding(.internationalHost, message, range: place))
        }
    }

    private static func shown(_ host: String) -> String {
        host.count > 80 ? host.prefix(80) + "…" : host
    }
}
