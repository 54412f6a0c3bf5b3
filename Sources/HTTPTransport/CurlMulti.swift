import AppLinks
import CCurl

/// libcurl's handle for many transfers and their open connections.
// `@unchecked`: the pointer never changes, libcurl allows `wake` on any thread, and only the thread of a `FetchLoop` calls the other
// methods. `@safe`: the pointer is valid until `deinit`, and no method passes it on.
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

    /// Waits until there is work, until `wake`, or for `time`. If `time` is nil, waits at most a day.
    func wait(_ time: Duration?) {
        unsafe cc_multi_wait(pointer, time.map { Int32(clamping: max(0, $0.milliseconds.rounded(.up).asInt)) } ?? -1)
    }

    func add(_ transfer: CurlTransfer) -> Bool { unsafe cc_multi_add(pointer, transfer.pointer) }

    func remove(_ transfer: CurlTransfer) { unsafe cc_multi_remove(pointer, transfer.pointer) }

    /// Returns the ID of the next transfer that has ended, and libcurl's code for it.
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
    /// The value as an `Int` if it is a whole number in range. Otherwise `Int.max` for a positive value and `Int.min` for any other value.
    package var asInt: Int { Int(exactly: self) ?? (self > 0 ? .max : .min) }
}
