import Dispatch
import Foundation
import HTTPTransport
public import Tasks

/// Loads URLs over HTTP, all of them with the same options. The URL step of a workflow uses a session.
///
///     let session = HTTPSession(options: options)
///     let end = Workflow.loading(.init(url), with: session).start()
///
/// A session keeps no cookies, sends no credentials and has no cache. It keeps connections open for later requests. Its thread exists only
/// while there are requests, so an idle session costs nothing. A session that is released still answers the requests it has accepted.
public final class HTTPSession: Sendable {
    /// The session of steps that are given no other. Its options are ``Options/system``.
    public static let shared = HTTPSession()

    /// The options of all requests of this session. They never change.
    public let options: Options

    private let answer: @Sendable (Request, CancellationToken?) throws -> Future<Response>

    /// Creates a session that sends its requests over the network.
    ///
    /// - Parameter options: The options of all requests.
    public init(options: Options = .system) {
        let fetcher = Fetcher(settings: options.settings)
        self.options = options
        answer = { request, token in
            // The fetcher settles its futures on the thread of all transfers, where a slow continuation would delay them.
            fetcher.fetch(try request.fetchRequest(options), token: token).continueWith(.queue(.global())) { end in
                // A fetcher that is released cancels its transfers, so the request keeps it alive.
                defer { withExtendedLifetime(fetcher) {} }
                switch end.outcome {
                case .success(let page): return Response(page, requested: request.url)
                case .failure(let error): throw HTTPSessionError(error, url: request.url)
                case .cancelled, nil: throw CancellationError()
                }
            }
        }
    }

    /// Creates a session that asks `answer` instead of the network: for tests, or for an HTTP library of your own.
    ///
    ///     let session = HTTPSession { request, _ in Future(.init(url: request.url, status: 404)) }
    ///
    /// - Parameters:
    ///   - options: The options that the session shows. What they mean is up to `answer`.
    ///   - answer: Returns a future of the response. An error that it throws fails the request. The token is canceled when the response is
    ///     no longer needed.
    public init(
        options: Options = Options(), answering answer: @escaping @Sendable (Request, CancellationToken?) throws -> Future<Response>
    ) {
        self.options = options
        self.answer = answer
    }

    /// Sends a request. A response with any status is a success; only the URL step fails for a status of 400 or more.
    ///
    /// - Parameters:
    ///   - request: The request to send.
    ///   - token: Cancels the future and the transfer.
    /// - Returns: A future of the response. In a session that uses the network, the future settles on a global queue, or at once if the
    ///   request cannot be sent, and its error is an ``HTTPSessionError``. In any other session, the session's closure returns the future.
    public func load(_ request: Request, token: CancellationToken? = nil) -> Future<Response> {
        do { return try answer(request, token) } catch { return Future(outcome: Outcome(thrown: error)) }
    }
}

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
