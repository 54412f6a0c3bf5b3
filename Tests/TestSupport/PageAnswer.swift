import Foundation
import JSONDocument

/// The answer of a `PageServer` to one request, as a list of steps: the bytes to send, when to pause, when to close the connection.
package struct PageAnswer: Sendable {
    let steps: [JSONValue]

    package enum Step: Sendable {
        case send([UInt8])
        case `repeat`([UInt8], Int)
        case drip([UInt8], seconds: Double)
        /// Sends this number of zero bytes, compressed. The number must be a multiple of 1 MiB.
        case gzip(zeros: Int)
        case hold
        case close

        package static func send(_ text: String) -> Step { .send(Array(text.utf8)) }

        fileprivate var json: JSONValue {
            switch self {
            case .send(let bytes): ["send": .string(Data(bytes).base64EncodedString())]
            case .repeat(let bytes, let count): ["repeat": .string(Data(bytes).base64EncodedString()), "count": .number(JSONNumber(count))]
            case .drip(let bytes, let seconds):
                ["drip": .string(Data(bytes).base64EncodedString()), "seconds": .number(JSONNumber(seconds))]
            case .gzip(let zeros): ["gzip": .number(JSONNumber(zeros))]
            case .hold: ["hold": true]
            case .close: ["close": true]
            }
        }
    }

    package init(_ steps: Step...) {
        self.steps = steps.map(\.json)
    }

    /// Returns a complete response, after which the connection stays open.
    package static func answer(_ status: Int, _ fields: [String] = [], _ body: [UInt8] = []) -> PageAnswer {
        PageAnswer(.send(Array(head(status, fields + ["Content-Length: \(body.count)"]).utf8) + body))
    }

    package static func page(_ html: String, type: String? = "text/html; charset=utf-8", status: Int = 200) -> PageAnswer {
        answer(status, type.map { ["Content-Type: \($0)"] } ?? [], Array(html.utf8))
    }

    package static func redirect(to location: String?, status: Int = 302) -> PageAnswer {
        answer(status, location.map { ["Location: \($0)"] } ?? [])
    }

    package static func head(_ status: Int, _ fields: [String]) -> String {
        (["HTTP/1.1 \(status) Status"] + fields + ["", ""]).joined(separator: "\r\n")
    }
}
