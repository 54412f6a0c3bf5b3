extension Span<UInt8> {
    /// A copy of the bytes.
    package var array: [UInt8] { unsafe withUnsafeBufferPointer { unsafe Array($0) } }

    /// The bytes decoded as UTF-8 text.
    package var string: String { unsafe withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) } }
}

extension [UInt8] {
    /// Appends a copy of the bytes.
    @inlinable
    package mutating func append(_ bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}
