/// Bytes that are written one after another, in memory that is kept from link to link.
///
/// An `Array` looks at its owner, its capacity and its bounds for each append; here one comparison does, and short pieces go over in two
/// machine words. `ensure` always leaves `slack` bytes behind what was asked for: whoever writes whole words past the end stays inside.
///
/// Nothing outside gets hold of the memory but for the time of a closure.
@_spi(Flat)
@safe
public struct ByteWriter: ~Copyable {
    @usableFromInline static let slack = 32

    @usableFromInline var memory: UnsafeMutablePointer<UInt8>
    @usableFromInline var capacity: Int
    @usableFromInline var used = 0

    /// No bytes yet, and room for so many.
    public init(capacity: Int = 1 << 10) {
        self.capacity = capacity + Self.slack
        unsafe memory = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity + Self.slack)
    }

    deinit { unsafe memory.deallocate() }

    /// How many bytes were written.
    @inlinable public var count: Int { used }

    /// Forgets what was written and keeps the room.
    @inlinable public mutating func removeAll() { used = 0 }

    /// Forgets what was written from a place on.
    @inlinable public mutating func removeAll(from place: Int) { used = Swift.min(used, Swift.max(place, 0)) }

    /// Gives back memory that one large text has needed.
    public mutating func shrink(to most: Int) {
        guard capacity > most + Self.slack, used <= most else { return }
        resize(to: most + Self.slack)
    }

    /// Makes room for so many more bytes, and `slack` behind them.
    @inlinable
    @inline(__always)
    public mutating func ensure(_ more: Int) {
        if capacity &- used < more &+ Self.slack { grow(more) }
    }

    @usableFromInline
    @inline(never)
    mutating func grow(_ more: Int) {
        resize(to: Swift.max(capacity * 2, used + more + Self.slack))
    }

    private mutating func resize(to size: Int) {
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: size)
        // `used` is at most the old capacity, and the new one holds it.
        unsafe larger.update(from: memory, count: used)
        unsafe memory.deallocate()
        unsafe memory = larger
        capacity = size
    }

    /// Lends what was written.
    @inlinable
    @inline(__always)
    public borrowing func withSpan<Answer>(_ body: (Span<UInt8>) -> Answer) -> Answer {
        // The first `used` bytes are initialised, and nobody writes while they are borrowed.
        body(unsafe UnsafeBufferPointer(start: memory, count: used).span)
    }

    /// Lends a part of what was written.
    @inlinable
    @inline(__always)
    public borrowing func withSpan<Answer>(_ range: Range<Int>, _ body: (Span<UInt8>) -> Answer) -> Answer {
        let range = range.clamped(to: 0..<used)
        return body(unsafe UnsafeBufferPointer(start: memory + range.lowerBound, count: range.count).span)
    }

    /// A copy of what was written.
    public var bytes: [UInt8] { unsafe Array(UnsafeBufferPointer(start: memory, count: used)) }
}

/// Writing
@_spi(Flat)
extension ByteWriter {
    /// Appends one byte.
    @inlinable
    @inline(__always)
    public mutating func append(_ byte: UInt8) {
        ensure(1)
        unsafe memory[used] = byte
        used &+= 1
    }

    /// Text of our own.
    @inlinable
    @inline(__always)
    public mutating func append(_ text: StaticString) {
        let count = text.utf8CodeUnitCount
        ensure(count)
        // A literal of more than one character has a pointer to that many bytes.
        unsafe ByteCopy.copy(text.utf8Start, to: memory + used, count)
        used &+= count
    }

    /// Appends bytes.
    @inlinable
    @inline(__always)
    public mutating func append(_ bytes: Span<UInt8>) {
        ensure(bytes.count)
        let end = unsafe memory + used
        unsafe bytes.withUnsafeBufferPointer { source in
            // There is room for `count` bytes, and a span never overlaps memory that is being written to.
            if let start = source.baseAddress { unsafe ByteCopy.copy(start, to: end, source.count) }
        }
        used &+= bytes.count
    }

    /// A part of other bytes.
    @inlinable
    @inline(__always)
    public mutating func append(_ bytes: Span<UInt8>, _ range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
        ensure(range.count)
        let end = unsafe memory + used
        unsafe bytes.withUnsafeBufferPointer { source in
            // The range lies in the source, as checked; the rest is as above.
            if let start = source.baseAddress { unsafe ByteCopy.copy(start + range.lowerBound, to: end, range.count) }
        }
        used &+= range.count
    }

    /// Appends a text.
    public mutating func append(string text: String) {
        var text = text
        ensure(text.utf8.count)
        let end = unsafe memory + used
        used += text.withUTF8 { source in
            // There is room for the text's bytes.
            if let start = source.baseAddress { unsafe ByteCopy.copy(start, to: end, source.count) }
            return source.count
        }
    }

    /// Writes once more what stands at an earlier place.
    @inlinable
    public mutating func `repeat`(_ range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= used)
        ensure(range.count)
        // Both lie in the memory, the copy behind what is read.
        unsafe ByteCopy.copy(memory + range.lowerBound, to: memory + used, range.count)
        used &+= range.count
    }

    /// `•`, so many times.
    public mutating func appendBullets(_ count: Int) {
        ensure(count * 3)
        for _ in 0..<count {
            // Three bytes each, for which there is room.
            unsafe memory[used] = 0xE2
            unsafe memory[used + 1] = 0x80
            unsafe memory[used + 2] = 0xA2
            used &+= 3
        }
    }

    /// A number in decimal digits.
    public mutating func append(decimal value: Int) {
        guard value >= 10 || value < 0 else { return append(0x30 + UInt8(value)) }
        append(string: String(value))
    }
}

