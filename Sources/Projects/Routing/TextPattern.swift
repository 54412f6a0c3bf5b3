import Bytes
import Deciding

/// A set of texts, as sets of bytes that follow each other: what leads to a route, or what an app claims. All kinds of patterns are read into
/// it, matched in one way, and compared in one way.
///
/// Where the files leave something open, it has too many texts rather than too few, so that "they have no text in common" is certain.
struct TextPattern {
    /// Bytes of a set, between a least and a most number of times.
    struct Piece {
        var set: SIMD4<UInt64>
        var least = 1
        var most = 1
        /// The parameter whose value the bytes are a part of.
        var name: String?

        func has(_ byte: UInt8) -> Bool { set[Int(byte >> 6)] >> UInt64(byte & 63) & 1 != 0 }

        /// Whether it stands for exactly one byte.
        var isSingle: Bool { least == 1 && most == 1 }

        /// Anything, or nothing.
        static let rest = Piece(set: any, least: 0, most: .max)
        /// One byte or more, but no `/`.
        static let segment = Piece(set: TextPattern.segment, most: .max)
    }

    /// The ways to match: one for each combination of alternatives.
    private(set) var forms: [[Piece]] = [[]]
    /// Whether a part is not understood or not read. It stands for anything, or for anything within its segment.
    private(set) var isUncertain = false

    /// The most alternatives, pieces in all of them, and steps of one comparison.
    private static let (mostForms, mostPieces, mostSteps) = (64, 10_000, 1 << 20)

    static let any = SIMD4<UInt64>(repeating: .max)
    static let segment = any & ~set("/")

    static let anything = TextPattern().followed(by: .rest)

    /// The number of pieces of all forms.
    var size: Int { forms.reduce(0) { $0 + $1.count } }

    static func set(_ characters: String) -> SIMD4<UInt64> { set(characters.utf8) }

    private static func set(_ bytes: some Sequence<UInt8>) -> SIMD4<UInt64> {
        bytes.reduce(into: SIMD4()) { $0[Int($1 >> 6)] |= 1 << UInt64($1 & 63) }
    }

    mutating func append(_ text: some StringProtocol) {
        for byte in text.utf8 { append(Piece(set: Self.set([byte]))) }
    }

    mutating func append(_ piece: Piece) {
        let isFull = (forms.last?.count ?? 0) * forms.count >= Self.mostPieces
        isUncertain = isUncertain || isFull
        for index in forms.indices {
            if isFull, let last = forms[index].indices.last { forms[index][last] = .rest } else { forms[index].append(piece) }
        }
    }

    func followed(by text: some StringProtocol) -> TextPattern {
        var pattern = self
        pattern.append(text)
        return pattern
    }

    func followed(by pieces: Piece...) -> TextPattern {
        pieces.reduce(into: self) { $0.append($1) }
    }

    func followed(by other: TextPattern) -> TextPattern {
        var pattern = self
        pattern.forms = forms.flatMap { form in other.forms.map { form + $0 } }
        return pattern
    }

    /// With a host behind it, which may begin with `*`; nil for any.
    func followed(byHost host: String?) -> TextPattern {
        guard let host, host != "*" else { return followed(by: .segment) }
        return host.hasPrefix("*") ? followed(by: .segment).followed(by: host.dropFirst().lowercased()) : followed(by: host.lowercased())
    }

    /// Appends a parameter.
    ///
    /// - Parameter constraint: A regular expression. Sets, repetitions and alternatives without parentheses are understood.
    mutating func appendParameter(_ name: String, constraint: String? = nil) {
        guard let constraint else { return append(Piece(set: Self.segment, most: .max, name: name)) }
        appendAlternatives(constraint.split(separator: "|", omittingEmptySubsequences: false).map { Self.pieces($0, name: name) }, name)
    }

    /// Appends one of these texts.
    mutating func appendAlternatives(_ pieces: [[Piece]?], _ name: String) {
        let isShort = (forms.last?.count ?? 0) * forms.count < Self.mostPieces
        guard isShort, forms.count * pieces.count <= Self.mostForms, pieces.allSatisfy({ $0 != nil }) else {
            isUncertain = true
            return append(Piece(set: Self.segment, least: 0, most: .max, name: name))
        }
        forms = forms.flatMap { form in pieces.compactMap { $0 }.map { form + $0 } }
    }

    /// Makes what has been appended since a copy optional.
    mutating func makeOptional(since earlier: TextPattern) {
        guard forms.count + earlier.forms.count > Self.mostForms else { return forms += earlier.forms }
        self = earlier.followed(by: .rest)
        isUncertain = true
    }

