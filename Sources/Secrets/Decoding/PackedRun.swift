import Bytes

/// A run of base64 that decodes to text, with the decoded text and the position of each letter group.
///
///    ?u=aHR0cHM6Ly9hLz9wYXNzd29yZD1hYmM&x    the run of letters
///       https://a/?password=abc              its text
///       ^  ^  ^  ^  ^  ^  ^  ^  ^            a group of three bytes for each four letters
///
/// A run begins after a byte that is not a base64 letter, or after the digits of an escape: `%22aHR0…`. JSON may escape the run's slashes
/// as `\/`. Services put other bytes around a link: Bing two letters, Google News a header. So letters that are not text as a whole may
/// still hold a link, or compressed text:
///
///    ?_branch_referrer=H4sIAAAAAAAAA8soKSkottLXTy…    all letters are one group, because each of them may encode any part of the text
struct PackedRun {
    private(set) var range: Range<Int>
    /// The end of the letters that were read. The letters after it may be a run of their own.
    private var readEnd = 0
    private(set) var text: [UInt8] = []
    /// The start of each group, and the end of the last group.
    private(set) var groups: [Int] = []
    /// The number of bytes that a group stands for.
    private(set) var groupSize = 3

    /// The minimum length of a run. Shorter runs may decode to text by accident.
    static let shortest = 16

    /// Returns whether a text has enough letters in a row to be a run.
    static func isPossible(in bytes: ByteView) -> Bool { hasLetters(in: bytes) { _ in true } }

    /// Calls `body` with each place that has enough letters in a row, in source order.
    static func forEachPlace(in bytes: ByteView, _ body: (Range<Int>) -> Void) {
        _ = hasLetters(in: bytes) { letters in
            body(letters)
            return false
        }
    }

    /// Returns whether a condition holds for one of the places with enough letters in a row.
    private static func hasLetters(in bytes: ByteView, where condition: (Range<Int>) -> Bool) -> Bool {
        var (start, place) = (0, 0)
        // The zeros after the end are no letters.
        while place <= bytes.count {
            let others = others(in: ByteBlock(bytes, at: place))
            if !others.isEmpty {
                // Fewer than 16 letters fit between two marks of one block.
                let end = place &+ others.first
                if end &- start >= shortest, hasLetters(start..<end, bytes, where: condition) { return true }
                start = place &+ others.last &+ 1
            }
            place &+= 16
        }
        return false
    }

    /// Marks most bytes that are not letters. `isLetter` rejects the others later.
    @inline(__always)
    private static func others(in block: ByteBlock) -> ByteBlock.Marks {
        block.marks(below: UInt8(ascii: "+")) | block.marks(from: UInt8(ascii: "."), to: UInt8(ascii: "."))
            | block.marks(from: UInt8(ascii: ":"), to: UInt8(ascii: "@"))
    }

    @inline(never)
    private static func hasLetters(_ range: Range<Int>, _ bytes: ByteView, where condition: (Range<Int>) -> Bool) -> Bool {
        var place = range.lowerBound
        while place < range.upperBound {
            var start = place
            while isLetter(place, bytes) { place &+= 1 }
            if bytes[start - 1] == PercentCoding.percent { start = max(start, EscapeChain(bytes, at: start - 1).range.upperBound) }
            if place - start >= shortest, condition(start..<place) { return true }
            place &+= 1
        }
        return false
    }

    /// Calls `body` with the runs at a place with enough letters. If the letters are not text as a whole, the links and the compressed texts in
    /// them and the parts between the slashes are tried.
    ///
    /// - Parameter most: Returns the maximum number of bytes of the next compressed text.
    static func forEach(at run: Range<Int>, in bytes: ByteView, atMost most: () -> Int, _ body: (PackedRun) -> Void) {
        if let packed = PackedRun(bytes, run) { return body(packed) }
        // Bing writes `a1` before the base64, and the source of an email leaves `3D` there (`=3D` is `=`). The run without these two
        // characters is tried only if the whole run is not base64 of a text.
        if bytes.hasPrefix("a1", at: run.lowerBound) || bytes.hasPrefix("3D", at: run.lowerBound),
            let packed = PackedRun(bytes, run.lowerBound + 2..<run.upperBound)
        {
            return body(packed)
        }
        forEachLink(in: run, bytes, atMost: most, body)
        bytes.forEachPart(of: run, separatedBy: UInt8(ascii: "/")) { part in
            if part.count >= shortest, part.count < run.count, let packed = PackedRun(bytes, part) { body(packed) }
        }
    }

    // MARK: Links

