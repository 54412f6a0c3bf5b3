import Foundation
import Pages

// A port of 127.0.0.1 is open to everybody on this machine. So the proxy serves only who shows a password, and that is told to the browser over
// its pipe and to nobody else:
//
//     we ─► Chromium: go to http://(random).invalid/ ─► proxy: 407 ─► Chromium ─► we: a password? ─► the password ─► proxy: 204, nothing to show
//
// From then on Chromium has it for that proxy and shows it with all that the page asks for: frames, workers, sockets, tunnels.

/// What the browser of one run shows the proxy of that run.
struct ProxyPass: Sendable, Hashable {
    let user = "linkscope"
    let password: String
    /// Whom the browser asks for first, so that it is asked for the password before there is a page. Nobody has this name, and nobody knows it.
    let host: String

    init() {
        password = Self.random()
        host = Self.random() + ".invalid"
    }

    var url: String { "http://\(host)/" }

    /// As its header has it.
    var authorization: String { "Basic " + Data("\(user):\(password)".utf8).base64EncodedString() }

    func admits(_ request: ProxyRequest) -> Bool { request.proxyAuthorization == Array(authorization.utf8) }

    /// 128 bits from the system.
    private static func random() -> String {
        (0..<2).map { _ in
            let digits = String(UInt64.random(in: .min ... .max), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}