    /// Reads a regular expression without alternatives; nil if it has more than sets and repetitions.
    static func pieces(_ text: some StringProtocol, name: String) -> [Piece]? {
        var pieces: [Piece] = []
        var rest = Substring(text).unicodeScalars
        while let scalar = rest.popFirst() {
            guard scalar.isASCII || scalar.properties.isAlphabetic else { return nil }
            switch scalar {
            case "^" where pieces.isEmpty, "$" where rest.isEmpty: break
            case "(", ")", "^", "$": return nil
            case "*" where !pieces.isEmpty: (pieces[pieces.count - 1].least, pieces[pieces.count - 1].most) = (0, .max)
            case "+" where !pieces.isEmpty: pieces[pieces.count - 1].most = .max
            // After a repetition, it only says that the repetition is short.
            case "?" where !pieces.isEmpty: if pieces[pieces.count - 1].most == 1 { pieces[pieces.count - 1].least = 0 }
            case "{" where !pieces.isEmpty:
                let counts = rest.prefix { $0 != "}" }
                rest = rest.dropFirst(counts.count + 1)
                let numbers = String(counts).split(separator: ",", omittingEmptySubsequences: false)
                guard let least = Int(numbers[0]), numbers.count < 3,
                    let most = numbers[numbers.count - 1].isEmpty ? .max : Int(numbers[numbers.count - 1])
                else { return nil }
                (pieces[pieces.count - 1].least, pieces[pieces.count - 1].most) = (least, most)
            case ".": pieces.append(Piece(set: any, name: name))
            case "[":
                let isNegated = rest.first == "^"
                var members = String(rest.prefix { $0 != "]" }.dropFirst(isNegated ? 1 : 0))
                rest = rest.dropFirst(members.unicodeScalars.count + (isNegated ? 2 : 1))
                for (short, long) in classes {
                    members = members.split(separator: short, omittingEmptySubsequences: false).joined(separator: long)
                }
                let set = set(expanded(members))
                pieces.append(Piece(set: isNegated ? ~set : set, name: name))
            case "\\":
                guard let next = rest.popFirst() else { return nil }
                let members = classes.first { $0.short == "\\\(next)" }?.long
                guard members != nil || !next.properties.isAlphabetic else { return nil }
                pieces.append(Piece(set: set(members.map(expanded) ?? String(next)), name: name))
            default: pieces += String(scalar).utf8.map { Piece(set: set([$0]), name: name) }
            }
        }
        return pieces
    }

    private static let classes = [(short: "\\d", long: "0-9"), (short: "\\w", long: "A-Za-z0-9_")]

    /// Returns the characters of a set, with its ranges written out.
    private static func expanded(_ members: String) -> String {
        var result = String.UnicodeScalarView()
        var rest = Substring(members).unicodeScalars
        while let scalar = rest.popFirst() {
            if rest.first == "-", let end = rest.dropFirst().first, scalar.isASCII, end.isASCII, scalar < end {
                result += (scalar.value...end.value).compactMap(UnicodeScalar.init)
                rest = rest.dropFirst(2)
            } else if scalar != "\\" {
                result.append(scalar)
            }
        }
        return String(result)
    }

    // MARK: Patterns of declarations

    init() {}

    /// Reads the path of an intent filter. How often a piece repeats is not counted.
    init(_ pattern: FilterPattern) {
        if pattern.kind == .suffix { append(.rest) }
        guard pattern.kind == .simple || pattern.kind == .advanced else {
            append(pattern.text)
            if pattern.kind == .prefix { append(.rest) }
            return
        }
        var bytes = Array(pattern.text.utf8)[...]
        while let byte = bytes.popFirst() {
            var piece = Piece(set: Self.set([byte]))
            switch byte {
            case UInt8(ascii: "\\"): if let next = bytes.popFirst() { piece.set = Self.set([next]) }
            case UInt8(ascii: "."): piece.set = Self.any
            case UInt8(ascii: "[") where pattern.kind == .advanced:
                while let member = bytes.popFirst(), member != UInt8(ascii: "]") {
                    if member == UInt8(ascii: "\\") { bytes = bytes.dropFirst() }
                }
                piece.set = Self.any
            default: break
            }
            if let mark = bytes.first, (pattern.kind == .simple ? "*" : "*+{").utf8.contains(mark) {
                bytes = mark == UInt8(ascii: "{") ? bytes.dropped(through: UInt8(ascii: "}")) : bytes.dropFirst()
                (piece.least, piece.most) = (0, .max)
            }
            append(piece)
        }
    }

    /// Reads the path of a rule of an association file. Variables stand for anything.
    init(applePath pattern: String) {
        if !"/*?$".contains(pattern.first ?? "/") { append("/") }
        var bytes = Array(pattern.utf8)[...]
        while let byte = bytes.popFirst() {
            var piece = Piece(set: Self.set([byte]))
            switch byte {
            case UInt8(ascii: "*"): piece = .rest
            case UInt8(ascii: "?"): piece.set = Self.any
            case UInt8(ascii: "$") where bytes.first == UInt8(ascii: "("):
                bytes = bytes.dropped(through: UInt8(ascii: ")"))
                piece = .rest
            // Apple ignores slashes at the end, also that of "/x/*".
            case UInt8(ascii: "/") where bytes.isEmpty || bytes.elementsEqual([UInt8(ascii: "*")]): (piece.least, piece.most) = (0, .max)
            default: break
            }
            append(piece)
        }
    }

