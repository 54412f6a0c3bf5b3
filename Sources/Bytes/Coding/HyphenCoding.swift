/// The coding of Proofpoint's links of version 2: `-XX` stands for `%XX`, and `_` for a slash.
///
///    https-3A__a.example_p-3Fq-3D1
///    https  ://a.example/p  ?q  =1
package enum HyphenCoding {
    /// Reads the code that begins with `byte`. An escape may be written with a percent sign, too.
    ///
    /// - Returns: The byte that the code stands for, and the length of the code.
    package static func read(_ byte: UInt8, _ second: UInt8, _ third: UInt8) -> (byte: UInt8, length: Int) {
        if byte == UInt8(ascii: "-") || byte == PercentCoding.percent, let high = ByteClass.hexadecimal(second),
            let low = ByteClass.hexadecimal(third)
        {
            return (high << 4 | low, 3)
        }
        return (byte == UInt8(ascii: "_") ? UInt8(ascii: "/") : byte, 1)
    }
}
