import CCurl
import LinkLayers

/// libcurl's handle for many transfers, with the connections it keeps open.
///
/// Unchecked: the pointer never changes; libcurl takes `wake` from any thread, and everything else is called by the one thread that a
/// `FetchLoop` lets run.
@safe final class CurlMulti: @unchecked Sendable {
    private let pointer: OpaquePointer

    init() throws(FetchProblem) {
        if let problem = unsafe cc_load() { throw .noLibrary(unsafe String(cString: problem)) }
        guard let pointer = unsafe cc_multi_new() else { throw .noLibrary("it does not start") }
        unsafe self.pointer = pointer
    }

    deinit { unsafe cc_multi_free(pointer) }

    func wake() { unsafe cc_multi_wake(pointer) }

    func perform() { unsafe cc_multi_perform(pointer) }

    /// Until there is something to do, until `wake`, or so long; nil: as long as it takes.
    func wait(_ time: Duration?) {
        unsafe cc_multi_wait(pointer, time.map { Int32(clamping: max(0, $0.milliseconds.rounded(.up).asInt)) } ?? -1)
    }

    func add(_ transfer: CurlTransfer) -> Bool { unsafe cc_multi_add(pointer, transfer.pointer) }

    func remove(_ transfer: CurlTransfer) { unsafe cc_multi_remove(pointer, transfer.pointer) }

    /// The next transfer that has ended, by its identity.
    func nextEnded() -> (transfer: CurlTransfer.ID, code: Int)? {
        var code: Int32 = 0
        guard let pointer = unsafe cc_multi_next_ended(pointer, &code) else { return nil }
        return (CurlTransfer.ID(bitPattern: pointer), Int(code))
    }
}

extension Duration {
    package var seconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) / 1e18
    }

    package var milliseconds: Double { seconds * 1e3 }
}

extension Double {
    /// The nearest `Int` there is.
    package var asInt: Int { Int(exactly: self) ?? (self > 0 ? .max : .min) }
}
