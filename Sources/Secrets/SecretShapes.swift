import Bytes

/// Recognizes values by their form, such as keys with a known prefix, wherever they stand.
///
///    ghp_<alnum 36+>                        a prefix, then at least 36 letters and digits
///    eyJ<word 5+>.eyJ<word 2+>.<word 0+>    parts with dots between
///    hooks.example/services/(<word 20>)     only the part in parentheses is masked
///    mega.nz/file/<word 8>#(<word 20+>)     a query may come before the #
///
/// A shape that begins with a word begins after a byte that cannot be part of one. A part takes all bytes that it can. After a part with an
/// exact number of bytes, no further byte of its kind may follow.
///
/// This is a class, because a method of a large value copies the value in each call.
final class SecretShapes: Sendable {
    private enum Part: Sendable {
        case letters([UInt8])
        case run(ByteKind, least: Int, most: Int)
        /// What is masked begins or ends here.
        case mark
    }

    /// The bytes of a part, also as ranges and single characters for people.
    private struct ByteKind: Sendable {
        let bytes: ByteSet
        let characters: String

        init(_ name: String) {
            characters = Self.named[name] ?? name.map(String.init).joined(separator: ", ")
            var bytes = ByteSet()
            for part in characters.split(separator: ", ").map({ Array($0.utf8) }) {
                for byte in part[0]...part[part.count - 1] { bytes.insert(byte) }
            }
            self.bytes = bytes
        }

        private static let named = [
            "digit": "0-9", "hex": "A-F, a-f, 0-9", "alnum": "A-Z, a-z, 0-9", "base32": "A-Z, 2-7", "word": "A-Z, a-z, 0-9, _, -",
            "dotted": "A-Z, a-z, 0-9, _, -, .", "unreserved": "A-Z, a-z, 0-9, _, -, ., ~",
            "base38": "A-Z, 0-9, -, .", "path": "A-Z, a-z, 0-9, _, -, ., ~, !, $, %, *, +, :, =, @",
            "base64": "A-Z, a-z, 0-9, +, /", "signed": "A-Z, a-z, 0-9, +, -", "mixed": "A-Z, a-z, 0-9, +, /, _, -",
        ]
    }

    /// The shapes of a row, and what their values hold.
    private final class Row: Sendable {
        let shapes: [[Part]]
        let content: String?

        init?(_ facts: SecretFacts) {
            guard case .shapes(let patterns, let content) = facts.sign else { return nil }
            (shapes, self.content) = (patterns.map(SecretShapes.parts), content)
        }
    }

    /// The first bytes of a shape, up to four, as a number.
    private struct Beginning: Sendable {
        var mask: UInt32 = 0
        var letters: UInt32 = 0
        /// The row of the shape, and the number of the shape in its row.
        var row = 0
        var number = 0
        /// The place of the next beginning with the same first byte; 0 for none.
        var next = 0
    }

    /// A value that a shape matches.
    struct Found {
        /// What is masked.
        var secret: Range<Int>
        /// Where the shape ends.
        var end: Int
        /// What the value holds, if that is neither a token nor a password.
        var content: String?
    }

    private let rows: FactRows<Row>
    /// The beginnings, after one that no shape has.
    private let beginnings: [Beginning]
    /// For each byte, the place of the first beginning with this first byte; 0 for none.
    private let places: [Int]
    /// The first two letters of the shapes that begin with letters.
    private let firstPairs: BytePairs
    /// The first bytes of the other shapes, which begin with a run or a single letter.
    private let firstBytes: ByteSet

    init(_ table: FactTable) {
        var (pairs, bytes) = (BytePairs(), ByteSet())
        var beginnings = [Beginning()]
        var (first, last) = ([Int](repeating: 0, count: 256), [Int](repeating: 0, count: 256))
        func add(_ beginning: Beginning, _ byte: UInt8) {
            if first[Int(byte)] == 0 { first[Int(byte)] = beginnings.count } else { beginnings[last[Int(byte)]].next = beginnings.count }
            last[Int(byte)] = beginnings.count
            beginnings.append(beginning)
        }
        table.forEachWord(of: "shapes") { word in
            var beginning = Beginning(row: word.row, number: word.number)
            for (index, letter) in table.text[word.range].prefix(4).enumerated() {
                if letter == UInt8(ascii: "<") || letter == UInt8(ascii: "(") || letter == UInt8(ascii: ")") { break }
                beginning.mask |= 0xFF << UInt32(8 * index)
                beginning.letters |= UInt32(letter) << UInt32(8 * index)
            }
            let (letter, second) = (UInt8(beginning.letters & 0xFF), UInt8(beginning.letters >> 8 & 0xFF))
            if letter > 0 {
                add(beginning, letter)
                if second > 0 { pairs.insert(letter, second) } else { bytes.insert(letter) }
            } else {
                let parts = Self.parts(String(decoding: table.text[word.range], as: UTF8.self))
                for byte in UInt8.min...UInt8.max where Self.mayBegin(parts, with: byte) {
                    add(beginning, byte)
                    bytes.insert(byte)
                }
            }
        }
        rows = FactRows(table) { SecretFacts($0).flatMap { Row($0) } }
        (self.beginnings, places, firstPairs, firstBytes) = (beginnings, first, pairs, bytes)
    }

