import Foundation
import JSONDocument
import Pages

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

    /// The name of the command that gives this answer to the browser.
    var method: String {
        switch self {
        case .response: "Fetch.fulfillRequest"
        case .failure: "Fetch.failRequest"
        }
    }

    /// Returns the parameters of this command.
    func parameters(of request: String) -> JSONValue {
        switch self {
        case .failure(let failure): ["requestId": .string(request), "errorReason": .string(failure.rawValue)]
        case .response(let status, let fields, let body):
            [
                "requestId": .string(request), "responseCode": .number(JSONNumber(status)),
                "responseHeaders": .array(fields.map { ["name": .string($0.name), "value": .string($0.value)] }),
                "body": .string(Data(body).base64EncodedString()),
            ]
        }
    }
}
