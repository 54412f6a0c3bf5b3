import Bytes

/// Converts scalars to lines of glyphs. It reads no further than a line needs.
///
/// Each scalar becomes a piece: a glyph, or an escape of several. Glyphs that do not fit into a line wait in `pending` for the next one.
struct SafeTextWriter<Bytes: Collection> where Bytes.Element == UInt8 {
    private var reader: ScalarReader<Bytes>
    private let sanitizer: Sanitizer
    private var pending: ArraySlice<SafeText.Element> = []
    private var endsLine = false
    /// The kind of the last scalar, which determines how the marks and joiners after that scalar are shown.
    private var previous: Previous = .nothing
    /// A scalar that was already read but belongs to the next piece.
    private var ahead: (reading: ScalarReader<Bytes>.Reading, offset: Int)?

    private enum Previous { case nothing, base, emoji, hangul }

    init(reader: ScalarReader<Bytes>, sanitizer: Sanitizer) {
        self.reader = reader
        self.sanitizer = sanitizer
    }

    var isAtEnd: Bool { pending.isEmpty && ahead == nil && reader.isAtEnd }

    private var offset: Int { pending.first.map { Int($0.offset) } ?? ahead?.offset ?? reader.offset }

    /// Returns the next line of at most `limit` columns. The rest goes to the next line if `isWrapping` is true, and is cut otherwise.
    ///
    /// A wrapped line never ends within an escape, because `limit` is then at least 10. So each line begins at a scalar of the source.
    mutating func line(columns limit: Int, breaksLines: Bool, isWrapping: Bool = false) -> SafeText {
        var line = SafeText()
        let start = offset
        while true {
            if isWrapping, !pending.isEmpty, line.columns + pendingColumns > limit { return finish(line, start, isCut: false) }
            while let next = pending.first {
                guard line.columns + Int(next.glyph.width) <= limit else { return finish(line, start, isCut: true) }
                line.append(next.glyph, isUnsafe: next.isUnsafe, offset: Int(next.offset))
                pending.removeFirst()
            }
            if endsLine {
                endsLine = false
                return finish(line, start, isCut: false)
            }
            // The writer looks one scalar ahead, because a full line may still receive marks for its last glyph.
            guard let (reading, offset) = nextReading() else { return finish(line, start, isCut: false) }
            switch reading {
            case .invalid(let byte):
                escape("<" + hexadecimal(UInt32(byte), digits: 2) + ">", offset)
            case .scalar(let scalar):
                if scalar.value >= 0x20, scalar.value < 0x7F {
                    previous = .base
                    if line.columns < limit {
                        line.append(Glyph(scalar), isUnsafe: false, offset: offset)
                    } else {
                        emit(Glyph(scalar), offset)
                    }
                } else {
                    show(scalar, offset, in: &line)
                    if breaksLines, scalar == "\n" { endsLine = true }
                }
            }
        }
    }

    private var pendingColumns: Int { pending.reduce(0) { $0 + Int($1.glyph.width) } }

    private mutating func nextReading() -> (ScalarReader<Bytes>.Reading, Int)? {
        if let ahead {
            self.ahead = nil
            return (ahead.reading, ahead.offset)
        }
        let offset = reader.offset
        return reader.next().map { ($0, offset) }
    }

    private func finish(_ line: SafeText, _ start: Int, isCut: Bool) -> SafeText {
        var line = line
        line.isCut = isCut
        line.source = start..<max(start, offset)
        return line
    }

    /// Shows a scalar. A mark that fits on the last glyph is added to the line at once; everything else goes to `pending`.
    private mutating func show(_ scalar: Unicode.Scalar, _ offset: Int, in line: inout SafeText) {
        switch Treatment.of(scalar) {
        case .backslash(let letter): escape("\\" + String(letter), offset)
        case .caret(let letter): escape("^" + String(letter), offset)
        case .escape: escape(scalar, offset)
        case .joiner(let isSkinTone): join(scalar, isSkinTone: isSkinTone, offset)
        case _ where sanitizer.encoding == .ascii: escape(scalar, offset)
        case .spaces(let width): escape(String(repeating: " ", count: width), offset)
        case .itself(let width):
            let isHangul = (0x1100...0x115F).contains(scalar.value) || (0xAC00...0xD7A3).contains(scalar.value)
            previous = scalar.properties.isEmoji ? .emoji : isHangul ? .hangul : .base
            emit(Glyph(scalar, width: width), offset)
        case .jamo:
            guard previous == .hangul, line.addMarkToLast(scalar) else {
                escape(scalar, offset)
                return
            }
        case .mark:
            addMark(scalar, offset, in: &line)
        }
    }