    private static func parts(_ pattern: String) -> [Part] {
        var parts: [Part] = []
        var literal: [UInt8] = []
        func end() {
            if !literal.isEmpty { parts.append(.letters(literal)) }
            literal = []
        }
        var rest = Substring(pattern)
        while let character = rest.popFirst() {
            switch character {
            case "(", ")":
                end()
                parts.append(.mark)
            case "<":
                end()
                let words = rest.prefix { $0 != ">" }.split(separator: " ")
                rest = rest.drop { $0 != ">" }.dropFirst()
                guard words.count == 2 else { return [] }
                let isOpen = words[1].hasSuffix("+")
                let numbers = words[1].prefix { $0 != "+" }.split(separator: "-").compactMap { Int($0) }
                guard let least = numbers.first, let most = numbers.last else { return [] }
                parts.append(.run(ByteKind(String(words[0])), least: least, most: isOpen ? .max : most))
            default: literal += Array(String(character).utf8)
            }
        }
        end()
        return parts
    }

    /// Describes a shape for people: `gh<pour 1>_<alnum 36+>` becomes `gh[1 of p, o, u, r]_[36 or more of A-Z, a-z, 0-9]`.
    static func description(of pattern: String) -> String {
        parts(pattern).map { part -> String in
            switch part {
            case .letters(let letters): return String(decoding: letters, as: UTF8.self)
            case .run(let kind, let least, let most):
                let count = least == most ? "\(least)" : most == .max ? "\(least) or more" : "\(least) to \(most)"
                return "[\(count) of \(kind.characters)]"
            case .mark: return ""
            }
        }.joined()
    }

    private static func mayBegin(_ parts: [Part], with byte: UInt8) -> Bool {
        switch parts.first {
        case .letters(let letters): letters.first == byte
        case .run(let kind, _, _): kind.bytes.contains(byte)
        case .mark: mayBegin(Array(parts.dropFirst()), with: byte)
        case nil: false
        }
    }

    // MARK: Searching

    /// Returns whether a shape that begins with letters may begin with these.
    @inline(__always)
    func mayBegin(withLetters first: UInt8, _ second: UInt8) -> Bool { firstPairs.mayContain(first, second) }

    /// Returns whether a shape may begin with these bytes.
    @inline(__always)
    private func mayBegin(with first: UInt8, _ second: UInt8) -> Bool {
        mayBegin(withLetters: first, second) || firstBytes.contains(first)
    }

    /// Returns what is masked of the shape that begins at a place, and where the shape ends.
    func match(_ bytes: ByteView, at place: Int) -> Found? {
        var index = places[Int(bytes[place])]
        guard index != 0 else { return nil }
        let word = UInt32(truncatingIfNeeded: bytes.word(at: place))
        while index != 0 {
            let beginning = beginnings[index]
            if word & beginning.mask == beginning.letters, let found = match(beginning, bytes, at: place) { return found }
            index = beginning.next
        }
        return nil
    }