    /// Calls `body` with the links and the compressed texts in letters. The letters of `http` depend on its place in a group:
    ///
    ///    aHR0 cHM6           http
    ///    ..h0 dHBz           .http      the second letter begins with bits of the byte before
    ///    ...o dHRw           ..http
    private static func forEachLink(in run: Range<Int>, _ bytes: ByteView, atMost most: () -> Int, _ body: (PackedRun) -> Void) {
        var place = run.lowerBound
        while place < run.upperBound {
            // Each spelling of `http` and the beginning of gzip data contain an `H`, and few other letters are an `H`.
            let letter = bytes.place(of: UInt8(ascii: "H"), from: place, end: run.upperBound)
            guard letter < run.upperBound else { return }
            place = letter + 1
            if PackedGzip.begins(bytes, at: letter), let packed = PackedRun(bytes, gzip: letter..<run.upperBound, atMost: most()) {
                body(packed)
                place = packed.readEnd
                continue
            }
            guard let (start, offset) = link(with: letter, bytes), start >= run.lowerBound + offset,
                let packed = PackedRun(bytes, linkAt: start, offset: offset, end: run.upperBound)
            else { continue }
            body(packed)
            place = packed.range.upperBound
        }
    }

    /// Returns the start of the letters that spell `http` around an `H`, and the number of letters between the start of their group and
    /// them. Returns nil if the `H` is not a part of such letters.
    private static func link(with letter: Int, _ bytes: ByteView) -> (start: Int, offset: Int)? {
        switch bytes[letter - 1] {
        case UInt8(ascii: "a") where bytes.hasPrefix("aHR0c", at: letter - 1): (letter - 1, 0)
        case UInt8(ascii: "d") where letter >= 4 && bytes.hasPrefix("h0dH", at: letter - 3) && rest(bytes[letter - 4], 0xF) == 6:
            (letter - 3, 2)
        case UInt8(ascii: "d") where letter >= 3 && bytes.hasPrefix("odHRw", at: letter - 2) && rest(bytes[letter - 3], 3) == 1:
            (letter - 2, 3)
        default: nil
        }
    }

    /// Returns the last bits of a base64 letter; nil for other bytes.
    private static func rest(_ letter: UInt8, _ bits: UInt8) -> UInt8? { Base64.value(letter).map { $0 & bits } }

    /// Creates a run in which each group stands for one byte of the text.
    init(_ range: Range<Int>, _ text: [UInt8], groups: [Int]) {
        (self.range, self.text, self.groups, groupSize) = (range, text, groups, 1)
    }

    /// Creates the run of a link, which ends before the first byte that is not text.
    private init?(_ bytes: ByteView, linkAt place: Int, offset: Int, end: Int) {
        range = place - offset..<end
        var isText = ReadableText()
        var decoder = Base64.Decoder()
        // The bytes before the link belong to something else.
        let before = max(offset - 1, 0)
        // The bytes up to the last whole character, and the end of its letters.
        var (count, whole) = (0, range.lowerBound)
        for index in range {
            guard let digit = Base64.value(bytes[index]) else { continue }
            if decoder.count % 4 == 0 { groups.append(index) }
            guard let byte = decoder.add(digit) else { continue }
            guard text.count < before || isText.take(byte) else {
                text.removeSubrange(count...)
                range = range.lowerBound..<whole
                break
            }
            text.append(text.count < before ? UInt8(ascii: " ") : byte)
            if isText.isComplete { (count, whole) = (text.count, index + 1) }
        }
        guard range.count >= Self.shortest else { return nil }
        groups = Array(groups.prefix((text.count + groupSize - 1) / groupSize))
        groups.append(range.upperBound)
    }

    /// Creates the run of a compressed text. It ends with the compressed data or, if that is damaged or too long, with the letters.
    @inline(never)
    private init?(_ bytes: ByteView, gzip letters: Range<Int>, atMost most: Int) {
        // Damaged data may have a secret before the damage.
        guard let packed = bytes.withSpan(letters, { PackedGzip($0, atMost: most) }) else { return nil }
        readEnd = letters.lowerBound + packed.letterCount
        range = letters.lowerBound..<(packed.hasEnd ? readEnd : letters.upperBound)
        (text, groups, groupSize) = (packed.text, [range.lowerBound, range.upperBound], packed.text.count)
    }

    @inline(__always)
    private static func isLetter(_ index: Int, _ bytes: ByteView) -> Bool {
        Base64.isLetter(bytes[index]) || bytes[index] == UInt8(ascii: "\\") && bytes[index + 1] == UInt8(ascii: "/")
    }

    /// Creates a run. Returns nil if the letters do not decode to text. Text that is truncated in the middle of a character is accepted.
    private init?(_ bytes: ByteView, _ range: Range<Int>) {
        self.range = range
        guard isText(bytes) else { return nil }
        var decoder = Base64.Decoder()
        for index in range {
            guard let digit = Base64.value(bytes[index]) else { continue }
            if decoder.count % 4 == 0 { groups.append(index) }
            if let byte = decoder.add(digit) { text.append(byte) }
        }
        // A group that was truncated after its first letter has no complete byte.
        if decoder.count % 4 == 1 { groups.removeLast() }
        groups.append(range.upperBound)
    }

    private func isText(_ bytes: ByteView) -> Bool {
        var isText = ReadableText()
        var decoder = Base64.Decoder()
        for index in range {
            guard let digit = Base64.value(bytes[index]) else { continue }
            if let byte = decoder.add(digit), !isText.take(byte) { return false }
        }
        return decoder.count >= Self.shortest
    }
}
