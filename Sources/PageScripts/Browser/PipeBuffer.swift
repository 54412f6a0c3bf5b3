/// A buffer of bytes that wait until a pipe accepts them.
struct PipeBuffer {
    private var bytes: [UInt8] = []
    private var start = 0

    var isEmpty: Bool { start == bytes.count }

    mutating func append(_ more: [UInt8]) { bytes += more }

    /// Writes as many bytes as the pipe accepts now. Returns `false` if the other end is closed.
    mutating func send(to descriptor: Descriptor) -> Bool {
        guard !isEmpty else { return true }
        guard let count = descriptor.send(bytes[start...]) else { return false }
        start += count
        if isEmpty {
            bytes.removeAll(keepingCapacity: true)
            start = 0
        }
        return true
    }
}
