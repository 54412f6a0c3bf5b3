import AppLinks
import Deciding
import Foundation
import JSONDocument

/// linkscope's answer to a request of the browser.
enum RequestAnswer: Sendable, Hashable {
    case response(status: Int, fields: [FetchedPage.Field], body: [UInt8])
    /// The request fails with one of the reasons that the browser supports.
    case failure(Failure)

    enum Failure: String, Sendable, Hashable {
        case failed = "Failed"
        case timedOut = "TimedOut"
        case connectionFailed = "ConnectionFailed"
        case nameNotResolved = "NameNotResolved"
        case addressUnreachable = "AddressUnreachable"
        case blocked = "BlockedByClient"
    }

    /// - Parameter outcome: The fetcher's result. A redirect is an ordinary response, which the browser follows with another request.
    init(_ outcome: Result<FetchedPage, FetchProblem>) {
        switch outcome {
        case .success(let page):
            let fields = page.fields.filter { $0.isWellFormed && !Self.droppedNames.contains($0.name.lowercased()) }
            self = .response(status: page.status ?? 200, fields: fields, body: page.body)
        case .failure(.refusedAddress): self = .failure(.addressUnreachable)
        case .failure(.unknownHost): self = .failure(.nameNotResolved)
        case .failure(.noConnection), .failure(.insecure), .failure(.proxy): self = .failure(.connectionFailed)
        case .failure(.tooSlow): self = .failure(.timedOut)
        case .failure: self = .failure(.failed)
        }
    }

    /// The header fields to remove. These fields do not apply, because the browser gets the complete, decompressed body without a
    /// connection.
    private static let droppedNames: Set = [
        "connection", "content-encoding", "content-length", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade",
    ]

    /// Returns the command that gives this answer to the browser.
    func command(for request: String) -> (method: String, parameters: JSONValue) {
        switch self {
        case .failure(let failure):
            return ("Fetch.failRequest", ["requestId": .string(request), "errorReason": .string(failure.rawValue)])
        case .response(let status, let fields, let body):
            let parameters: JSONValue = [
                "requestId": .string(request), "responseCode": .number(JSONNumber(status)),
                "responseHeaders": .array(fields.map { ["name": .string($0.name), "value": .string($0.value)] }),
                "body": .string(Data(body).base64EncodedString()),
            ]
            return ("Fetch.fulfillRequest", parameters)
        }
    }
}

/// A request of the browser that waits for linkscope's answer.
struct PausedRequest: Sendable, Hashable {
    /// The browser's ID for the request.
    var id: String
    var method: String
    /// The requested URL without its fragment.
    var url: String
    /// The header fields to send. The fetcher adds the fields about the connection, the length and the encoding.
    var fields: [FetchedPage.Field]
    var body: [UInt8]
}

extension PausedRequest {
    /// - Parameter parameters: The parameters of a `Fetch.requestPaused` event.
    init?(_ parameters: JSONDocument.Node?) {
        guard let id = parameters?["requestId"]?.stringValue, let request = parameters?["request"] else { return nil }
        guard let url = request["url"]?.stringValue else { return nil }
        self.id = id
        self.url = url
        method = request["method"]?.stringValue ?? "GET"
        fields = (request["headers"].map { Array($0.members) } ?? []).compactMap { member in
            guard let name = member.key.stringValue, let value = member.value.stringValue else { return nil }
            return FetchedPage.Field(name, value)
        }
        fields = fields.filter { $0.isWellFormed && !Self.droppedNames.contains($0.name.lowercased()) }
        // The browser's network service normally adds this field, but the request is paused before it reaches that service.
        if fields.value(of: "Accept-Language") == nil { fields.append(FetchedPage.Field("Accept-Language", "en-US,en;q=0.9")) }
        let pieces = request["postDataEntries"].map { Array($0.elements) } ?? []
        body = pieces.flatMap { piece in Data(base64Encoded: piece["bytes"]?.stringValue ?? "") ?? Data() }
    }

    private static let droppedNames: Set = [
        "accept-encoding", "connection", "content-length", "expect", "host", "keep-alive", "proxy-authorization", "proxy-connection", "te",
        "trailer", "transfer-encoding", "upgrade",
    ]
}

extension FetchedPage.Field {
    /// Whether every reader parses the field as exactly one line of a header.
    var isWellFormed: Bool {
        let isTokenByte: (UInt8) -> Bool = { byte in
            (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
        return !name.isEmpty && name.utf8.allSatisfy(isTokenByte) && !value.utf8.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }
    }
}
