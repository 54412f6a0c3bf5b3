/// Bytes on their way from one side of a connection to the other. The side that sends is read only while there is room.
struct RelayBuffer {
    private static let capacity = 64 << 10

    private var bytes: [UInt8] = []
    private var start = 0

    var isEmpty: Bool { start == bytes.count }
    var room: Int { max(0, Self.capacity - (bytes.count - start)) }

    /// What is on its way.
    var content: ArraySlice<UInt8> { bytes[start...] }

    mutating func append(_ more: some Sequence<UInt8>) { bytes += more }

    /// Hands over what is taken; false when nobody takes it any more.
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
