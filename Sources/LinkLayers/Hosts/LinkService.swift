import Bytes

/// A service that wraps, shortens or measures links: its host, what it does to links, and which parameters can hold the destination.
///
/// To add a service, add a line to ``all``. If a service has subdomains, hosts are matched by the end of their name.
struct LinkService: Sendable {
    enum Role: Sendable {
        /// The real link is in a parameter.
        case wrapper(Layer.Kind)
        /// Only the service's server knows the real link.
        case shortener
        /// The service has shut down. The text says what happened.
        case dead(StaticString)
        /// The service still answers some of its links.
        case ending(StaticString)
    }

    let host: StaticString
    /// Whether subdomains belong to the service as well.
    var hasSubdomains = false
    let role: Role
    /// The beginning of the path, for hosts where only some paths wrap links.
    var path: StaticString = ""
    /// The parameters that can hold the link.
    var parameters: [StaticString] = []
    /// All other parameters of the service. Empty if not all of them are known. A name that ends in `_` is a prefix.
    var ownParameters: [StaticString] = []

    static let all: [LinkService] = [
        // Click wrappers.
        LinkService(host: "l.facebook.com", role: .wrapper(.clickWrapper), parameters: ["u"], ownParameters: meta),
        LinkService(host: "lm.facebook.com", role: .wrapper(.clickWrapper), parameters: ["u"], ownParameters: meta),
        LinkService(host: "l.instagram.com", role: .wrapper(.clickWrapper), parameters: ["u"], ownParameters: meta),
        LinkService(host: "l.messenger.com", role: .wrapper(.clickWrapper), parameters: ["u"], ownParameters: meta),
        LinkService(
            host: "google.com", hasSubdomains: true, role: .wrapper(.clickWrapper), path: "/url", parameters: ["q", "url"],
            ownParameters: google),
        LinkService(
            host: "youtube.com", hasSubdomains: true, role: .wrapper(.clickWrapper), path: "/redirect", parameters: ["q"],
            ownParameters: youTube),
        LinkService(
            host: "safelinks.protection.outlook.com", hasSubdomains: true, role: .wrapper(.clickWrapper), parameters: ["url"],
            ownParameters: ["data", "sdata", "reserved"]),

        // Attribution services.
        LinkService(host: "app.link", hasSubdomains: true, role: .wrapper(.attribution), parameters: branch),
        LinkService(host: "bnc.lt", hasSubdomains: true, role: .wrapper(.attribution), parameters: branch),
        LinkService(host: "onelink.me", hasSubdomains: true, role: .wrapper(.attribution), parameters: appsFlyer),
        LinkService(host: "app.appsflyer.com", role: .wrapper(.attribution), parameters: appsFlyer),
        LinkService(host: "adj.st", hasSubdomains: true, role: .wrapper(.attribution), parameters: adjust),
        LinkService(host: "go.link", hasSubdomains: true, role: .wrapper(.attribution), parameters: adjust),
        LinkService(host: "app.adjust.com", role: .wrapper(.attribution), parameters: adjust),

        // Services that have shut down.
        LinkService(host: "page.link", hasSubdomains: true, role: .dead(firebaseEnd), parameters: firebase, ownParameters: firebaseOwn),
        LinkService(
            host: "app.goo.gl", hasSubdomains: true, role: .dead(firebaseEnd), parameters: firebase, ownParameters: firebaseOwn),
        LinkService(host: "goo.gl", role: .ending(googleEnd)),

        // Shorteners.
        LinkService(host: "t.co", role: .shortener),
        LinkService(host: "bit.ly", role: .shortener),
        LinkService(host: "tinyurl.com", role: .shortener),
        LinkService(host: "ow.ly", role: .shortener),
        LinkService(host: "buff.ly", role: .shortener),
        LinkService(host: "is.gd", role: .shortener),
        LinkService(host: "lnkd.in", role: .shortener),
        LinkService(host: "rb.gy", role: .shortener),
        LinkService(host: "cutt.ly", role: .shortener),
        LinkService(host: "fb.me", role: .shortener),
    ]

