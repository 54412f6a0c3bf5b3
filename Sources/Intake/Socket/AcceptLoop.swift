/// Accepts the clients of one or more listening sockets.
enum AcceptLoop {
    /// Passes each client to `serve`, until `cancel` is signaled.
    static func run(_ listeners: [OpenFile], _ cancel: Wake, _ serve: (OpenFile) -> Void) {
        let watched = ([cancel.descriptor] + listeners.map(\.descriptor)).map { ($0, Readiness.readable) }
        while true {
            guard let ready = try? Readiness.wait(watched), ready[0] == 0 else { return }
            for (listener, events) in zip(listeners, ready.dropFirst()) where events != 0 {
                do throws(SystemError) {
                    serve(try UnixSocket.accept(from: listener))
                } catch  where [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(error.code) {
                    // There are not enough descriptors or memory to accept the client. Without the pause, this loop would spin while the
                    // client waits.
                    _ = try? Readiness.wait([(cancel.descriptor, Readiness.readable)], milliseconds: 100)
                } catch {
                    // The client disconnected before it was accepted.
                    continue
                }
            }
        }
    }
}
