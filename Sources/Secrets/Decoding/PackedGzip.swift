package import Bytes
import CZlib

/// The text that base64 letters hold in compressed form, as gzip (RFC 1952).
///
///    H4sIAAAAAAAAA8soKSkottLXT8zVS61IzC3ISQUA4Nqv2BUAAAA    the letters
///    1F 8B 08 …                                            gzip
///    http://a.example                                      the text
///
/// A few letters may stand for a very long text, so the caller limits the length of the text. The letters are decoded in small pieces, and
/// the first byte that is not text ends the reading.
package struct PackedGzip {
    /// The text up to the end of the letters, up to the damage, or up to the given length. Only in the last case may the text end within a
    /// character.
    package private(set) var text: [UInt8] = []
    /// The number of letters that were read. Text that is not part of the compressed data may follow them.
    package private(set) var letterCount = 0
    /// Whether the data has an end. If not, nothing shows which of the further letters belong to it.
    package private(set) var hasEnd = false
    /// Whether the data is damaged after the text: the data does not match its checksum, is not gzip, or is not text.
    /// Data that was truncated is not damaged.
    package private(set) var isDamaged = false

    /// The first letters of gzip: its mark, and the only compression method that it has. Of 16 million random texts, one begins with them.
    private static let mark: StaticString = "H4sI"
    /// The number of bytes that are decoded at once.
    private static let piece = 256
    /// The maximum number of bytes before the first text: the header with a name, and the tables of the first block.
    private static let longestStart = 1024

    /// Returns whether letters begin like gzip.
    package static func begins(_ letters: Span<UInt8>) -> Bool { ByteView.with(letters) { begins($0, at: 0) } }

    /// Returns whether letters at a position begin like gzip.
    @inline(__always)
    package static func begins(_ bytes: ByteView, at place: Int) -> Bool { bytes.hasPrefix(mark, at: place) }

    /// Returns a copy of a text in which the letters at a position no longer begin like gzip. Returns nil if they do not begin like gzip.
    package static func unmarked(_ text: [UInt8], at place: Int) -> [UInt8]? {
        guard ByteView.with(text.span, { begins($0, at: place) }) else { return nil }
        var text = text
        text[place] = UInt8(ascii: "X")
        return text
    }

    /// Reads a whole value: letters, and perhaps padding. Returns nil if it holds no text, has other bytes, or is damaged.
    ///
    /// - Parameter most: The maximum number of bytes of the text.
    package init?(whole value: Span<UInt8>, atMost most: Int) {
        guard let letters = Base64.letterCount(of: value) else { return nil }
        self.init(value.extracting(0..<letters), atMost: most)
        if isDamaged { return nil }
    }

    /// Reads base64 letters, in either alphabet. Other bytes are skipped. Returns nil if the letters hold no text.
    ///
    /// - Parameter most: The maximum number of bytes of the text.
    package init?(_ letters: Span<UInt8>, atMost most: Int) {
        guard Self.begins(letters), most > 0, let inflater = Inflater() else { return nil }
        var decoder = Base64.Decoder()
        var isText = ReadableText()
        // The bytes up to the last whole character.
        var whole = 0
        var read = 0
        var packed: [UInt8] = []
        var ends: [Int] = []
        var status = Inflater.Status.more
        while status == .more, letterCount < letters.count {
            packed.removeAll(keepingCapacity: true)
            ends.removeAll(keepingCapacity: true)
            while packed.count < Self.piece, letterCount < letters.count {
                let value = Base64.value(letters[letterCount])
                letterCount += 1
                guard let byte = value.flatMap({ decoder.add($0) }) else { continue }
                packed.append(byte)
                ends.append(letterCount)
            }
            let left = inflater.inflate(packed, &status) { byte in
                guard isText.take(byte) else {
                    isDamaged = true
                    return false
                }
                text.append(byte)
                if isText.isComplete { whole = text.count }
                return text.count < most
            }
            if left > 0, left < ends.count { letterCount = ends[ends.count - left - 1] }
            read += packed.count
            if text.isEmpty, read > Self.longestStart { return nil }
        }
        if status == .damaged { isDamaged = true }
        hasEnd = status == .end
        if text.count < most { text.removeSubrange(whole...) }
        if text.isEmpty { return nil }
    }
}

/// A stream of zlib. The stream stays at one address, because zlib keeps a pointer to it.
@safe
private struct Inflater: ~Copyable {
    enum Status { case more, end, damaged, stopped }

    private let stream: UnsafeMutablePointer<z_stream>
    /// The number of bytes that are decompressed at once.
    private static let piece = 1024

    init?() {
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        // Adding 16 to the size of the window makes zlib expect the header of gzip.
        guard unsafe inflateInit2_(stream, MAX_WBITS + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            unsafe stream.deallocate()
            return nil
        }
    }

    deinit {
        unsafe inflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// Decompresses the next bytes of the data, and passes each byte of the text to `take` until `take` returns `false`. Returns the number
    /// of bytes that do not belong to the data.
    borrowing func inflate(_ packed: [UInt8], _ status: inout Status, _ take: (UInt8) -> Bool) -> Int {
        var packed = packed
        // zlib reads and writes only in these buffers, whose sizes it gets.
        return unsafe packed.withUnsafeMutableBufferPointer { packed in
            unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.piece) { output in
                unsafe (stream.pointee.next_in, stream.pointee.avail_in) = (packed.baseAddress, UInt32(packed.count))
                repeat {
                    unsafe (stream.pointee.next_out, stream.pointee.avail_out) = (output.baseAddress, UInt32(output.count))
                    let answer = unsafe CZlib.inflate(stream, Z_NO_FLUSH)
                    for index in unsafe 0..<output.count - Int(stream.pointee.avail_out) where !take(unsafe output[index]) {
                        status = .stopped
                        return unsafe Int(stream.pointee.avail_in)
                    }
                    switch answer {
                    case Z_OK, Z_BUF_ERROR: break
                    case Z_STREAM_END: status = .end
                    default: status = .damaged
                    }
                } while unsafe status == .more && stream.pointee.avail_out == 0
                return unsafe Int(stream.pointee.avail_in)
            }
        }
    }
}
