import AppLinks
public import Foundation
import HTTPTransport

extension HTTPSession {
    /// A header field of a request or a response.
    public struct Field: Sendable, Hashable {
        /// The name. Names that differ only in case are the same.
        public var name: String
        /// The value.
        public var value: String

        /// Creates a field.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// A request of a session: by default a GET request that follows redirects.
    public struct Request: Sendable, Hashable {
        /// The URL: `http`, `https` or `data`. Its user name, password and fragment are not sent.
        public var url: URL
        /// The method, in uppercase.
        public var method = "GET"
        /// The header fields, in order. They are sent to every server of a redirect, so do not let a request with a secret follow redirects.
        public var fields: [Field] = []
        /// The body.
        public var body = Data()
        /// Whether to follow redirects. Only GET requests follow them. The response to any other request is returned as it is.
        public var followsRedirects = true

        /// Creates a GET request.
        public init(_ url: URL) {
            self.url = url
        }

        /// Returns the request for the fetcher. Throws an ``HTTPSessionError`` if the request cannot be written as HTTP.
        func fetchRequest(_ options: Options) throws -> FetchRequest {
            guard let link = LinkURL(url) else { throw HTTPSessionError(.badURL, url: url, "\(url.absoluteString) is not a URL.") }
            guard !method.isEmpty, method.utf8.allSatisfy({ UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 }) else {
                throw HTTPSessionError(.badRequest, url: url, "A method consists of uppercase letters.")
            }
            // A line end within a field would begin another field.
            guard fields.allSatisfy({ $0.isOneLine }) else {
                throw HTTPSessionError(.badRequest, url: url, "A header field needs a name and must not contain line ends.")
            }
            var request = FetchRequest(
                link, headers: fields.map { .init($0.name, $0.value) }, limits: options.limits,
                permissions: FetchPermissions(anyAddress: options.allowsPrivateAddresses),
                followsRedirects: followsRedirects && method == "GET")
            request.method = method
            request.body = [UInt8](body)
            return request
        }
    }
}

extension HTTPSession.Field {
    fileprivate var isOneLine: Bool {
        !name.isEmpty && !name.utf8.contains(UInt8(ascii: ":"))
            && (name + value).utf8.allSatisfy { $0 >= UInt8(ascii: " ") && $0 != 0x7F || $0 == UInt8(ascii: "\t") }
    }
}

extension HTTPSession {
    /// The response to a request.
    public struct Response: Sendable, Hashable {
        /// The URL that answered, after all redirects.
        public var url: URL
        /// The HTTP status; `nil` if the URL is not an HTTP URL, such as a `data:` URL.
        public var status: Int?
        /// The header fields, in order.
        public var fields: [Field]
        /// The body, decompressed.
        public var body: Data

        /// Creates a response, for sessions that answer without the network.
        public init(url: URL, status: Int? = 200, fields: [Field] = [], body: Data = Data()) {
            self.url = url
            self.status = status
            self.fields = fields
            self.body = body
        }

        init(_ page: FetchedPage, requested: URL) {
            self.init(
                url: page.url.url ?? requested, status: page.status, fields: page.fields.map { Field($0.name, $0.value) },
                body: Data(page.body))
        }

        /// Returns the value of the first field with this name, ignoring case.
        public func field(_ name: String) -> String? {
            fields.first { $0.name.lowercased() == name.lowercased() }?.value
        }
    }
}
