#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Runs `body` on a new thread with a stack of `bytes`, and waits for it.
func onThread(stack bytes: Int, _ body: @escaping @Sendable () -> Void) {
    final class Box {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    // Not `pthread_attr_t()`: on Linux Swift finds that initialiser in a module of Dispatch's that nobody may import.
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    defer { unsafe attributes.deallocate() }
    unsafe pthread_attr_init(attributes)
    let status = unsafe pthread_attr_setstacksize(attributes, bytes)
    precondition(status == 0)
    let argument = unsafe Unmanaged.passRetained(Box(body)).toOpaque()
    // `start` owns the box it is given.
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
