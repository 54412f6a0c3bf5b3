#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Runs `body` on a new thread with a stack of `bytes` bytes and waits for it.
func onThread(stack bytes: Int, _ body: @escaping @Sendable () -> Void) {
    final class Box {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    // `pthread_attr_t()` cannot be used: on Linux, Swift finds that initializer in a Dispatch module that cannot be imported.
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    defer { unsafe attributes.deallocate() }
    unsafe pthread_attr_init(attributes)
    let status = unsafe pthread_attr_setstacksize(attributes, bytes)
    precondition(status == 0)
    let argument = unsafe Unmanaged.passRetained(Box(body)).toOpaque()
    // `start` takes ownership of the box.
    #if canImport(Darwin)
        var thread: pthread_t?
        unsafe pthread_create(
            &thread, attributes,
            { argument in
                unsafe Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body()
                return nil
            }, argument)
        if let thread = unsafe thread { unsafe pthread_join(thread, nil) }
    #else
        var thread = pthread_t()
        unsafe pthread_create(
            &thread, attributes,
            { argument in
                if let argument = unsafe argument { unsafe Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body() }
                return nil
            }, argument)
        pthread_join(thread, nil)
    #endif
    unsafe pthread_attr_destroy(attributes)
}
