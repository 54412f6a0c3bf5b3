/// What a browser did with the scripts of a page.
package struct ScriptRun: Sendable, Hashable {
    /// An address that the page or its scripts asked for, and did not get.
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

    /// Which of the limits was reached; what came after it the page did not get.
    package enum Limit: String, Sendable, Hashable {
        case requests, bytes, hosts
    }

    /// As it names itself: `Chrome/156.0.8078.79`.
    package var browser: String
    /// Whether the browser kept the page in its sandbox.
    package var isSandboxed: Bool
    /// Where the page was at the end: scripts may have gone elsewhere.
    package var url: String
    /// How many requests went out, tunnels among them.
    package var requests: Int
    /// How many bytes came back, as they came over the network.
    package var bytes: Int
    package var milliseconds: Double
    /// Each host once, at most ``mostListed``.
    package var refusals: [Refusal] = []
    /// Where scripts tried to go that is not the web: the addresses of apps. Each once, at most ``mostListed``.
    package var openings: [String] = []
    package var limit: Limit?
    /// Whether the scripts came to rest before the page was read.
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
