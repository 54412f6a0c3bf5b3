/// The escapes of quoted-printable (RFC 2045, section 6.7), which mails use: `=XX`, with the digits and capital letters of a hexadecimal number.
package enum QuotedPrintableCoding {
    /// Returns the byte that the escape at `index` stands for, or nil if there is no escape at that place.
    package static func escape(in bytes: Span<UInt8>, at index: Int, end: Int) -> UInt8? {
        guard index + 2 < end, bytes[index] == UInt8(ascii: "="), let high = digit(bytes[index + 1]), let low = digit(bytes[index + 2])
        else { return nil }
        return high << 4 | low
    }

    /// Returns whether the `=` at `index` ended a broken line whose line break was removed. If so, an escaped `=`, which is `=3D`, follows.
    package static func isLostBreak(in bytes: Span<UInt8>, at index: Int, end: Int) -> Bool {
        index + 1 < end && bytes[index] == UInt8(ascii: "=") && escape(in: bytes, at: index + 1, end: end) == UInt8(ascii: "=")
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        ByteClass.isDigit(byte) || (0x41...0x46).contains(byte) ? ByteClass.hexadecimal(byte) : nil
    }
}
