/// The coding of Proofpoint's links of version 3, `__T__;B!…`: each `*` in the link T stands for one byte that B holds in base64, and `**X`
/// for as many as the letter X says.
///
///    __https://a.example/*top*3Fq__;IyU!!x    B is IyU, which is #%
///      https://a.example/#top%3Fq             the link
package struct AsteriskCoding {
    /// The link with its asterisks.
    package let link: Range<Int>
    /// The bytes that the asterisks stand for, in order.
    private var standing: [UInt8] = []
    /// Whether these bytes are base64 up to the `!` after them. Otherwise the link was truncated or changed.
    package private(set) var isComplete = true

    /// Finds the parts of a link that begins at `start`, after `__`. Returns nil if no `__;` follows.
    package init?(_ bytes: ByteView, at start: Int) {
        var end = start
        while !bytes.hasPrefix("__;", at: end) {
            guard end < bytes.count else { return nil }
            end += 1
        }
        link = start..<end
        var decoder = Base64.Decoder()
        var place = end + 3
        while bytes[place] != UInt8(ascii: "!") {
            if let value = Base64.value(bytes[place]) {
                if let byte = decoder.add(value) { standing.append(byte) }
            } else if bytes[place] != UInt8(ascii: "=") {
                isComplete = false
                return
            }
            place += 1
        }
    }

    /// Calls `body` with each byte of the link and the place of its code.
    ///
    /// - Parameter text: The text of the link with its asterisks.
    /// - Returns: Whether there are as many bytes as the asterisks stand for.
    package func decode(_ link: Range<Int>, in text: ByteView, _ body: (UInt8, Range<Int>) -> Void) -> Bool {
        var rest = standing[...]
        var isWhole = true
        var index = link.lowerBound
        while index < link.upperBound {
            let byte = text[index]
            var next = index + 1
            if byte == UInt8(ascii: "*") {
                var count = 1
                if next + 1 < link.upperBound, text[next] == byte, let value = Self.runLength(text[next + 1]) {
                    (count, next) = (value, next + 2)
                }
                if rest.count < count { isWhole = false }
                for byte in rest.prefix(count) { body(byte, index..<next) }
                rest = rest.dropFirst(count)
            } else {
                body(byte, index..<next)
                // A mail server may have collapsed // to /.
                if byte == UInt8(ascii: ":"), Self.isSchemeEnd(index, of: link, in: text) { body(UInt8(ascii: "/"), index..<next) }
            }
            index = next
        }
        return isWhole && rest.isEmpty
    }

    /// Returns whether this is the colon of `scheme:/x`, in which a slash is missing.
    private static func isSchemeEnd(_ colon: Int, of link: Range<Int>, in text: ByteView) -> Bool {
        guard colon + 2 < link.upperBound, text[colon + 1] == UInt8(ascii: "/"), text[colon + 2] != UInt8(ascii: "/") else { return false }
        return colon > link.lowerBound && (link.lowerBound..<colon).allSatisfy { ByteClass.isSchemeTail(text[$0]) }
    }

    /// Returns the number of bytes that a letter stands for: A is 2, and `_`, the last one, 65.
    private static func runLength(_ letter: UInt8) -> Int? {
        guard letter != UInt8(ascii: "+"), letter != UInt8(ascii: "/") else { return nil }
        return Base64.value(letter).map { Int($0) + 2 }
    }
}

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
