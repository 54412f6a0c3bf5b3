package import LinkLayers

/// A record of what a browser did while it ran the scripts of a page.
package struct ScriptRun: Sendable, Hashable {
    /// An address that the page or its scripts tried to request. linkscope refused the request.
    package struct Refusal: Sendable, Hashable {
        package var host: String
        package var address: String
        package var kind: AddressKind

        package init(host: String, address: String, _ kind: AddressKind) {
            self.host = host
            self.address = address
            self.kind = kind
        }
    }

    /// A limit on the requests of a page. When a limit is reached, linkscope refuses all further requests and cancels those in progress.
    package enum Limit: String, Sendable, Hashable {
        case requests, bytes, hosts
    }

    /// The browser's name for itself, such as `Chrome/156.0.8078.79`.
    package var browser: String
    /// Whether the browser ran the page in its sandbox.
    package var isSandboxed: Bool
    /// The URL of the page at the end. This URL differs from the requested URL if redirects or scripts navigated elsewhere.
    package var url: String
    /// The number of requests that were sent.
    package var requests: Int
    /// The number of bytes received over the network.
    package var bytes: Int
    package var milliseconds: Double
    /// The refused hosts, each once, at most ``mostListed``.
    package var refusals: [Refusal] = []
    /// The hosts of WebSocket and WebTransport connections, each once, at most ``mostListed``. Such connections are never made.
    package var sockets: [String] = []
    /// The app links that scripts tried to open, each once, at most ``mostListed``.
    package var openings: [String] = []
    package var limit: Limit?
    /// Whether the scripts had become idle before the page was read.
    package var isSettled = true

    package static let mostListed = 20

    package init(browser: String, isSandboxed: Bool, url: String, requests: Int, bytes: Int, milliseconds: Double) {
        self.browser = browser
        self.isSandboxed = isSandboxed
        self.url = url
        self.requests = requests
        self.bytes = bytes
        self.milliseconds = milliseconds
    }
}