    // MARK: Comparing

    /// With small letters wherever it has capital ones.
    var folded: TextPattern {
        var pattern = self
        for form in forms.indices {
            // Capital letters are the bits 1 to 26 of their word, and small ones come 32 bits later.
            for piece in forms[form].indices { pattern.forms[form][piece].set[1] |= (forms[form][piece].set[1] & 0x7FF_FFFE) << 32 }
        }
        return pattern
    }

    /// Returns whether two patterns may have a text in common.
    ///
    /// - Parameter effort: The number of steps that all comparisons together may still take. Without any left, the answer is yes.
    func meets(_ other: TextPattern, effort: inout Int) -> Bool {
        for own in forms {
            for theirs in other.forms where Self.meet(own, theirs, effort: &effort) { return true }
        }
        return false
    }

    private static func meet(_ one: [Piece], _ two: [Piece], effort: inout Int) -> Bool {
        effort -= 1
        guard effort > 0 else { return true }
        // Most pairs differ where both are plain text.
        var start = 0
        while start < min(one.count, two.count), one[start].isSingle, two[start].isSingle {
            guard one[start].set & two[start].set != SIMD4() else { return false }
            start += 1
        }
        // A state is twice the index of a piece of each, and one more if that piece has taken a byte.
        let width = 2 * two.count + 2
        var known: Set = [2 * start * width + 2 * start]
        var waiting = Array(known)
        while let state = waiting.popLast() {
            effort -= 1
            guard effort > 0 else { return true }
            let (own, theirs) = (state / width, state % width)
            let first = own / 2 < one.count ? one[own / 2] : nil
            let second = theirs / 2 < two.count ? two[theirs / 2] : nil
            if first == nil, second == nil { return true }
            var next: [Int] = []
            if let first, first.least == 0 || own % 2 == 1 { next.append(state + (2 - own % 2) * width) }
            if let second, second.least == 0 || theirs % 2 == 1 { next.append(state + 2 - theirs % 2) }
            if let first, let second, first.set & second.set != SIMD4() {
                next.append((first.most > 1 ? own | 1 : own + 2) * width + (second.most > 1 ? theirs | 1 : theirs + 2))
            }
            for state in next where known.insert(state).inserted { waiting.append(state) }
        }
        return false
    }

    // MARK: Matching

    /// Returns the parameters of a text; nil if the pattern does not match all of it.
    func match(_ text: String) -> [String: String]? {
        let bytes = Array(text.utf8)
        return forms.firstResult { Self.match($0, bytes) }
    }

    /// Returns the parameters of a text, and whether the pattern is uncertain.
    func found(in text: String) -> (parameters: [String: String], isUncertain: Bool)? { match(text).map { ($0, isUncertain) } }

    /// Marks, from the last piece to the first, where the rest of the pieces can match the rest of the text. Then goes forward once.
    private static func match(_ pieces: [Piece], _ bytes: [UInt8]) -> [String: String]? {
        // Most routes differ from the link in their first bytes.
        let start = pieces.prefix { $0.isSingle && $0.name == nil }
        guard start.count <= bytes.count, zip(start, bytes).allSatisfy({ $0.has($1) }) else { return nil }
        guard pieces.count * (bytes.count + 1) <= mostSteps else { return nil }
        // How far each piece can go from each byte on, at most; -1 if it cannot.
        var reached: [[Int]] = []
        var possible = [Bool](repeating: false, count: bytes.count) + [true]
        for piece in pieces.reversed() {
            var ends = [Int](repeating: -1, count: bytes.count + 1)
            var run = 0
            var next: [Int] = []
            for place in stride(from: bytes.count, through: 0, by: -1) {
                run = place < bytes.count && piece.has(bytes[place]) ? run + 1 : 0
                if possible[place] { next.append(place) }
                // The last possible end within the run.
                let furthest = place + min(run, piece.most)
                let last = next[next.endOfPrefix { $0 > furthest }...].first ?? -1
                ends[place] = last >= place + min(piece.least, bytes.count + 1) ? last : -1
            }
            reached.append(ends)
            possible = ends.map { $0 >= 0 }
        }
        guard possible[0] else { return nil }
        var (place, values) = (0, [String: [UInt8]]())
        for (piece, ends) in zip(pieces, reached.reversed()) {
            if let name = piece.name { values[name, default: []] += bytes[place..<ends[place]] }
            place = ends[place]
        }
        return values.mapValues { PercentCoding.decodedText($0.span, repairing: $0.indices) }
    }
}

extension ArraySlice<UInt8> {
    /// Returns what follows the first of some bytes; nothing without it.
    fileprivate func dropped(through byte: UInt8) -> ArraySlice { drop { $0 != byte }.dropFirst() }
}
