import Foundation
import JSONDocument

/// A web server on loopback that sends the answers a test gives it, even invalid ones. One Python program runs all servers, each on its own
/// port.
///
///     let server = try PageServer(["/": .redirect(to: "/page"), "/page": .page("<meta …>")])
///     server.url("/")
package final class PageServer: Sendable {
    package let port: Int
    package let isSecure: Bool

    /// - Parameter answers: The answers by `target`, `host target`, or `*` for all targets. `target 2` is the key of the answer to the
    ///   second request for that target.
    package init(_ answers: [String: PageAnswer], isSecure: Bool = false) throws {
        let program = try ServerProgram.shared.get()
        let answer = try program.ask([
            "open": .object(JSONObject(answers.map { ($0.key, .array($0.value.steps)) })), "tls": .bool(isSecure),
        ])
        guard let port = answer["port"]?.numberValue?.intValue else { throw program.failure("it opened no port: \(answer)") }
        self.port = port
        self.isSecure = isSecure
    }

    deinit {
        _ = try? ServerProgram.shared.get().ask(["close": .number(JSONNumber(port))])
    }

    package func url(_ target: String, host: String = "127.0.0.1") -> String {
        "\(isSecure ? "https" : "http")://\(host):\(port)\(target)"
    }

    /// Returns a rule in the form of curl's `--connect-to` that sends connections for `host` on the default port to this server.
    package func standIn(for host: String) -> String { "\(host):\(isSecure ? 443 : 80):127.0.0.1:\(port)" }

    package struct Request: Sendable {
        package let method: String
        package let target: String
        package let headers: [(name: String, value: String)]
        package let body: [UInt8]

        package func header(_ name: String) -> String? { headers.first { $0.name.lowercased() == name.lowercased() }?.value }
    }

    /// Returns all requests so far, in order.
    package func requests() throws -> [Request] {
        let answer = try ServerProgram.shared.get().ask(["requests": .number(JSONNumber(port))])
        return (answer["requests"]?.arrayValue ?? []).map { entry in
            Request(
                method: entry["method"]?.stringValue ?? "", target: entry["target"]?.stringValue ?? "",
                headers: (entry["headers"]?.arrayValue ?? []).map { ($0[0]?.stringValue ?? "", $0[1]?.stringValue ?? "") },
                body: Array(Data(base64Encoded: entry["body"]?.stringValue ?? "") ?? Data()))
        }
    }

    /// Returns the path of a CA certificate. It signs the certificate of secure servers for `page.test`, `fixture.test` and `other.test`.
    package static func authority() throws -> String {
        let program = try ServerProgram.shared.get()
        let answer = try program.ask(["authority": true])
        guard let path = answer["path"]?.stringValue else { throw program.failure("it made no certificates: \(answer)") }
        return path
    }
}

/// The program that runs all servers. It is started once.
private enum ServerProgram {
    static let shared = Result {
        try HelperProgram("server", advice: "These tests need a web server of their own (apt-get install -y python3 openssl)")
    }
}