    @inline(never)
    private func match(_ beginning: Beginning, _ bytes: ByteView, at start: Int) -> Found? {
        guard let row = rows[beginning.row], beginning.number < row.shapes.count else { return nil }
        var place = start
        var marks: [Int] = []
        for part in row.shapes[beginning.number] {
            switch part {
            case .mark: marks.append(place)
            case .letters(let letters):
                for letter in letters {
                    // JSON may have escaped a slash.
                    if letter == UInt8(ascii: "/"), bytes[place] == SecretSearch.backslash { place += 1 }
                    if letter == UInt8(ascii: "#"), bytes[place] == UInt8(ascii: "?") || bytes[place] == UInt8(ascii: "&") {
                        let most = min(place + Self.longestQuery, bytes.count)
                        place = bytes.firstPlace(of: letter, or: 0x20, from: place, end: most)
                    }
                    guard bytes[place] == letter else { return nil }
                    place += 1
                }
            case .run(let kind, let least, let most):
                let first = place
                while place - first < most, kind.bytes.contains(bytes[place]) { place += 1 }
                // A dot at the end belongs to the sentence around the value.
                while place > first, bytes[place - 1] == UInt8(ascii: ".") { place -= 1 }
                guard place - first >= least, !(place - first == most && kind.bytes.contains(bytes[place]) && least == most) else {
                    return nil
                }
            }
        }
        guard place > start else { return nil }
        return Found(secret: (marks.first ?? start)..<(marks.count > 1 ? marks[1] : place), end: place, content: row.content)
    }

    /// Finds the shapes in a run of base64 letters and right before it, and calls `body` with each. Returns where the last one ends.
    ///
    ///    SG.…   12345:AA…   hooks.example/services/…     the run begins after a dot, colon or #, and the shape before it
    ///    Bearer+eyJ…   /bot…                             a part of the run, after a slash or plus sign
    ///    Bearer aB1…                                     the word before the run, and the run
    func search(_ run: Range<Int>, in bytes: ByteView, from resume: Int, _ body: (Found) -> Void) -> Int {
        var resume = resume
        func look(at place: Int) {
            guard place >= resume, mayBegin(with: bytes[place], bytes[place + 1]), Self.isBoundary(place, in: bytes),
                let found = match(bytes, at: place)
            else { return }
            body(found)
            resume = found.end
        }
        let before = bytes[run.lowerBound - 1]
        if let end = ControlSequence.end(in: bytes, around: run.lowerBound), run.contains(end) { look(at: end) }
        if Self.joining.contains(before) {
            var start = run.lowerBound - 1
            // The shape of a key in a fragment may begin with the host, and a query may come between.
            let slash = before == UInt8(ascii: "#") || before == UInt8(ascii: "!") ? UInt8(ascii: "/") : before
            if before == UInt8(ascii: "#") { start = Self.query(before: start, in: bytes) ?? start }
            start = bytes.skipBack(start, atMost: 64) { Self.isWord($0) || Self.joining.contains($0) || $0 == slash }
            for place in start..<run.lowerBound { look(at: place) }
        } else if before == SecretSearch.backslash || ByteClass.isJSONSpace(before) {
            look(at: bytes.skipBack(run.lowerBound - 1, atMost: 8, while: ByteClass.isLetter))
            // In `\nAKIA…`, the n belongs to an escape.
            look(at: run.lowerBound + 1)
        }
        var place = run.lowerBound
        while place < run.upperBound {
            look(at: place)
            place = bytes.firstPlace(of: UInt8(ascii: "/"), or: UInt8(ascii: "+"), from: place, end: run.upperBound) + 1
        }
        return resume
    }

    /// The maximum length of a query between the beginning of a shape and its fragment.
    private static let longestQuery = 512

    private static let aroundQuery = ByteSet("?# ")

    /// Returns where the query before a fragment begins; nil if there is none.
    private static func query(before hash: Int, in bytes: ByteView) -> Int? {
        let place = (max(hash - longestQuery, 0)..<hash).last { aroundQuery.contains(bytes[$0]) }
        return place.flatMap { bytes[$0] == UInt8(ascii: "?") ? $0 : nil }
    }

    private static func isBoundary(_ place: Int, in bytes: ByteView) -> Bool {
        !isWord(bytes[place]) || !isWord(bytes[place - 1]) || bytes[place + 1] == UInt8(ascii: "~") || isLineEnd(before: place, in: bytes)
            || ControlSequence.end(in: bytes, around: place - 1) == place
    }

    private static let joining = ByteSet(".:|#?!~")

    /// Returns whether the byte before is the letter of `\n`, `\r` or `\t`.
    static func isLineEnd(before place: Int, in bytes: ByteView) -> Bool {
        bytes[place - 2] == SecretSearch.backslash && "nrt".utf8.contains(bytes[place - 1])
    }

    static func isWord(_ byte: UInt8) -> Bool {
        ByteClass.isLetter(byte) || ByteClass.isDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
    }
}

extension Secrets {
    /// Describes a shape of `Resources/services/secrets.json` for people.
    package static func description(ofShape pattern: String) -> String { SecretShapes.description(of: pattern) }
}
