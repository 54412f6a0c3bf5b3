internal import Fetching
internal import Foundation

extension HTTPSession {
    /// The options of a session.
    public struct Options: Sendable, Hashable {
        /// The value of the field `User-Agent`.
        public var userAgent = "Workflows"
        /// The maximum time of a request, from its start to the end of its response, with all redirects.
        public var timeLimit: Duration = .seconds(60)
        /// The maximum number of redirects of a request.
        public var redirectLimit = 20
        /// The maximum size of a body in bytes, after decompression.
        public var bodyLimit = 64 << 20
        /// The maximum number of requests that run at the same time. Other requests wait.
        public var concurrency = 64
        /// Whether to connect to addresses that are not on the public Internet, such as loopback and local networks. Turn it off if the
        /// URLs come from other people. The session then refuses such addresses, also after a redirect.
        public var allowsPrivateAddresses = true
        /// The environment variables that curl knows, by name: `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` for proxies;
        /// `SSL_CERT_FILE` or `CURL_CA_BUNDLE` for a file of trusted certificates. Without variables, the session uses no proxies, and the
        /// certificates of the system.
        public var environment: [String: String] = [:]

        /// Creates the default options.
        public init() {}

        /// The default options, with the environment of this process.
        public static var system: Options {
            var options = Options()
            options.environment = ProcessInfo.processInfo.environment
            return options
        }

        var settings: FetchSettings {
            var settings = FetchSettings(environment: environment)
            settings.userAgent = userAgent
            settings.concurrency = max(1, concurrency)
            return settings
        }

        var limits: FetchLimits {
            var limits = FetchLimits()
            limits.time = timeLimit
            limits.redirects = redirectLimit
            limits.bodyBytes = bodyLimit
            return limits
        }
    }
}
