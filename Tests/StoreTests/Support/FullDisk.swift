import Store
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A disk with a limited number of free bytes. The test can free more.
final class FullDisk: FileWriting {
    private struct State {
        var room: Int
        var code: Int32
    }

    private let state: Mutex<State>
    private let disk = SystemFileWriter()

    init(room: Int, code: Int32 = ENOSPC) {
        state = Mutex(State(room: room, code: code))
    }

    func makeRoom(_ bytes: Int) {
        state.withLock { $0.room += bytes }
    }

    func write(_ bytes: Span<UInt8>, at offset: Int64, to descriptor: Int32) throws(SystemError) -> Int {
        let (count, code) = state.withLock { state in
            let count = min(state.room, bytes.count)
            state.room -= count
            return (count, state.code)
        }
        if count == 0 { throw SystemError("write", code: code) }
        return try disk.write(bytes.extracting(..<count), at: offset, to: descriptor)
    }

    func truncate(_ descriptor: Int32, to size: Int64) throws(SystemError) {
        try disk.truncate(descriptor, to: size)
    }

    func synchronize(_ descriptor: Int32) throws(SystemError) { try disk.synchronize(descriptor) }
}
