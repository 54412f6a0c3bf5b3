import AppLinks
import Bytes

/// Finds parameters that send the user on to another site.
///
///    https://a.example/login?next=https%3A%2F%2Fb.example%2F
///
/// Attackers use such a parameter to lead people from a site that they trust to another one, unless the server checks the address. A link of
/// a redirect service has other names for its destination and is not reported.
enum OpenRedirects {
    /// Examines a link in a layer.
    ///
    /// - Parameter site: The host of the input. Nil if the input is no web link, or the link of a service.
    static func examine(_ layer: Layer, _ edits: LayerEdits, _ url: SplitLink, from site: ArraySlice<UInt8>?, _ sink: inout FindingList) {
        guard let site, layer.outer == nil, layer.kind == .link, names.contains(layer.path.lowercased()), let host = url.host,
            let place = url.components.host, url.isWeb, !isSame(String(decoding: site, as: UTF8.self), host)
        else { return }
        sink.found(finding(HostName.shown(host, at: edits.place(place), sink.secrets), layer.range))
    }

    /// Examines a parameter of the input that is a link without a scheme: `//b.example/`. Browsers read `\` as `/` there.
    static func examine(
        _ component: LinkQuery.Component, _ edits: LayerEdits, _ url: SplitLink, from site: ArraySlice<UInt8>, _ sink: inout FindingList
    ) {
        guard let value = component.value, let written = component.item.value else { return }
        let found = url.query.decoded.withSpan(value) { text -> (host: String, place: Range<Int>)? in
            guard text.count > 2, isSlash(text[0]), isSlash(text[1]) else { return nil }
            var start = 2
            while start < text.count, isSlash(text[start]) { start += 1 }
            let rest = text.extracting(start..<text.count).array
            let authority = rest.prefix { !isSlash($0) && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
            let host = authority[((authority.lastIndex(of: UInt8(ascii: "@")) ?? -1) + 1)...].prefix { $0 != UInt8(ascii: ":") }
            guard MalformedStart.isHost(Array(host)) else { return nil }
            return (String(decoding: host, as: UTF8.self), start + host.startIndex..<start + host.endIndex)
        }
        guard let (host, place) = found, !isSame(String(decoding: site, as: UTF8.self), host) else { return }
        let name = url.query.decoded.string(component.name).lowercased()
        let sendsOn = names.contains(name)
        guard sendsOn || addresses.contains(name) else { return }
        let shown = HostName.shown(host, at: edits.text.percentDecoded(written).original(place), sink.secrets)
        if sendsOn { return sink.found(finding(shown, edits.place(written))) }
        let message =
            "This parameter leads to another site, \(shown), because browsers add the scheme to an address that begins with //. "
            + "If the server redirects there, make sure that it allows only known sites."
        sink.found(Finding(.openRedirect, message, range: edits.place(written)))
    }

    private static func isSlash(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") }

    private static func finding(_ host: String, _ range: Range<Int>) -> Finding {
        let message = "This parameter sends the user on to another site, \(host). Check that the server allows only known sites."
        return Finding(.openRedirect, message, range: range)
    }

    private static let names: Set<String> = [
        "next", "continue", "continueurl", "return_to", "returnto", "returnurl", "return_url", "relaystate", "state", "wctx",
    ]

    /// Names for an address to which a server may redirect. An address with a scheme is a layer of the link and is shown as one, but an address
    /// that begins with `//` looks like a path, and servers that allow only paths let it pass.
    private static let addresses: Set<String> = [
        "url", "uri", "u", "link", "href", "redirect", "redirect_to", "redirectto", "redirect_url", "redirecturl", "redirect_uri", "redir",
        "target", "dest", "destination", "forward", "goto", "go", "to", "return", "callback", "callback_url", "out", "deeplink",
        "success_url", "cancel_url", "back", "backurl", "back_url",
    ]

    /// Returns whether two hosts belong together: the last two labels are the same. Where a registry has two labels, as in `co.uk`,
    /// unrelated hosts seem to belong together, and the redirect is not reported.
    private static func isSame(_ host: String, _ other: String) -> Bool {
        labels(host).suffix(2) == labels(other).suffix(2)
    }

    private static func labels(_ host: String) -> [Substring] { host.lowercased().split(separator: ".") }
}

/// Recognizes what a login adds to the link that it returns to.
enum LoginAnswers {
    static func examine(_ edits: LayerEdits, _ url: SplitLink, _ sink: inout FindingList) {
        if let fragment = url.components.fragment, edits.text.bytes[fragment].elementsEqual("_=_".utf8) {
            let hash = fragment.lowerBound - 1..<fragment.upperBound
            let message = "Facebook Login appends #_=_, which has no meaning, to its callback link."
            edits.tell(.loginAnswer, message, "Remove #_=_.", [LinkRepair.Edit(hash, [])], &sink)
        }
        guard let (refusal, isDenied) = refusal(in: url), let value = refusal.value else { return }
        let isRefused = isDenied || url.query.decoded.withSpan(value) { $0.isWord("access_denied", in: 0..<$0.count) }
        let message =
            isRefused
            ? "This link reports a refused login: the user or the server did not allow it."
            : "This link reports a failed login."
        sink.found(Finding(.loginAnswer, message, range: edits.place(refusal.item.range)))
    }

    /// Returns whether the link reports a failed login.
    static func isAnswer(_ url: SplitLink) -> Bool { refusal(in: url) != nil }

    /// Returns the parameter that reports a failed login, and whether its name says that it was refused.
    private static func refusal(in url: SplitLink) -> (LinkQuery.Component, isDenied: Bool)? {
        func isNamed(_ component: LinkQuery.Component, _ word: StaticString) -> Bool {
            component.name.count == word.utf8CodeUnitCount
                && url.query.decoded.withSpan(component.name) { $0.isWord(word, in: 0..<$0.count) }
        }
        let components = url.query.components
        if let denial = components.last(where: { isNamed($0, "denied") }) { return (denial, true) }
        guard let error = components.last(where: { isNamed($0, "error") }) else { return nil }
        let hasReason = components.contains { component in
            url.query.decoded.withSpan(component.name) { reasons.contain($0, 0..<$0.count) }
        }
        return hasReason ? (error, false) : nil
    }

    private static let reasons: [StaticString] = ["error_description", "error_reason", "error_code", "error_uri", "error_message", "state"]
}
