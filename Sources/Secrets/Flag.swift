import Bytes

/// Recognizes values that only say whether there is a password.
///
///     ?has_password=1     {"forgotPassword":"yes"}
enum Flag {
    private static let beginnings: [StaticString] = ["has", "is", "forgot", "reset"]
    private static let values: [StaticString] = ["0", "1", "yes", "no", "true", "false"]
    static let longest = 5

    /// Returns whether a value means yes or no and its name begins like the name of a flag.
    static func isWhole(_ value: Span<UInt8>, named name: Span<UInt8>) -> Bool {
        value.count <= longest && values.contain(value, 0..<value.count) && isName(name)
    }

    private static func isName(_ name: Span<UInt8>) -> Bool {
        beginnings.contains { beginning in
            let end = beginning.utf8CodeUnitCount
            guard name.count > end, name.isWord(beginning, in: 0..<end) else { return false }
            return name[end] == UInt8(ascii: "_") || name[end] == UInt8(ascii: "-")
                || ByteClass.isLetter(name[end]) && name[end] & 0x20 == 0
        }
    }
}
