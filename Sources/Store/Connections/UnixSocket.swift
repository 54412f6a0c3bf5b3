/// The system calls for Unix sockets. All descriptors are non-blocking, and writing to them never raises SIGPIPE.
enum UnixSocket {
    /// Binds a socket with mode 0600 and listens. No process can connect before the mode is set, because `listen` is called after `chmod`.
    static func listen(at path: String) throws(SystemError) -> OpenFile {
        let file = try make(AF_UNIX)
        _ = try unsafe withAddress(path) { address, size throws(SystemError) in
            try retrying("bind") { unsafe bind(file.descriptor, address, size) }
        }
        _ = try retrying("chmod") { unsafe chmod(path, 0o600) }
        _ = try retrying("listen") { systemListen(file.descriptor, 128) }
        return file
    }

    static func connect(to path: String) throws(SystemError) -> OpenFile {
        let file = try make(AF_UNIX)
        _ = try unsafe withAddress(path) { address, size throws(SystemError) in
            try retrying("connect") { unsafe systemConnect(file.descriptor, address, size) }
        }
        return file
    }

    static func acceptClient(of listener: OpenFile) throws(SystemError) -> OpenFile {
        let file = OpenFile(adopting: try retrying("accept") { accept(listener.descriptor, nil, nil) })
        prepare(file)
        return file
    }

    /// Sends some of the bytes and returns their number. Returns nil if the socket's buffer is full.
    static func sendSome(_ bytes: Span<UInt8>, to file: OpenFile) throws(SystemError) -> Int? {
        do throws(SystemError) {
            return try retrying("send") {
                unsafe bytes.withUnsafeBytes { unsafe send(file.descriptor, $0.baseAddress, $0.count, SystemCall.sendFlags) }
            }
        } catch  where error.code == EAGAIN || error.code == EWOULDBLOCK {
            return nil
        }
    }

    static func make(_ family: Int32) throws(SystemError) -> OpenFile {
        let file = OpenFile(adopting: try retrying("socket") { socket(family, SystemCall.streamSocket, 0) })
        prepare(file)
        return file
    }

    private static func prepare(_ file: OpenFile) {
        _ = fcntl(file.descriptor, F_SETFD, FD_CLOEXEC)
        file.stopWaiting()
        SystemCall.silenceSocket(file.descriptor)
    }

    private static func withAddress<Result>(
        _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) throws(SystemError) -> Result
    ) throws(SystemError) -> Result {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        // One byte is reserved for the NUL at the end of the path.
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { throw SystemError("bind", code: ENAMETOOLONG) }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        return try unsafe with(address, body)
    }

    /// Calls `body` with an address of any kind.
    static func with<Address, Result>(
        _ address: Address, _ body: (UnsafePointer<sockaddr>, socklen_t) throws(SystemError) -> Result
    ) throws(SystemError) -> Result {
        // All kinds of addresses begin like a `sockaddr`, and the pointer is used only in these closures.
        try unsafe withUnsafePointer(to: address) { pointer throws(SystemError) in
            try unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { rebound throws(SystemError) in
                try unsafe body(rebound, socklen_t(MemoryLayout<Address>.size))
            }
        }
    }
}

// `UnixSocket` and `TCPSocket` have functions with the same names as these system calls, so they call them through the functions below.

func systemListen(_ descriptor: Int32, _ backlog: Int32) -> Int32 { listen(descriptor, backlog) }

private func systemConnect(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t) -> Int32 {
    unsafe connect(descriptor, address, size)
}
