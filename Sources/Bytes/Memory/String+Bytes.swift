extension String {
    /// Calls `body` with the UTF-8 bytes of the text as a span. A native string is not copied.
    ///
    /// `utf8.span` does the same but requires macOS 26, so macOS 15 needs this method.
    @inlinable @inline(__always)
    package func withBytes<Answer>(_ body: (Span<UInt8>) -> Answer) -> Answer {
        let lent = unsafe utf8.withContiguousStorageIfAvailable { buffer in unsafe body(buffer.span) }
        return lent ?? body(Array(utf8).span)
    }

    /// Returns whether both texts have the same bytes. In contrast, `==` treats a composed letter as equal to its decomposed form.
    @inlinable
    package func hasBytes(of other: String) -> Bool {
        utf8.count == other.utf8.count && withBytes { own in other.withBytes { own.isEqual(to: $0) } }
    }
}

extension Span<UInt8> {
    /// Returns whether both spans have the same bytes.
    @inlinable
    package func isEqual(to other: borrowing Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        return ByteView.with(self) { own in ByteView.with(other) { own.isEqual(0..<own.count, to: $0, 0..<own.count) } }
    }

    /// Returns the first offset of `byte`, which is ASCII, from `start` on, or `end` if `byte` does not occur.
    package func place(of byte: UInt8, from start: Int, end: Int) -> Int {
        ByteView.with(self) { $0.place(of: byte, from: start, end: end) }
    }
}

extension Span<UInt8> {
    /// Returns the line and the column of a byte, both from 1. A line ends with LF, and columns count characters.
    package func lineAndColumn(of place: Int) -> (line: Int, column: Int) {
        var (line, column) = (1, 1)
        for index in 0..<min(place, count) {
            if self[index] == UInt8(ascii: "\n") {
                (line, column) = (line + 1, 1)
            } else if self[index] & 0xC0 != 0x80 {
                column += 1
            }
        }
        return (line, column)
    }

    package var array: [UInt8] { unsafe withUnsafeBufferPointer { unsafe Array($0) } }

    /// The bytes decoded as UTF-8 text.
    package var string: String { unsafe withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) } }

    /// Returns the end of the last UTF-8 character that ends within `most` bytes.
    package func characterEnd(atMost most: Int) -> Int {
        guard count > most else { return count }
        var end = most
        while end > 0, self[end] & 0xC0 == 0x80 { end -= 1 }
        return end
    }

    /// Returns the start of the UTF-8 character to which the byte at a place belongs.
    package func characterStart(at place: Int) -> Int {
        var place = place
        for _ in 0..<3 where place > 0 && place < count && self[place] & 0xC0 == 0x80 { place -= 1 }
        return place
    }

    package var isUTF8: Bool {
        ByteView.with(self) { bytes in
            for place in stride(from: 0, to: bytes.count, by: 8) where bytes.word(at: place) & 0x8080_8080_8080_8080 != 0 {
                return (try? UTF8Span(validating: self)) != nil
            }
            return true
        }
    }
}

extension [UInt8] {
    @inlinable
    package mutating func append(_ bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}

/// A string that is equal only to strings with the same bytes, as JSON keys (RFC 8259, section 8.3) and the names of parameters are.
///
/// In Swift, é written as one scalar equals é written as two scalars. For JSON and for receivers of links, these are different names.
package struct ExactString: Hashable, Sendable {
    package let text: String

    package init(_ text: String) {
        self.text = text
    }

    package static func == (left: Self, right: Self) -> Bool { left.text.hasBytes(of: right.text) }

    package func hash(into hasher: inout Hasher) {
        // The hasher only reads the bytes, and does not keep the pointer.
        text.withBytes { bytes in unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) } }
    }
}

extension ArraySlice<UInt8> {
    /// Returns the index that is so many UTF-8 characters after another one, or the end.
    package func index(after count: Int, charactersFrom start: Int) -> Int {
        var (index, left) = (start, count)
        while index < endIndex, left > 0 {
            index += 1
            while index < endIndex, self[index] & 0xC0 == 0x80 { index += 1 }
            left -= 1
        }
        return index
    }
}
