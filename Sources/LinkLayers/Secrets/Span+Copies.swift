extension Span<UInt8> {
    /// A copy of the bytes.
    var array: [UInt8] { unsafe withUnsafeBufferPointer { unsafe Array($0) } }

    /// The bytes decoded as UTF-8 text.
    var string: String { unsafe withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) } }
}
