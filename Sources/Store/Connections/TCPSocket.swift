import Listening

/// The system calls for TCP sockets that differ from those of a ``UnixSocket``.
enum TCPSocket {
    /// Binds a socket to an address and listens. The port 0 stands for one that the system chooses.
    static func listen(at address: ListenAddress, port: UInt16) throws(SystemError) -> OpenFile {
        let file = try UnixSocket.make(address.isIPv6 ? AF_INET6 : AF_INET)
        // Otherwise the port could not be used again for a minute after the listener ends.
        set(SO_REUSEADDR, of: SOL_SOCKET, on: file)
        if address.isIPv6 { set(IPV6_V6ONLY, of: Int32(IPPROTO_IPV6), on: file) }
        _ = try unsafe withAddress(address, port) { address, size throws(SystemError) in
            try retrying("bind") { unsafe bind(file.descriptor, address, size) }
        }
        _ = try retrying("listen") { systemListen(file.descriptor, 256) }
        return file
    }

    /// Sends each answer at once. Otherwise the system would wait for more bytes to send with it.
    static func sendAtOnce(_ file: OpenFile) { set(TCP_NODELAY, of: Int32(IPPROTO_TCP), on: file) }

    /// Returns the port to which a socket is bound.
    static func port(of file: OpenFile) throws(SystemError) -> UInt16 {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        // The storage is as large as the largest address, and both kinds of addresses have the port in the same place.
        return try unsafe withUnsafeMutablePointer(to: &storage) { pointer throws(SystemError) in
            try unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address throws(SystemError) in
                _ = try retrying("getsockname") { unsafe getsockname(file.descriptor, address, &size) }
            }
            return unsafe pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { unsafe UInt16(bigEndian: $0.pointee.sin_port) }
        }
    }

    private static func set(_ option: Int32, of level: Int32, on file: OpenFile) {
        var on: Int32 = 1
        _ = unsafe setsockopt(file.descriptor, level, option, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    private static func withAddress<Result>(
        _ address: ListenAddress, _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) throws(SystemError) -> Result
    ) throws(SystemError) -> Result {
        if address.isIPv6 {
            var named = sockaddr_in6()
            named.sin6_family = sa_family_t(AF_INET6)
            named.sin6_port = port.bigEndian
            unsafe withUnsafeMutableBytes(of: &named.sin6_addr) { unsafe $0.copyBytes(from: address.bytes) }
            return try unsafe UnixSocket.with(named, body)
        }
        var named = sockaddr_in()
        named.sin_family = sa_family_t(AF_INET)
        named.sin_port = port.bigEndian
        unsafe withUnsafeMutableBytes(of: &named.sin_addr) { unsafe $0.copyBytes(from: address.bytes) }
        return try unsafe UnixSocket.with(named, body)
    }
}
