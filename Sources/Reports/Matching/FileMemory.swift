import Bytes

/// Remembers parsed files by their text, because thousands of consecutive questions may use the same few files.
struct FileMemory<File> {
    /// A parsed file, and its text as written in the line.
    final class Known {
        let text: [UInt8]
        let file: File

        fileprivate init(text: [UInt8], file: File) {
            self.text = text
            self.file = file
        }

        fileprivate func isOf(_ other: Span<UInt8>) -> Bool {
            let text = text
            return text.span.isSame(as: other)
        }
    }

    /// The maximum size of remembered texts, in bytes. The parsed form of a text takes several times as much memory.
    private static var mostBytes: Int { 4 << 20 }
    /// The minimum number of bytes that each file counts toward the limit.
    private static var leastBytes: Int { 1 << 10 }

    /// The files by the hash of their text. If two texts have the same hash, only the later one is kept.
    private var files: [Int: Known] = [:]
    /// The file that was used last.
    private(set) var last: Known?
    private var bytes = 0

    /// Returns the file for a text that was parsed before. Returns nil if the text is not remembered.
    mutating func known(_ text: Span<UInt8>) -> Known? {
        if let last, last.isOf(text) { return last }
        guard let known = files[text.number], known.isOf(text) else { return nil }
        last = known
        return known
    }

    /// Returns the file for a text. If the text is not remembered, the file is parsed.
    mutating func file<Failure>(_ text: Span<UInt8>, read: () throws(Failure) -> File) throws(Failure) -> File {
        if let known = known(text) { return known.file }
        let known = Known(text: text.array, file: try read())
        let size = max(text.count, Self.leastBytes)
        if bytes + size > Self.mostBytes {
            files.removeAll()
            bytes = 0
        }
        if size <= Self.mostBytes {
            files[text.number] = known
            bytes += size
        }
        last = known
        return known.file
    }
}

extension Span<UInt8> {
    func isSame(as other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        return unsafe withUnsafeBytes { left in
            unsafe other.withUnsafeBytes { right in
                var place = 0
                // Both texts have the same length, so the condition makes sure that eight more bytes are within both texts.
                while place + 8 <= left.count {
                    let (one, two) = unsafe (
                        left.loadUnaligned(fromByteOffset: place, as: UInt64.self),
                        right.loadUnaligned(fromByteOffset: place, as: UInt64.self)
                    )
                    if one != two { return false }
                    place += 8
                }
                while place < left.count {
                    guard unsafe left[place] == right[place] else { return false }
                    place += 1
                }
                return true
            }
        }
    }

    /// A hash of the text. A lookup also compares the texts themselves.
    fileprivate var number: Int {
        var hasher = Hasher()
        unsafe withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
        return hasher.finalize()
    }
}
