import AppLinks
import Foundation

/// Chooses the proxy for a URL according to environment variables. The variables have the same meaning as in curl.
///
///     http_proxy             for http (HTTP_PROXY is ignored, because clients of a CGI program can set it)
///     https_proxy HTTPS_PROXY  for https
///     all_proxy ALL_PROXY    for both
///     no_proxy NO_PROXY      hosts to reach directly: a.example,.b.example or *
struct ProxyRules: Sendable {
    private let http: String?
    private let https: String?
    private let exceptions: [String]

    init(environment: [String: String]) {
        let first: ([String]) -> String? = { names in names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } }
        http = first(["http_proxy", "all_proxy", "ALL_PROXY"])
        https = first(["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"])
        exceptions = (first(["no_proxy", "NO_PROXY"]) ?? "").lowercased().split { $0 == "," || $0 == " " }.map { name in
            String(name.hasPrefix(".") ? name.dropFirst() : name[...])
        }
    }

    /// Returns the proxy as written in its variable, or nil to connect directly.
    func proxy(for url: LinkURL) -> String? {
        guard let proxy = url.scheme?.lowercased() == "https" ? https : http else { return nil }
        var host = (url.host ?? "").lowercased()
        if host.hasSuffix(".") { host.removeLast() }
        let isException = exceptions.contains { $0 == "*" || $0 == host || host.hasSuffix("." + $0) }
        return isException ? nil : proxy
    }

    /// Returns the address of a proxy without its user name and password, for display.
    static func shown(_ proxy: String) -> String {
        let start = proxy.range(of: "://")?.upperBound ?? proxy.startIndex
        guard let at = proxy[start...].lastIndex(of: "@") else { return proxy }
        return String(proxy[..<start] + proxy[proxy.index(after: at)...])
    }
}
