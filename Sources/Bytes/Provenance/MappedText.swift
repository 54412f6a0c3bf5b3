/// Text from a link, decoded any number of times, with the place in the input link of each byte.
///
///    shop://a?u=https%3A%2F%2Fb         the input link
///               https  :  /  / b        a text from it
///               ^^^^^^^^              original(0..<6): the source of `https:`
///
/// Text that was cut out but not decoded stores only its offset. Text that was percent-decoded once, the usual case, shares
/// the places of the escapes with the text that it is a part of. Only text that was decoded further stores two numbers for each byte.
package struct MappedText: Sendable {
    package let bytes: [UInt8]
    private let places: Places

    private enum Places: Sendable {
        /// The text was not decoded. Byte `i` of the text is at `i` plus this offset in the input link.
        case shifted(Int)
        /// The text was percent-decoded once.
        case decoded(DecodedPart)
        /// Byte `i` came from the bytes `starts[i]..<ends[i]`.
        case each(starts: [UInt32], ends: [UInt32])
        /// Every byte came from all of these bytes, because the text was compressed.
        case all(Range<Int>)
    }

    /// A part of a decoded text. The steps of its ``Origins`` are those of the whole decoded text.
    private struct DecodedPart {
        let steps: [UInt8]
        let stepCount: Int
        /// Where the part begins in the decoded text.
        var start: Int
        /// Where the decoded text begins in the input link.
        let offset: Int

        func original(_ range: Range<Int>) -> Range<Int> {
            ByteView.with(steps.span.extracting(0..<stepCount * Origins.stepSize)) { words in
                let range = Origins(words).original(start + range.lowerBound..<start + range.upperBound)
                return offset + range.lowerBound..<offset + range.upperBound
            }
        }

        /// Returns where a place of the input link is in the part. It may be outside the part.
        func place(of source: Int) -> Int {
            ByteView.with(steps.span.extracting(0..<stepCount * Origins.stepSize)) { Origins($0).decoded(source - offset) } - start
        }
    }

    /// Whether part of the text was encoded in base64 or compressed, where no single byte can be changed by itself.
    package private(set) var isPacked = false

    /// Creates the text of the input link itself.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        places = .shifted(0)
    }

    /// Creates a part of the input link that was decoded once.
    package init(_ decoded: DecodedText, _ range: Range<Int>) {
        bytes = decoded.bytes(range)
        let part = DecodedPart(steps: decoded.steps, stepCount: decoded.escapeCount, start: range.lowerBound, offset: 0)
        let original = part.original(0..<range.count)
        places = original.count == range.count ? .shifted(original.lowerBound) : .decoded(part)
    }

    /// Creates the text that another text holds in compressed form.
    package init(_ bytes: [UInt8], compressedIn outer: MappedText) { self.init(bytes, .all(outer.original), isPacked: true) }

    private init(_ bytes: [UInt8], _ places: Places, isPacked: Bool) {
        self.bytes = bytes
        self.places = places
        self.isPacked = isPacked
    }

    package var count: Int { bytes.count }

    /// Whether the text is a part of the input link that was percent-decoded at most once.
    package var isPart: Bool {
        switch places {
        case .shifted, .decoded: true
        case .each, .all: false
        }
    }

    /// The text for display. Bytes that are not UTF-8 become U+FFFD.
    package var string: String { String(decoding: bytes, as: UTF8.self) }

    /// Returns where bytes of this text came from in the input link. An empty range is a position between two bytes.
    package func original(_ range: Range<Int>) -> Range<Int> {
        switch places {
        case .shifted(let offset): return range.lowerBound + offset..<range.upperBound + offset
        case .decoded(let part):
            let upper = min(range.upperBound, count)
            return part.original(min(range.lowerBound, upper)..<upper)
        case .each(let starts, let ends):
            guard let first = starts.first, let last = ends.last else { return 0..<0 }
            let start = range.lowerBound < starts.count ? Int(starts[range.lowerBound]) : Int(last)
            guard !range.isEmpty else { return start..<start }
            let end = Int(ends[min(range.upperBound, ends.count) - 1])
            // The parts of an assembled text may have another order in the link. For example, an intent's scheme comes after its data.
            return start <= end ? start..<end : Int(first)..<max(Int(first), Int(last))
        case .all(let whole): return range.isEmpty ? whole.lowerBound..<whole.lowerBound : whole
        }
    }

    /// Returns the bytes of this text that came from a range of the input link. Nil if there are none, or if the text is not ``isPart``.
    package func part(from source: Range<Int>) -> Range<Int>? {
        let start: Int
        let end: Int
        switch places {
        case .shifted(let offset): (start, end) = (source.lowerBound - offset, source.upperBound - offset)
        case .decoded(let part): (start, end) = (part.place(of: source.lowerBound), part.place(of: source.upperBound))
        case .each, .all: return nil
        }
        let (first, last) = (max(start, 0), min(end, count))
        return first < last ? first..<last : nil
    }

    /// The range of the input link that the whole text came from.
    package var original: Range<Int> { original(0..<count) }

    package func slice(_ range: Range<Int>) -> MappedText {
        if range == 0..<count { return self }
        switch places {
        case .shifted(let offset):
            return MappedText(Array(bytes[range]), .shifted(offset + range.lowerBound), isPacked: isPacked)
        case .decoded(var part):
            part.start += range.lowerBound
            return MappedText(Array(bytes[range]), .decoded(part), isPacked: isPacked)
        case .each(let starts, let ends):
            return MappedText(Array(bytes[range]), .each(starts: Array(starts[range]), ends: Array(ends[range])), isPacked: isPacked)
        case .all: return MappedText(Array(bytes[range]), places, isPacked: isPacked)
        }
    }

    /// Returns the text with spaces in the place of some bytes.
    package func withSpaces(at indices: some Sequence<Int>) -> MappedText {
        var bytes = bytes
        for index in indices { bytes[index] = 0x20 }
        return MappedText(bytes, places, isPacked: isPacked)
    }

    /// Returns the bytes in `range` percent-decoded once. A `%` without two hex digits after it is kept, as everywhere in linkscope.
    package func percentDecoded(_ range: Range<Int>) -> MappedText {
        guard bytes[range].contains(UInt8(ascii: "%")) else { return slice(range) }
        guard case .shifted(let offset) = places, bytes.count < Int(UInt32.max) else { return decodedAgain(range) }
        var decoded = DecodedText()
        decoded.write(atMost: range.count) { writer in
            var index = range.lowerBound
            while index < range.upperBound {
                let start = index
                let byte = PercentCoding.next(in: bytes.span, at: &index, end: range.upperBound)
                if index > start + 1 { writer.putEscape(byte) } else { writer.put(byte) }
            }
        }
        let part = DecodedPart(steps: decoded.steps, stepCount: decoded.escapeCount, start: 0, offset: offset + range.lowerBound)
        return MappedText(decoded.bytes(0..<decoded.count), .decoded(part), isPacked: isPacked)
    }

    /// Percent-decodes text that has already been decoded.
    private func decodedAgain(_ range: Range<Int>) -> MappedText {
        var builder = Builder(from: self, capacity: range.count)
        var index = range.lowerBound
        while index < range.upperBound {
            let start = index
            let byte = PercentCoding.next(in: bytes.span, at: &index, end: range.upperBound)
            builder.append(byte, from: start..<index)
        }
        return builder.text
    }

    /// Builds text by decoding other text, and records the source range of each new byte.
    package struct Builder {
        let outer: MappedText
        package private(set) var bytes: [UInt8] = []
        private var starts: [UInt32] = []
        private var ends: [UInt32] = []
        private let isPacked: Bool

        package init(from outer: MappedText, capacity: Int, isPacked: Bool = false) {
            self.outer = outer
            self.isPacked = isPacked || outer.isPacked
            bytes.reserveCapacity(capacity)
            starts.reserveCapacity(capacity)
            ends.reserveCapacity(capacity)
        }

        @inline(__always)
        package mutating func append(_ byte: UInt8, from range: Range<Int>) {
            let place = outer.original(range)
            bytes.append(byte)
            starts.append(UInt32(clamping: place.lowerBound))
            ends.append(UInt32(clamping: place.upperBound))
        }

        /// Appends unchanged bytes of the outer text.
        package mutating func append(outer range: Range<Int>) {
            for index in range { append(outer.bytes[index], from: index..<index + 1) }
        }

        /// Appends bytes that do not occur in the outer text. The bytes are mapped to `range`.
        package mutating func append(own text: StaticString, at range: Range<Int>) {
            text.withUTF8Buffer { buffer in
                for index in buffer.indices { append(unsafe buffer[index], from: range) }
            }
        }

        package var text: MappedText { MappedText(bytes, .each(starts: starts, ends: ends), isPacked: isPacked) }
    }

    /// Returns `range`, the text between the quotes of a JSON string, with its escapes decoded. Malformed escapes are kept as written, and
    /// an unpaired surrogate becomes U+FFFD.
    package func jsonDecoded(_ range: Range<Int>) -> MappedText {
        guard bytes[range].contains(UInt8(ascii: "\\")) else { return slice(range) }
        var builder = Builder(from: self, capacity: range.count)
        ByteView.with(bytes.span) { view in
            var index = range.lowerBound
            while index < range.upperBound {
                let start = index
                if view[index] == UInt8(ascii: "\\"), let escape = JSONEscape(in: view, at: index, end: range.upperBound) {
                    index += escape.length
                    for byte in UTF8.encode(escape.scalar) ?? UTF8.encodedReplacementCharacter { builder.append(byte, from: start..<index) }
                } else {
                    index += 1
                    builder.append(view[start], from: start..<index)
                }
            }
        }
        return builder.text
    }

    /// Returns the whole text decoded from base64 in either alphabet, or nil if it is not ``Base64/isReadable(_:)``.
    package func base64Decoded() -> MappedText? {
        guard Base64.isReadable(bytes.span) else { return nil }
        var builder = Builder(from: self, capacity: count / 4 * 3, isPacked: true)
        builder.append(base64: 0..<count)
        return builder.text
    }
}

extension MappedText.Builder {
    /// Appends the bytes decoded from letters of base64. Skips all other bytes of the outer text.
    package mutating func append(base64 range: Range<Int>) {
        var decoder = Base64.Decoder()
        for index in range {
            if let byte = Base64.value(outer.bytes[index]).flatMap({ decoder.add($0) }) { append(byte, from: index - 1..<index + 1) }
        }
    }
}
