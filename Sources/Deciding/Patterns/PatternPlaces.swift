import Bytes

/// The places among the codes of a pattern that a text can reach, in order. The text is read byte by byte, and all possibilities are
/// followed at the same time.
struct PatternPlaces: Hashable {
    struct Place: Hashable, Comparable {
        var form: Int
        /// The index of the code that is read next. After the last code, the text can end.
        var code: Int
        /// The node that was reached in the tree of the texts, if the code is a set.
        var node = 0
        /// The number of bytes that the character which is being read lacks.
        var lacking = 0

        static func < (one: Place, other: Place) -> Bool {
            (one.form, one.code, one.node, one.lacking) < (other.form, other.code, other.node, other.lacking)
        }
    }

    private(set) var all: [Place] = []

    /// Creates the places of a text that matches no start of a pattern.
    init() {}

    /// Creates the places at the start of a text for some forms of a pattern.
    init(in pattern: Pattern, forms: Range<Int>) {
        var entered = (form: -1, code: -1)
        for form in forms { enter(form, 0, pattern, &entered) }
    }

    /// The last code that is reached and of which nothing is read. Nil if there is none.
    var lastCode: Int? { all.last { $0.node == 0 && $0.lacking == 0 }?.code }

    /// Returns whether the text can end here.
    func isEnd(of pattern: Pattern) -> Bool { all.contains { $0.code == pattern.forms[$0.form].codes.count } }

    /// Returns whether every continuation of the text matches.
    func acceptsEverything(in pattern: Pattern) -> Bool {
        all.contains { place in
            let codes = pattern.forms[place.form].codes
            return place.code == codes.count - 1 && codes.last == Pattern.Code.star
        }
    }

    /// Returns the places after one more byte.
    func next(_ byte: UInt8, in pattern: Pattern) -> PatternPlaces {
        var next = PatternPlaces()
        // The places come in order, so a code that is not behind this one was already entered.
        var entered = (form: -1, code: -1)
        for place in all where place.code < pattern.forms[place.form].codes.count {
            if place.lacking > 0 {
                if UTF8.isContinuation(byte) { next.add(place, lacking: place.lacking - 1, pattern, &entered) }
                continue
            }
            let code = pattern.forms[place.form].codes[place.code]
            if code >= Pattern.Code.firstSet {
                let set = Int(code - Pattern.Code.firstSet)
                for wanted in [UInt16(byte), Pattern.Code.any, Pattern.Code.star] {
                    guard let node = pattern.sets[set].node(after: place.node, wanted),
                        let lacking = Pattern.lacking(after: byte, wanted), wanted != Pattern.Code.star || node == place.node
                    else { continue }
                    var place = place
                    place.node = node
                    next.add(place, lacking: lacking, pattern, &entered)
                }
            } else if code == Pattern.Code.star {
                next.enter(place.form, place.code, pattern, &entered)
            } else if let lacking = Pattern.lacking(after: byte, code) {
                next.add(place, lacking: lacking, pattern, &entered)
            }
        }
        next.sort()
        return next
    }

    private mutating func sort() {
        guard all.count > 1 else { return }
        all.sort()
        var last: Place?
        all.removeAll { place in
            defer { last = place }
            return place == last
        }
    }

    /// Adds the place that a character leads to.
    private mutating func add(_ place: Place, lacking: Int, _ pattern: Pattern, _ entered: inout (form: Int, code: Int)) {
        var place = place
        place.lacking = lacking
        let code = pattern.forms[place.form].codes[place.code]
        if lacking > 0 {
            all.append(place)
        } else if code < Pattern.Code.firstSet || addNode(place, pattern.sets[Int(code - Pattern.Code.firstSet)]) {
            enter(place.form, place.code + 1, pattern, &entered)
        }
    }

    /// Adds a node of a set, with the star after it. Returns whether one of the texts can end there.
    private mutating func addNode(_ place: Place, _ set: TextSet) -> Bool {
        all.append(place)
        guard let star = set.node(after: place.node, Pattern.Code.star), star != place.node else { return set.isEnd(place.node) }
        all.append(Place(form: place.form, code: place.code, node: star))
        return set.isEnd(place.node) || set.isEnd(star)
    }

    /// Adds a code, and the codes after it for which nothing has to be read.
    private mutating func enter(_ form: Int, _ first: Int, _ pattern: Pattern, _ entered: inout (form: Int, code: Int)) {
        var place = Place(form: form, code: first)
        while entered < (form, place.code) {
            entered = (form, place.code)
            guard place.code < pattern.forms[form].codes.count else { return all.append(place) }
            let code = pattern.forms[form].codes[place.code]
            if code >= Pattern.Code.firstSet {
                guard addNode(place, pattern.sets[Int(code - Pattern.Code.firstSet)]) else { return }
            } else {
                all.append(place)
                guard code == Pattern.Code.star else { return }
            }
            place.code += 1
        }
    }
}

