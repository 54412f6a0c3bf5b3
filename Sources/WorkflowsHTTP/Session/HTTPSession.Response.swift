internal import AppLinks
public import Foundation
internal import Pages

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