/// Copying short pieces of memory, which is most of what a report is made of.
@usableFromInline
enum ByteCopy {
    /// Copies `count` bytes to where they do not overlap.
    @inlinable
    @inline(__always)
    static func copy(_ source: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>, _ count: Int) {
        let from = unsafe UnsafeRawPointer(source)
        let to = UnsafeMutableRawPointer(target)
        // Each load and store lies within the first or last bytes of the two, so none leaves them.
        if count >= 8 {
            if count > 32 {
                unsafe target.update(from: source, count: count)
                return
            }
            if count > 16 {
                let first = unsafe from.loadUnaligned(as: SIMD16<UInt8>.self)
                let last = unsafe from.loadUnaligned(fromByteOffset: count &- 16, as: SIMD16<UInt8>.self)
                unsafe to.storeBytes(of: first, as: SIMD16<UInt8>.self)
                unsafe to.storeBytes(of: last, toByteOffset: count &- 16, as: SIMD16<UInt8>.self)
                return
            }
            let first = unsafe from.loadUnaligned(as: UInt64.self)
            let last = unsafe from.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
            unsafe to.storeBytes(of: first, as: UInt64.self)
            unsafe to.storeBytes(of: last, toByteOffset: count &- 8, as: UInt64.self)
        } else if count >= 4 {
            let first = unsafe from.loadUnaligned(as: UInt32.self)
            let last = unsafe from.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
            unsafe to.storeBytes(of: first, as: UInt32.self)
            unsafe to.storeBytes(of: last, toByteOffset: count &- 4, as: UInt32.self)
        } else {
            for index in 0..<Swift.max(count, 0) { unsafe target[index] = source[index] }
        }
    }
}

/// Copying as far as nothing has to be looked at: eight bytes at a time, of which only those count that come before the first special one.
@_spi(Flat)
extension ByteWriter {
    /// Appends bytes with each `%XX` replaced by the byte it stands for. `digits` tells the value of a hex digit, 16 and more for others.
    @inlinable
    @inline(__always)
    public mutating func appendDecoded(_ bytes: Span<UInt8>, from start: Int, to end: Int, digits: (UInt8) -> UInt8) {
        let end = Swift.min(end, bytes.count)
        guard start >= 0, start < end else { return }
        ensure(end &- start)
        var target = unsafe memory + used
        unsafe bytes.withUnsafeBufferPointer { source in
            guard let from = source.baseAddress else { return }
            var place = start
            // Reads end at `end`, which lies in the source, and no more bytes are written than read.
            while place < end {
                var byte = unsafe from[place]
                place &+= 1
                if byte == 0x25, place &+ 1 < end {
                    let high = unsafe digits(from[place])
                    let low = unsafe digits(from[place &+ 1])
                    if high | low < 16 {
                        byte = high << 4 | low
                        place &+= 2
                    }
                }
                unsafe target.pointee = byte
                unsafe target += 1
            }
        }
        used = unsafe target - memory
    }

    /// Appends the inside of a JSON string as far as it shows: quotes and backslashes with a backslash before them. Where the first other
    /// byte stands that a writer of JSON has to look at, or `end`: a control character, what is beyond ASCII.
    @inlinable
    public mutating func appendQuoted(_ bytes: Span<UInt8>, from start: Int, to end: Int) -> Int {
        let end = Swift.min(end, bytes.count)
        guard start >= 0, start < end else { return Swift.max(start, end) }
        // At worst each byte gets a backslash.
        ensure((end &- start) &* 2)
        var target = unsafe memory + used
        let stop = unsafe bytes.withUnsafeBufferPointer { source in
            guard let from = source.baseAddress else { return start }
            var place = start
            // Reads end at `end`, which lies in the source; a byte read makes two written at most, and a word's rest falls into the slack.
            while place < end {
                if place &+ 8 <= end {
                    let word = unsafe UnsafeRawPointer(from).loadUnaligned(fromByteOffset: place, as: UInt64.self)
                    unsafe UnsafeMutableRawPointer(target).storeBytes(of: word, as: UInt64.self)
                    let found = WordTest.special(UInt64(littleEndian: word))
                    let plain = found == 0 ? 8 : found.trailingZeroBitCount >> 3
                    place &+= plain
                    unsafe target += plain
                    if found == 0 { continue }
                }
                let byte = unsafe from[place]
                if byte == 0x22 || byte == 0x5C {
                    unsafe target[0] = 0x5C
                    unsafe target[1] = byte
                    unsafe target += 2
                } else if byte >= 0x20, byte < 0x7F {
                    unsafe target[0] = byte
                    unsafe target += 1
                } else {
                    return place
                }
                place &+= 1
            }
            return place
        }
        used = unsafe target - memory
        return stop
    }
}

/// Questions put to eight bytes at once, after the "has a zero byte" trick: the lowest bit that is set stands in the first byte asked for.
@usableFromInline
enum WordTest {
    @inlinable static var low: UInt64 { 0x0101_0101_0101_0101 }
    @inlinable static var high: UInt64 { 0x8080_8080_8080_8080 }

    @inlinable
    @inline(__always)
    static func special(_ word: UInt64) -> UInt64 {
        let quote = word ^ (low &* 0x22)
        let backslash = word ^ (low &* 0x5C)
        let delete = word ^ (low &* 0x7F)
        let found =
            ((quote &- low) & ~quote) | ((backslash &- low) & ~backslash) | ((delete &- low) & ~delete)
            | ((word &- (low &* 0x20)) & ~word) | word
        return found & high
    }
}
