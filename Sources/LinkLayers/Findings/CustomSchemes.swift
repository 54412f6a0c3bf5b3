import AppLinks
import Bytes
import Secrets

/// Checks what parsers and routers make of a link whose scheme belongs to an app.
///
///    shop://Item/7                  some parsers write the host in lowercase
///    shop:///item/7                 the host is empty
///    shop://open/https://a.example  routers split the inner link
///    shop://reset#token=abc         the query is empty
enum CustomSchemes {
    /// - Parameter isKnown: Whether the scheme is that of a service.
    static func examine(_ edits: LayerEdits, _ url: SplitLink, _ scheme: Range<Int>, isKnown: Bool, _ sink: inout FindingList) {
        let bytes = url.bytes
        let components = url.components
        guard SchemeName.isCustom(bytes, scheme) else { return }
        tellFragment(edits, url, &sink)
        guard let authority = components.authority else { return tellMissingAuthority(edits, url, scheme, &sink) }
        guard let host = components.host, !host.isEmpty else {
            guard !isKnown, authority.isEmpty, components.path.count > 1 else { return }
            let slashes = edits.place(authority.upperBound - 3..<authority.upperBound + 1)
            let message = "Three slashes follow the scheme, so the host is empty. An app that expects a host may not recognize the link."
            return sink.found(Finding(.noAuthority, message, range: slashes))
        }
        guard !isKnown, host.count <= longestName, !bytes[host].contains(PercentCoding.percent),
            bytes[host].contains(where: { $0 != ByteClass.lowered($0) })
        else { return }
        let name = String(decoding: bytes[host], as: UTF8.self)
        let shown = HostName.shown(name.lowercased(), at: edits.place(host), sink.secrets)
        let message = "The host has capital letters. Dart's Uri, which Flutter apps use, writes it in lowercase: \(shown)."
        sink.found(Finding(.capitalHost, message, range: edits.place(host)))
    }

    /// The maximum length of a host that may be a name. Some schemes have long data there.
    private static let longestName = 40

    /// Reports a single slash after the scheme of an app, which makes the host of `shop://item/7` a part of the path. Schemes that are a
    /// domain in reverse order are meant to have one slash: `com.example.shop:/login`.
    private static func tellMissingAuthority(_ edits: LayerEdits, _ url: SplitLink, _ scheme: Range<Int>, _ sink: inout FindingList) {
        let path = url.components.path
        guard path.count > 1, url.bytes[path.lowerBound] == UInt8(ascii: "/"), !url.bytes[scheme].contains(UInt8(ascii: ".")) else {
            return
        }
        let message =
            "The scheme is followed by :/ and not by ://, so the link has no host. An app that expects a host may not recognize the link."
        sink.found(Finding(.noAuthority, message, range: edits.place(scheme.upperBound..<path.lowerBound + 1)))
    }

    /// Reports values that are only in the fragment: `shop://reset#access_token=abc&type=recovery`.
    private static func tellFragment(_ edits: LayerEdits, _ url: SplitLink, _ sink: inout FindingList) {
        let bytes = url.bytes
        guard let fragment = url.components.fragment, url.components.query?.isEmpty ?? true,
            let sign = bytes[fragment].firstIndex(of: UInt8(ascii: "=")), sign + 1 < fragment.upperBound,
            QueryDelimiters.isName(bytes[fragment.lowerBound..<sign]), !bytes.isWord("al_applink_data", in: fragment.lowerBound..<sign)
        else { return }
        let message = "The values come after the #, and the query is empty: code that reads the query gets nothing. Read the fragment."
        sink.found(Finding(.valuesInFragment, message, range: edits.place(fragment.lowerBound - 1..<sign)))
    }

    // MARK: A link in the path

    /// Returns where a web link begins that stands unescaped in the path, or at the place of the host, of a link with another scheme.
    static func innerLink(of url: SplitLink) -> Int? {
        guard !url.isWeb, let scheme = url.components.scheme, !scheme.isEmpty else { return nil }
        let bytes = url.bytes
        let end = url.components.path.upperBound
        var colon = bytes.span.place(of: UInt8(ascii: ":"), from: scheme.upperBound + 1, end: end)
        while colon < end {
            if bytes.has("://", at: colon, before: bytes.count) {
                for length in [5, 4] where colon - length > scheme.upperBound {
                    let start = colon - length
                    guard SchemeName.isWeb(bytes, start..<colon), !ByteClass.isSchemeTail(bytes[start - 1]) else { continue }
                    return isOwn(bytes, scheme) ? start : nil
                }
            }
            colon = bytes.span.place(of: UInt8(ascii: ":"), from: colon + 1, end: end)
        }
        return nil
    }

    /// Returns whether an app may have the scheme, so that its link leads to an app and not to the link inside.
    private static func isOwn(_ bytes: [UInt8], _ scheme: Range<Int>) -> Bool {
        let owner = KnownSchemes.embedded.facts(bytes.span, scheme)?.owner
        return owner == nil || owner == .vendor
    }

    /// Reports the link at `start`. Apps that are known may have links with such a path.
    static func tell(innerLink start: Int, _ edits: LayerEdits, _ url: SplitLink, _ sink: inout FindingList) {
        let bytes = url.bytes
        guard let scheme = url.components.scheme else { return }
        let isHost = bytes[scheme.upperBound + 1..<start].allSatisfy { $0 == UInt8(ascii: "/") }
        let hasSlashes = start > scheme.upperBound + 1
        let place = edits.place(start..<min(start + "https://".utf8.count, bytes.count))
        if isHost {
            let reading = hasSlashes ? "URL parsers read its scheme as the host" : "the link has no host"
            let message = "Everything after the scheme is another link, so \(reading). The app must take the whole text after its scheme."
            return sink.found(Finding(.linkInPath, message, range: place))
        }
        if KnownServices.apps.service(ofScheme: scheme, in: bytes) != nil { return }
        let message =
            "The link in the path is not escaped: routers split it at its slashes, and its ? and # end the path of the outer link."
        let repair = edits.repair("Percent-encode it.", [LinkRepair.Edit(start..<bytes.count, PercentCoding.encoded(bytes[start...]))])
        sink.found(Finding(.linkInPath, message, range: place, repair: repair))
    }
}
