import Pages

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The system's calls for the sockets of the proxy.
enum ProxySocket {
    /// Bound to a port of 127.0.0.1 that the system chooses. Without `listens` it only keeps the port: who connects to it is refused.
    static func bound(listens: Bool) throws(ScriptProblem) -> (socket: Descriptor, port: Int) {
        let socket = try make(AF_INET)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = unsafe withSocketAddress(&address) { unsafe bind(socket.number, $0, size) }
        guard isBound == 0 else { throw .last("bind") }
        if listens, listen(socket.number, 128) != 0 { throw .last("listen") }
        let isNamed = unsafe withSocketAddress(&address) { unsafe getsockname(socket.number, $0, &size) }
        guard isNamed == 0 else { throw .last("getsockname") }
        return (socket, Int(UInt16(bigEndian: address.sin_port)))
    }

    /// Nil when nobody is there any more.
    static func accept(_ listener: Descriptor) -> Descriptor? {
        let number = systemAccept(listener.number)
        return number < 0 ? nil : Descriptor(adopting: number)
    }

    /// Begins to connect: the socket becomes writable at the end, however that is. Nil when it failed at once.
    static func connect(_ address: [UInt8], port: Int) -> Descriptor? {
        guard let port = UInt16(exactly: port), let socket = try? make(address.count == 4 ? AF_INET : AF_INET6) else { return nil }
        let result: Int32
        if address.count == 4 {
            var target = sockaddr_in()
            target.sin_family = sa_family_t(AF_INET)
            target.sin_port = port.bigEndian
            unsafe withUnsafeMutableBytes(of: &target.sin_addr) { unsafe $0.copyBytes(from: address) }
            result = unsafe withSocketAddress(&target) {
                unsafe systemConnect(socket.number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        } else {
            var target = sockaddr_in6()
            target.sin6_family = sa_family_t(AF_INET6)
            target.sin6_port = port.bigEndian
            unsafe withUnsafeMutableBytes(of: &target.sin6_addr) { unsafe $0.copyBytes(from: address) }
            result = unsafe withSocketAddress(&target) {
                unsafe systemConnect(socket.number, $0, socklen_t(MemoryLayout<sockaddr_in6>.size))
            }
        }
        return result == 0 || errno == EINPROGRESS ? socket : nil
    }

    /// Whether a socket that has become writable is connected.
    static func isConnected(_ socket: Descriptor) -> Bool {
        var code: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        return unsafe getsockopt(socket.number, SOL_SOCKET, SO_ERROR, &code, &size) == 0 && code == 0
    }

    /// Tells the other side that nothing more comes.
    static func endSending(_ socket: Descriptor) { shutdown(socket.number, Int32(SHUT_WR)) }

    private static func make(_ family: Int32) throws(ScriptProblem) -> Descriptor {
        #if canImport(Glibc)
            let stream = Int32(SOCK_STREAM.rawValue)
        #else
            let stream = SOCK_STREAM
        #endif
        let number = socket(family, stream, 0)
        guard number >= 0 else { throw .last("socket") }
        let made = Descriptor(adopting: number)
        var on: Int32 = 1
        // Small answers of a tunnel's two ends wait for each other otherwise.
        unsafe setsockopt(number, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
        return made
    }

    private static func withSocketAddress<Address>(_ address: inout Address, _ body: (UnsafeMutablePointer<sockaddr>) -> Int32) -> Int32 {
        unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0) }
        }
    }
}

// The enum has functions of these names.

private func systemAccept(_ descriptor: Int32) -> Int32 { accept(descriptor, nil, nil) }

private func systemConnect(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t) -> Int32 {
    unsafe connect(descriptor, address, size)
}