extension Pattern {
    /// Returns whether a form with sets matches the text. `best` receives the furthest code that was reached, and the furthest place in the
    /// text where it was reached.
    func reaches(
        _ form: Int, _ text: borrowing Span<UInt8>, _ best: inout (text: Int, code: Int), _ effort: inout Effort
    ) -> Bool {
        let count = forms[form].codes.count
        var place = 0
        var places = PatternPlaces(in: self, forms: form..<form + 1)
        while true {
            if let code = places.lastCode, code >= best.code { best = (place, code) }
            if best.code == count, forms[form].codes.last == Code.star { return true }
            if place == text.count || places.all.isEmpty { return places.isEnd(of: self) }
            // A place costs more than a comparison of two bytes.
            effort.spend(16 * (places.all.count + 1))
            if effort.isOver { return false }
            places = places.next(text[place], in: self)
            place += 1
        }
    }

    /// Returns the number of bytes that a character lacks after its first byte. Returns nil if the code does not match the character.
    static func lacking(after byte: UInt8, _ code: UInt16) -> Int? {
        switch code {
        case ..<0x100: code == UInt16(byte) ? 0 : nil
        case Code.star: 0
        case Code.any: UTF8.isContinuation(byte) ? nil : width(byte) - 1
        default: classes[Int(code - Code.firstClass)].contains(byte) ? 0 : nil
        }
    }

    /// How much there is to compare: the number of codes and of the nodes of all sets.
    var size: Int { forms.reduce(0) { $0 + $1.codes.count } + sets.reduce(0) { $0 + $1.count } }

    /// The pattern in the form in which it is compared with texts that are not folded.
    var unfolded: Pattern {
        guard ignoresCase else { return self }
        var pattern = self
        pattern.sets = sets.map(\.unfolded)
        var known: [[UInt16]: UInt16] = [:]
        for form in forms.indices {
            var (codes, place) = ([UInt16](), 0)
            while place < forms[form].codes.count {
                let code = forms[form].codes[place]
                let length = code < 0x100 ? min(Self.width(UInt8(code)), forms[form].codes.count - place) : 1
                let character = Array(forms[form].codes[place..<place + length])
                place += length
                let text = String(decoding: character.map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
                guard code < 0x100, let folded = text.unicodeScalars.first, CaseFolding.unfolded(folded).count > 1 else {
                    codes += character
                    continue
                }
                if known[character] == nil {
                    known[character] = Code.firstSet + UInt16(pattern.sets.count)
                    pattern.sets.append(TextSet([text], ignoresCase: true).unfolded)
                }
                codes += known[character].map { [$0] } ?? character
            }
            pattern.forms[form].codes = codes
        }
        return pattern
    }
}

/// The texts that a variable can stand for, as a tree of their codes. Texts with a common start share its nodes. Node 0 is the start.
struct TextSet: Sendable {
    private struct Edge: Hashable {
        var node: Int
        var code: UInt16
    }

    private let texts: [String]
    private let ignoresCase: Bool
    /// A `*` leads to a node that leads to itself.
    private var nodes: [Edge: Int] = [:]
    private var ends: Set<Int> = []
    /// The number of nodes.
    private(set) var count = 1
    /// The bytes that occur in the texts.
    private(set) var bytes: Set<UInt8> = []

    /// One of the texts, with a `~` in place of each wildcard. Nil if there are none.
    let example: [UInt8]?

    /// - Parameters:
    ///   - ignoresCase: Whether the texts are folded.
    ///   - isUnfolded: Whether the texts are compared with texts that are not folded.
    init(_ texts: [String] = [], ignoresCase: Bool = false, isUnfolded: Bool = false) {
        self.texts = texts
        self.ignoresCase = ignoresCase
        let isWildcard = { (byte: UInt8) in byte == UInt8(ascii: "*") || byte == UInt8(ascii: "?") }
        let text = texts.filter { !$0.utf8.contains(where: isWildcard) }.min() ?? texts.first
        let example = text.map { $0.utf8.map { isWildcard($0) ? UInt8(ascii: "~") : $0 } }
        self.example = ignoresCase ? example.map { CaseFolding.folded($0) } : example
        for text in texts {
            var node = 0
            for scalar in text.unicodeScalars {
                let folded = ignoresCase ? CaseFolding.folded(scalar) : scalar
                var end: Int?
                // All spellings of a character lead to the same node.
                for spelling in isUnfolded ? CaseFolding.unfolded(folded) : [folded] { end = add(spelling, from: node, to: end) }
                node = end ?? node
            }
            ends.insert(node)
        }
    }

    var isEmpty: Bool { texts.isEmpty }
    var unfolded: TextSet { TextSet(texts, ignoresCase: ignoresCase, isUnfolded: ignoresCase) }

    func node(after node: Int, _ code: UInt16) -> Int? { nodes[Edge(node: node, code: code)] }

    func isEnd(_ node: Int) -> Bool { ends.contains(node) }

    private mutating func add(_ character: Unicode.Scalar, from start: Int, to end: Int?) -> Int {
        let spelling = Array(String(character).utf8)
        var node = start
        for (index, byte) in spelling.enumerated() {
            bytes.insert(byte)
            let edge = Edge(node: node, code: PatternCompiler.code(for: byte, ignoresCase: false))
            if let known = nodes[edge] {
                node = known
                continue
            }
            if index == spelling.count - 1, let end {
                node = end
            } else {
                node = count
                count += 1
            }
            nodes[edge] = node
            if edge.code == Pattern.Code.star { nodes[Edge(node: node, code: Pattern.Code.star)] = node }
        }
        return node
    }
}
