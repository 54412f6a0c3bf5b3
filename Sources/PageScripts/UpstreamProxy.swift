import AppLinks
import Fetching
import Foundation
import Pages

/// A proxy of the environment's, which ours asks instead of the servers.
struct UpstreamProxy: Sendable, Hashable {
    let host: String
    let port: Int
    /// Its name and password, as its header has them.
    let authorization: String?

    /// - Parameter text: As the environment has it; without a scheme it is an http proxy on curl's port 1080.
    /// - Throws: `ScriptProblem.proxy` for one that speaks something else than http.
    init(_ text: String) throws(ScriptProblem) {
        let url = LinkURL(text.contains("://") ? text : "http://\(text)")
        guard let url, url.scheme?.lowercased() == "http", let host = url.host, !host.isEmpty else {
            throw .proxy(ProxyRules.shown(text))
        }
        self.host = host
        port = url.port ?? 1080
        authorization = url.userInfo.map { userInfo in
            let bytes = userInfo.withBytes { PercentCoding.decoded($0, 0..<$0.count) }
            return "Basic " + Data(bytes).base64EncodedString()
        }
    }

    /// Those that the environment names, for pages and for tunnels.
    ///
    /// - Throws: For one that cannot be spoken to, before anything goes past it.
    static func check(_ rules: ProxyRules) throws(ScriptProblem) {
        for scheme in ["http", "https"] {
            if let url = LinkURL("\(scheme)://www.example.com/"), let proxy = rules.proxy(for: url) { _ = try UpstreamProxy(proxy) }
        }
    }

    /// The one to ask for this request; nil to go without.
    static func proxy(for request: ProxyRequest, _ rules: ProxyRules) throws(ScriptProblem) -> UpstreamProxy? {
        let host = request.host.contains(":") ? "[\(request.host)]" : request.host
        guard let url = LinkURL("\(request.isTunnel ? "https" : "http")://\(host):\(request.port)/") else { return nil }
        guard let proxy = rules.proxy(for: url) else { return nil }
        return try UpstreamProxy(proxy)
    }
}