    private static let firebaseEnd: StaticString = "Firebase Dynamic Links ended in August 2025"
    private static let googleEnd: StaticString = "Google's shortener ended in August 2025, except for links in use at that time"

    private static let meta: [StaticString] = ["h", "s", "e", "c", "c[0]", "cb", "d", "enc", "ext", "hash", "fbclid", "igshid", "__"]
    private static let google: [StaticString] = [
        "sa", "source", "rct", "ct", "cd", "cad", "esrc", "opi", "ved", "usg", "ei", "sig2", "bvm", "uact", "sntz", "ust", "usd", "hl",
        "client",
    ]
    private static let youTube: [StaticString] = ["v", "event", "redir_token", "redir_esc", "html_redirect", "stzid"]

    private static let firebase: [StaticString] = ["link", "ifl", "afl", "ofl"]
    private static let firebaseOwn: [StaticString] = [
        "apn", "amv", "al", "ibi", "ius", "isi", "imv", "ipbi", "ipfl", "efr", "st", "sd", "si", "d", "at", "ct", "mt", "pt", "cid",
        "gclid",
        "utm_", "_",
    ]
    private static let branch: [StaticString] = [
        "$canonical_url", "$ios_url", "$android_url", "$desktop_url", "$fallback_url", "$deeplink_path",
    ]
    private static let appsFlyer: [StaticString] = ["af_dp", "af_web_dp", "deep_link_value", "af_ios_url", "af_android_url"]
    private static let adjust: [StaticString] = [
        "deep_link", "adj_deep_link", "adjust_deeplink", "deeplink", "adj_deeplink", "redirect", "fallback",
    ]

    /// Parameters of attribution services that also occur in links on their customers' own hosts.
    private static let anywhere: [StaticString] = [
        "$canonical_url", "$deeplink_path", "$ios_url", "$android_url", "af_dp", "af_web_dp", "deep_link_value", "adj_deep_link",
        "adjust_deeplink",
    ]

    /// Returns the service that a host belongs to.
    static func of(host: Range<Int>, in bytes: [UInt8]) -> LinkService? {
        guard let last = host.last.map({ ByteClass.lowered(bytes[$0]) }) else { return nil }
        // Copying a service takes longer than comparing its host, so only the service that is found is copied.
        return all.indices.first { index in
            let length = all[index].host.utf8CodeUnitCount
            guard host.count >= length, all[index].lastByte == last else { return false }
            let end = host.upperBound - length..<host.upperBound
            guard host.count == length || (all[index].hasSubdomains && bytes[end.lowerBound - 1] == UInt8(ascii: ".")) else { return false }
            return bytes.isWord(all[index].host, in: end)
        }
        .map { all[$0] }
    }

    private var lastByte: UInt8 { unsafe host.utf8Start[host.utf8CodeUnitCount - 1] }

    /// Returns the kind of the layer in this parameter, or nil if the parameter does not hold the wrapped link.
    func wraps(_ name: [UInt8], path: Range<Int>, of bytes: [UInt8]) -> Layer.Kind? {
        let kind: Layer.Kind? =
            switch role {
            case .wrapper(let kind): kind
            case .dead: .attribution
            case .ending, .shortener: nil
            }
        guard let kind, bytes.hasLetters(self.path, at: path.lowerBound) || self.path.utf8CodeUnitCount == 0 else {
            return nil
        }
        return parameters.contain(name.span, name.indices) ? kind : nil
    }

    /// Returns whether a parameter belongs to the service rather than to the link inside. The name may start with `amp;` if the `&` before
    /// it was HTML-escaped.
    func owns(_ name: [UInt8]) -> Bool {
        let name = name.hasLetters("amp;", at: 0) ? Array(name[4...]) : name
        return ownParameters.contains { own in
            let isBeginning = unsafe own.utf8Start[own.utf8CodeUnitCount - 1] == UInt8(ascii: "_")
            return isBeginning ? name.hasLetters(own, at: 0) : name.isWord(own, in: 0..<name.count)
        }
    }

    /// Returns whether the parameter belongs to an attribution service, on any host.
    static func isAttribution(_ name: [UInt8]) -> Bool {
        anywhere.contain(name.span, name.indices)
    }
}
