import AppLinks
import Deciding
import Testing

/// Returns a link with `data`, completely escaped, as its `al_applink_data`.
func appLinkURL(_ data: String, base: String) throws -> LinkURL {
    let escaped = data.utf8.map { ($0 < 16 ? "%0" : "%") + String($0, radix: 16) }
    return try #require(LinkURL(base + "al_applink_data=" + escaped.joined()))
}

extension SimulatedDevice {
    /// Delivers a link from an app, if it is known.
    mutating func receive(_ url: LinkURL, from sourceApplication: String? = nil) -> Arrival {
        receive(IncomingLink(url, entry: .inbound(sourceApplication: sourceApplication)))
    }
}
