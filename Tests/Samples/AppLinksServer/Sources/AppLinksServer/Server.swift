import Foundation
import JSONDocument

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A small HTTP server on the loopback interface, which answers one request after another. It is enough for an example.
struct Server {
    /// The port on which the server listens.
    let port: UInt16
    private let listener: Int32

    struct Failure: Error {}

    /// Starts to listen. The system chooses a port if `port` is 0.
    init(port: UInt16) throws {
        #if canImport(Glibc)
            listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            listener = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let isBound = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, size) == 0 && listen(listener, 8) == 0 && getsockname(listener, address, &size) == 0
            }
        }
        guard isBound else { throw Failure() }
        self.port = UInt16(bigEndian: address.sin_port)
    }

    /// Answers requests until the process ends.
    func run(_ answer: (_ path: String) -> (status: String, body: JSONValue)) {
        while true {
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else { continue }
            defer { close(connection) }
            guard let line = Self.requestLine(of: connection) else { continue }
            let words = line.split(separator: " ")
            let (status, body) =
                words.count == 3 && words[0] == "GET" ? answer(String(words[1])) : ("405 Method Not Allowed", ["error": "only GET"])
            let text = (try? body.serialized()) ?? "null"
            let head = [
                "HTTP/1.1 \(status)", "Content-Type: application/json", "Content-Length: \(text.utf8.count)", "Connection: close", "", "",
            ]
            var rest = Array((head.joined(separator: "\r\n") + text).utf8)[...]
            while !rest.isEmpty {
                let written = rest.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, 0) }
                if written <= 0 { break }
                rest = rest.dropFirst(written)
            }
        }
    }

    /// Returns the first line of a request of at most 64 KiB, after reading its whole head.
    private static func requestLine(of connection: Int32) -> String? {
        var head: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4096)
        while head.count < 1 << 16 {
            let count = recv(connection, &piece, piece.count, 0)
            guard count > 0 else { return nil }
            head += piece[..<count]
            let text = String(decoding: head, as: UTF8.self)
            if text.contains("\r\n\r\n") { return text.split(separator: "\r\n").first.map(String.init) }
        }
        return nil
    }
}
