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
            let scheme = url.components.scheme, SchemeName.isWeb(url.bytes, scheme), !isSame(String(decoding: site, as: UTF8.self), host)
        else { return }
        let message =
            "This parameter sends the user on to another site, \(HostName.shown(host)). Check that the server allows only known sites."
        sink.found(Finding(.openRedirect, message, range: layer.range))
    }

    private static let names: Set<String> = [
        "next", "continue", "continueurl", "return_to", "returnto", "returnurl", "return_url", "relaystate", "state", "wctx",
    ]

    /// Returns whether two hosts belong together: the last two labels are the same. Where a registry has two labels, as in `co.uk`, this is
    /// too generous, so that nothing wrong is said.
    private static func isSame(_ host: String, _ other: String) -> Bool {
        labels(host).suffix(2) == labels(other).suffix(2)
    }

    private static func labels(_ host: String) -> [Substring] { host.lowercased().split(separator: ".") }
}