    private mutating func join(_ scalar: Unicode.Scalar, isSkinTone: Bool, _ offset: Int) {
        if previous == .emoji {
            if sanitizer.encoding == .utf8, sanitizer.joiners == .sign { escape("\u{B7}", offset) } else { escape(scalar, offset) }
            previous = .emoji
        } else if isSkinTone, sanitizer.encoding == .utf8 {
            emit(Glyph(scalar, width: 2), offset)
            previous = .emoji
        } else {
            escape(scalar, offset)
        }
    }

    /// Adds a mark to the previous glyph, or else to a dotted circle. Marks after the fourth are counted in an escape, such as `<+2>`.
    private mutating func addMark(_ scalar: Unicode.Scalar, _ offset: Int, in line: inout SafeText) {
        if previous != .nothing, line.addMarkToLast(scalar) { return }
        guard previous != .nothing, line.columns > 0 else {
            var circle = Glyph("\u{25CC}")
            _ = circle.add(mark: scalar)
            emit(circle, offset)
            previous = .base
            return
        }
        var extra = 1
        // The number is limited, so that reading a line of nothing but marks takes about as long as reading ordinary lines.
        while extra < 64, let (reading, next) = nextReading() {
            guard case .scalar(let more) = reading, Treatment.of(more) == .mark else {
                ahead = (reading, next)
                break
            }
            extra += 1
        }
        escape("<+\(extra)>", offset)
    }

    private mutating func emit(_ glyph: Glyph, _ offset: Int) {
        pending = [SafeText.Element(glyph: glyph, isUnsafe: false, offset: UInt32(clamping: offset))]
    }

    private mutating func escape(_ text: String, _ offset: Int) {
        pending = ArraySlice(
            text.unicodeScalars.map { SafeText.Element(glyph: Glyph($0), isUnsafe: true, offset: UInt32(clamping: offset)) }
        )
        previous = .nothing
    }

    private mutating func escape(_ scalar: Unicode.Scalar, _ offset: Int) {
        escape("<U+" + hexadecimal(scalar.value, digits: 4) + ">", offset)
    }
}

/// Reads UTF-8 strictly, one scalar at a time. Each invalid byte is returned separately.
///
/// Strictly means by the rules of RFC 3629: overlong forms, surrogates and values above U+10FFFF are invalid.
struct ScalarReader<Bytes: Collection> where Bytes.Element == UInt8 {
    enum Reading {
        case scalar(Unicode.Scalar)
        case invalid(UInt8)
    }

    private let bytes: Bytes
    private(set) var index: Bytes.Index
    /// The offset of the next byte in the source.
    private(set) var offset: Int

    init(_ bytes: Bytes, offset: Int = 0) {
        self.bytes = bytes
        index = bytes.startIndex
        self.offset = offset
    }

    var isAtEnd: Bool { index == bytes.endIndex }

    mutating func next() -> Reading? {
        guard index != bytes.endIndex else { return nil }
        let lead = bytes[index]
        bytes.formIndex(after: &index)
        offset += 1
        if lead < 0x80 { return .scalar(Unicode.Scalar(lead)) }
        guard let length = UTF8Form.length(after: lead) else { return .invalid(lead) }
        var value = UInt32(lead) & (0x7F >> UInt32(length))
        var (look, last) = (index, lead)
        for _ in 1..<length {
            guard look != bytes.endIndex, UTF8Form.next(after: last).contains(bytes[look]) else { return .invalid(lead) }
            last = bytes[look]
            value = value << 6 | UInt32(last & 0x3F)
            bytes.formIndex(after: &look)
        }
        guard let scalar = Unicode.Scalar(value) else { return .invalid(lead) }
        index = look
        offset += length - 1
        return .scalar(scalar)
    }
}
