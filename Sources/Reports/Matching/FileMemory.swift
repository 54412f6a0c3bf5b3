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

    /// Returns the file whose text begins at a place of the line, if it was parsed before.
    mutating func known(at start: Int, of line: Span<UInt8>) -> Known? {
        // In most cases, the line contains the file that was used last, so its length is known.
        if let last, start + last.text.count < line.count, last.isOf(line.extracting(start..<start + last.text.count)) { return last }
        return Self.end(ofValueAt: start, in: line).flatMap { known(line.extracting(start..<$0)) }
    }

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

    /// Returns the end of the object, array or string at `start`. The result is correct only if the value is valid JSON. The caller makes
    /// sure of this by comparing the text with a known file.
    private static func end(ofValueAt start: Int, in line: Span<UInt8>) -> Int? {
        var depth = 0
        var isInString = false
        var place = start
        while place < line.count {
            let byte = line[place]
            place += 1
            if isInString {
                if byte == UInt8(ascii: "\\") { place += 1 } else if byte == UInt8(ascii: "\"") { isInString = false } else { continue }
                if isInString { continue }
            } else {
                switch byte {
                case UInt8(ascii: "\""): isInString = true
                case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
                default: break
                }
                if isInString { continue }
            }
            if depth == 0 { return place }
        }
        return nil
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
