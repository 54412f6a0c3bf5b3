import Bytes

/// What a route takes, as sets of bytes that follow each other. All kinds of patterns are read into it, and matched in one way.
struct RoutePattern {
    /// Bytes of a set, between a least and a most number of times.
    struct Piece {
        var set: SIMD4<UInt64>
        var least = 1
        var most = 1
        /// The parameter whose value the bytes are a part of.
        var name: String?

        func has(_ byte: UInt8) -> Bool { set[Int(byte >> 6)] >> UInt64(byte & 63) & 1 != 0 }
    }

    /// The ways to match: one for each combination of alternatives.
    private(set) var forms: [[Piece]] = [[]]
    /// Whether a part is not understood, and stands for anything within its segment.
    private(set) var isUncertain = false

    /// The most alternatives, pieces in all of them, and steps of one comparison.
    private static let (mostForms, mostPieces, mostSteps) = (64, 10_000, 1 << 20)

    static let any = SIMD4<UInt64>(repeating: .max)
    static let segment = any & ~set("/")

    static func set(_ characters: String) -> SIMD4<UInt64> {
        characters.utf8.reduce(into: SIMD4()) { $0[Int($1 >> 6)] |= 1 << UInt64($1 & 63) }
    }

    mutating func append(_ text: some StringProtocol) {
        for byte in text.utf8 {
            var set = SIMD4<UInt64>()
            set[Int(byte >> 6)] = 1 << UInt64(byte & 63)
            append(Piece(set: set))
        }
    }

    mutating func append(_ piece: Piece) {
        guard (forms.last?.count ?? 0) * forms.count < Self.mostPieces else {
            isUncertain = true
            return
        }
        for index in forms.indices { forms[index].append(piece) }
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

    mutating func appendUnknown(_ name: String) { appendAlternatives([nil], name) }

    /// Makes what has been appended since a copy optional.
    mutating func makeOptional(since earlier: RoutePattern) {
        if forms.count + earlier.forms.count <= Self.mostForms { forms += earlier.forms } else { isUncertain = true }
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
            default: pieces += String(scalar).utf8.map { byte in Piece(set: set(String(UnicodeScalar(byte))), name: name) }
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

    /// Returns the parameters of a text; nil if the pattern does not match all of it.
    func match(_ text: String) -> [String: String]? {
        let bytes = Array(text.utf8)
        return forms.lazy.compactMap { Self.match($0, bytes) }.first
    }

    /// Marks, from the last piece to the first, where the rest of the pieces can match the rest of the text. Then goes forward once.
    private static func match(_ pieces: [Piece], _ bytes: [UInt8]) -> [String: String]? {
        // Most routes differ from the link in their first bytes.
        let start = pieces.prefix { $0.least == 1 && $0.most == 1 && $0.name == nil }
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
                ends[place] = lastPossible(next, from: place + min(piece.least, bytes.count + 1), through: furthest)
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

    /// Returns the greatest of some descending places in a range; -1 if no place is in the range.
    private static func lastPossible(_ places: [Int], from least: Int, through most: Int) -> Int {
        let last = places[places.endOfPrefix { $0 > most }...].first ?? -1
        return last >= least ? last : -1
    }
}
