import Foundation
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A client on loopback that sends exactly what a test tells it to. Its methods block for at most twenty seconds, so call them with
/// ``onThread(_:)`` or in a suite that waits.
package final class TCPClient {
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
        package init(description: String) { self.description = description }
    }

    /// An HTTP answer.
    package struct Answer: Sendable {
        package var status: Int
        package var fields: [String: String]
        package var body: String
    }

    private let descriptor: Int32
    private var received: [UInt8] = []

    package init(port: UInt16) throws {
        #if canImport(Glibc)
            let stream = Int32(SOCK_STREAM.rawValue)
        #else
            let stream = SOCK_STREAM
        #endif
        descriptor = socket(AF_INET, stream, 0)
        var limit = timeval(tv_sec: 20, tv_usec: 0)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        // A `sockaddr_in` begins like a `sockaddr`, and the pointer is used only here.
        let result = unsafe withUnsafePointer(to: address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw Failure(description: "no connection to port \(port): error \(errno)") }
    }

    deinit { _ = systemClose(descriptor) }

    package func send(_ text: String) throws { try send(Array(text.utf8)) }

    package func send(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = systemSend(descriptor, rest)
            guard count > 0 else { throw Failure(description: "the listener has closed the connection: error \(errno)") }
            rest = rest.dropFirst(count)
        }
    }

    package func endSending() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

    /// Receives the next answer. `isHead` says that it has no body although it has the length of one.
    package func answer(isHead: Bool = false) throws -> Answer {
        while true {
            if let end = received.firstRange(of: [13, 10, 13, 10]) {
                let lines = String(decoding: received[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
                let fields = lines.dropFirst().map { $0.components(separatedBy: ": ") }
                    .reduce(into: [String: String]()) { $0[$1[0].lowercased()] = $1.dropFirst().joined(separator: ": ") }
                let count = isHead ? 0 : fields["content-length"].flatMap { Int($0) } ?? 0
                if received.count >= end.upperBound + count {
                    let body = String(decoding: received[end.upperBound..<(end.upperBound + count)], as: UTF8.self)
                    received.removeFirst(end.upperBound + count)
                    return Answer(status: Int(lines[0].split(separator: " ")[1]) ?? 0, fields: fields, body: body)
                }
            }
            guard receive() else { throw Failure(description: "no answer; so far: \(String(decoding: received, as: UTF8.self))") }
        }
    }

    /// Receives everything until the listener closes the connection.
    package func rest() -> String {
        while receive() {}
        defer { received = [] }
        return String(decoding: received, as: UTF8.self)
    }

    private func receive() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
        if count < 0, errno == EAGAIN || errno == EWOULDBLOCK { Issue.record("the listener says nothing, but is still there after 20 s") }
        guard count > 0 else { return false }
        received += buffer[..<count]
        return true
    }
}

private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }

private func systemSend(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) -> Int {
    #if canImport(Darwin)
        let flags: Int32 = 0
    #else
        let flags = Int32(MSG_NOSIGNAL)
    #endif
    return unsafe bytes.withUnsafeBytes { unsafe send(descriptor, $0.baseAddress, $0.count, flags) }
}
