import Deciding

/// A set of texts: those of a route, or of what an app claims. Where the files leave something open, it has too many texts rather than too
/// few, so that "they have no text in common" is certain.
struct TextShape {
    private enum Unit {
        case byte(UInt8)
        case any
        /// Any byte but `/`.
        case inSegment

        func meets(_ other: Unit) -> Bool {
            switch (self, other) {
            case (.byte(let one), .byte(let other)): one == other
            case (.byte(let byte), .inSegment), (.inSegment, .byte(let byte)): byte != UInt8(ascii: "/")
            default: true
            }
        }
    }

    private struct Piece {
        var unit: Unit
        /// Whether it may be missing, or come any number of times.
        var repeats = false

        /// The only text that it stands for.
        var plain: UInt8? { if case .byte(let byte) = unit, !repeats { byte } else { nil } }
    }

    private var pieces: [Piece] = []

    static let anything = TextShape().rest
    /// A longer shape ends with anything.
    private static let longest = 400

    // MARK: Making

    private mutating func append(_ unit: Unit, repeats: Bool = false) {
        if pieces.count < Self.longest { pieces.append(Piece(unit: unit, repeats: repeats)) }
        if pieces.count == Self.longest { pieces[Self.longest - 1] = Piece(unit: .any, repeats: true) }
    }

    func text(_ text: some StringProtocol) -> TextShape {
        text.utf8.reduce(into: self) { $0.append(.byte($1)) }
    }

    /// With anything, or nothing, behind it.
    var rest: TextShape {
        var shape = self
        shape.append(.any, repeats: true)
        return shape
    }

    /// With one byte or more behind it, but no `/`.
    var segment: TextShape {
        var shape = self
        shape.append(.inSegment)
        shape.append(.inSegment, repeats: true)
        return shape
    }

    /// With a host behind it, which may begin with `*`; nil for any.
    func host(_ host: String?) -> TextShape {
        guard let host, host != "*" else { return segment }
        return host.hasPrefix("*") ? segment.text(host.dropFirst().lowercased()) : text(host.lowercased())
    }

    func followed(by other: TextShape) -> TextShape { other.pieces.reduce(into: self) { $0.append($1.unit, repeats: $1.repeats) } }

    /// With the texts of an intent filter's path behind it.
    func path(_ pattern: FilterPattern) -> TextShape {
        switch pattern.kind {
        case .literal: return text(pattern.text)
        case .prefix: return text(pattern.text).rest
        case .suffix: return rest.text(pattern.text)
        case .simple, .advanced: break
        }
        var (shape, bytes) = (self, Array(pattern.text.utf8)[...])
        while let byte = bytes.popFirst() {
            var unit = Unit.byte(byte)
            switch byte {
            case UInt8(ascii: "\\"): if let next = bytes.popFirst() { unit = .byte(next) }
            case UInt8(ascii: "."): unit = .any
            case UInt8(ascii: "[") where pattern.kind == .advanced:
                bytes = bytes[((bytes.firstIndex(of: UInt8(ascii: "]")) ?? bytes.endIndex - 1) + 1)...]
                unit = .any
            default: break
            }
            // How often a piece repeats is not counted.
            let marks = pattern.kind == .simple ? "*" : "*+{"
            let repeats = bytes.first.map(marks.utf8.contains) ?? false
            if bytes.popFirst(if: repeats) == UInt8(ascii: "{") {
                bytes = bytes[((bytes.firstIndex(of: UInt8(ascii: "}")) ?? bytes.endIndex - 1) + 1)...]
            }
            shape.append(unit, repeats: repeats)
        }
        return shape
    }

