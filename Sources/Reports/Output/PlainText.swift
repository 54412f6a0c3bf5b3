import Bytes

/// Makes untrusted text safe for a terminal. Safe text contains no control characters and no invisible characters.
///
///    ESC, NUL, line feed     ^[  ^@  ^J
///    U+009B, U+202E, U+200B  <U+009B>  <U+202E>  <U+200B>
///    bytes that are not UTF-8 <FF>
package enum PlainText {
    /// Returns the complete text in safe form.
    package static func safe(_ text: String) -> String { safe(Array(text.utf8)) }

    /// Returns bytes in safe form. The bytes need not be UTF-8.
    package static func safe(_ bytes: [UInt8]) -> String {
        var output = ByteWriter(capacity: bytes.count)
        var left = Int.max
        _ = append(bytes.span, to: &output, left: &left)
        return output.withSpan { $0.string }
    }

    /// Appends bytes in safe form. The bytes need not be UTF-8.
    ///
    /// - Parameter left: The number of characters that may still be appended.
    /// - Returns: Whether all bytes were appended.
    static func append(_ source: Span<UInt8>, to output: inout ByteWriter, left: inout Int) -> Bool {
        ByteView.with(source) { bytes in
            var place = 0
            while place < bytes.count {
                // Printable ASCII is copied, a run at a time. It never continues a character that began before it.
                let run = place..<bytes.printableEnd(from: place, to: bytes.count)
                let length = min(run.count, left)
                bytes.append(place..<place + length, to: &output)
                left -= length
                if length < run.count { return false }
                place = run.upperBound
                if place == bytes.count { return true }
                if left == 0 { return false }
                let piece = piece(of: source, at: place)
                piece.append(to: &output, asciiOnly: false)
                place += piece.length
                left -= 1
            }
            return true
        }
    }

    /// One character of untrusted text, or one byte that is not part of a character.
    enum Piece: Equatable {
        case character(Unicode.Scalar)
        case byte(UInt8)

        /// The number of source bytes.
        var length: Int {
            switch self {
            case .character(let scalar): UTF8.width(scalar)
            case .byte: 1
            }
        }

        /// Appends the piece in its safe form. Returns the number of characters written. If `asciiOnly` is true, every character beyond
        /// ASCII is written as an escape, so that each written character is one column wide on any terminal.
        @discardableResult
        func append(to output: inout ByteWriter, asciiOnly: Bool) -> Int {
            switch self {
            case .character(let scalar):
                let value = scalar.value
                if value >= 0x20, value < 0x7F {
                    output.append(UInt8(value))
                    return 1
                }
                if value < 0x20 || value == 0x7F {
                    output.append(UInt8(ascii: "^"))
                    output.append(UInt8(value) ^ 0x40)
                    return 2
                }
                if !asciiOnly, Visibility.isVisible(scalar) {
                    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { output.append(byte) }
                    return 1
                }
                let digits = hexadecimal(value, digits: 4)
                output.append(string: "<U+\(digits)>")
                return digits.utf8.count + 4
            case .byte(let byte):
                output.append(string: "<\(hexadecimal(UInt32(byte), digits: 2))>")
                return 4
            }
        }
    }

    /// Returns the piece that begins at a position.
    static func piece(of source: Span<UInt8>, at place: Int) -> Piece {
        ByteView.with(source) { $0.scalar(at: place).map(Piece.character) } ?? .byte(source[place])
    }
}

extension ByteView {
    /// Returns the end of the printable ASCII characters from a position on.
    func printableEnd(from start: Int, to end: Int) -> Int {
        var place = start
        while place <= end - 8 {
            let plain = plainBytes(from: place)
            place += plain
            if plain < 8 { return place }
        }
        while place < end, self[place] >= 0x20, self[place] < 0x7F { place += 1 }
        return place
    }
}