    /// With the paths of a rule of an association file behind it. Variables stand for anything.
    func applePath(_ pattern: String) -> TextShape {
        var (shape, bytes) = ("/*?$".contains(pattern.first ?? "/") ? self : text("/"), Array(pattern.utf8)[...])
        while let byte = bytes.popFirst() {
            switch byte {
            case UInt8(ascii: "*"): shape = shape.rest
            case UInt8(ascii: "?"): shape.append(.any)
            case UInt8(ascii: "$") where bytes.first == UInt8(ascii: "("):
                bytes = bytes[((bytes.firstIndex(of: UInt8(ascii: ")")) ?? bytes.endIndex - 1) + 1)...]
                shape = shape.rest
            // Apple ignores slashes at the end, also that of "/x/*".
            case UInt8(ascii: "/"): shape.append(.byte(byte), repeats: bytes.isEmpty || bytes.elementsEqual([UInt8(ascii: "*")]))
            default: shape.append(.byte(byte))
            }
        }
        return shape
    }

    /// With the paths of a route behind it: `/p/:id`, `/p/*`, or `https://h.example/p/{id}` for routers that compare whole links.
    func route(_ route: Route) -> TextShape {
        var (shape, bytes) = (self, Array(route.pattern.utf8)[...])
        if route.isWholeLink { bytes = bytes.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") } }
        while let byte = bytes.popFirst() {
            switch byte {
            case UInt8(ascii: ":") where !route.isWholeLink:
                let name = bytes.prefix { $0 != UInt8(ascii: "/") }
                bytes = bytes[name.endIndex...]
                shape = name.last.map("?*+".utf8.contains) == true ? shape.optionalSegments : shape.segment
            case UInt8(ascii: "*"): shape = shape.rest
            case UInt8(ascii: ".") where bytes.first == UInt8(ascii: "*"): break
            case UInt8(ascii: "{") where route.isWholeLink, UInt8(ascii: "<") where route.isWholeLink:
                let end = byte == UInt8(ascii: "{") ? UInt8(ascii: "}") : UInt8(ascii: ">")
                bytes = bytes[((bytes.firstIndex(of: end) ?? bytes.endIndex - 1) + 1)...]
                shape = byte == UInt8(ascii: "{") ? shape.segment : shape.rest
            default: shape.append(.byte(byte))
            }
        }
        // Routers do not count a slash at the end.
        shape.append(.byte(UInt8(ascii: "/")), repeats: true)
        return shape
    }

    /// With anything behind it, and without the `/` at its end.
    private var optionalSegments: TextShape {
        var shape = self
        if case .byte(UInt8(ascii: "/")) = shape.pieces.last?.unit { shape.pieces.removeLast() }
        return shape.rest
    }

    /// With small letters only.
    var folded: TextShape {
        var shape = self
        for index in shape.pieces.indices {
            guard case .byte(let byte) = shape.pieces[index].unit, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) else { continue }
            shape.pieces[index].unit = .byte(byte + 32)
        }
        return shape
    }

    // MARK: Comparing

    /// Returns whether two shapes may have a text in common.
    ///
    /// - Parameter effort: The number of steps that all comparisons together may still take. Without any left, the answer is yes.
    func meets(_ other: TextShape, effort: inout Int) -> Bool {
        effort -= 1
        guard effort > 0 else { return true }
        // Most pairs differ where both are plain text.
        var start = 0
        while start < min(pieces.count, other.pieces.count), let one = pieces[start].plain, let two = other.pieces[start].plain {
            guard one == two else { return false }
            start += 1
        }
        let width = other.pieces.count + 1
        var known: Set<Int> = [start * width + start]
        var waiting = Array(known)
        while let state = waiting.popLast() {
            effort -= 1
            guard effort > 0 else { return true }
            let (own, theirs) = (state / width, state % width)
            let one = own < pieces.count ? pieces[own] : nil
            let two = theirs < other.pieces.count ? other.pieces[theirs] : nil
            if one == nil, two == nil { return true }
            var next: [Int] = []
            if one?.repeats == true { next.append(state + width) }
            if two?.repeats == true { next.append(state + 1) }
            if let one, let two, one.unit.meets(two.unit) {
                next.append((one.repeats ? own : own + 1) * width + (two.repeats ? theirs : theirs + 1))
            }
            for state in next where known.insert(state).inserted { waiting.append(state) }
        }
        return false
    }
}

extension ArraySlice<UInt8> {
    fileprivate mutating func popFirst(if isWanted: Bool) -> UInt8? { isWanted ? popFirst() : nil }
}
