/// Reads the expressions of a file. What it does not know is ``Literal/Content/computed(_:)``, up to the next comma.
struct LiteralParser {
    let tokens: SourceTokens
    /// The index of the next token.
    var index: Int
    private var depth = 0

    /// The most expressions in one another, and the most brackets after one.
    private static let deepest = 80

    init(_ tokens: SourceTokens, at index: Int) { (self.tokens, self.index) = (tokens, index) }

    /// Reads the expression at the next token.
    mutating func expression() -> Literal { nested { $0.choice() } }

    /// Reads something that may be in something of its kind.
    private mutating func nested(_ read: (inout Self) -> Literal) -> Literal {
        let start = index
        depth += 1
        defer { depth -= 1 }
        if depth < Self.deepest { return read(&self) }
        skipItem()
        return literal(.computed([]), from: start)
    }

    private mutating func choice() -> Literal {
        let start = index
        let value = operation()
        guard tokens.has(index, "?"), !tokens.dialect.isKotlin else { return value }
        index += 1
        let first = expression()
        if tokens.has(index, ":") { index += 1 }
        return literal(.choice([first, expression()], by: value), from: start)
    }

    func literal(_ content: Literal.Content, from start: Int) -> Literal {
        Literal(content: content, file: tokens.file, range: tokens.range(start, index), token: start)
    }

    /// Reads operands with operators between them. Only what strings and defaults need is understood.
    private mutating func operation() -> Literal {
        let start = index
        var operands = [operand()]
        var signs: [String] = []
        while tokens.kind(index) == .sign, Self.operators.contains(tokens.word(index)) {
            signs.append(tokens.word(index))
            index += 1
            operands.append(operand())
        }
        if signs.isEmpty { return operands[0] }
        if signs.allSatisfy({ $0 == "&&" }) {
            return literal(.choice([operands.removeLast()], by: literal(.computed(operands), from: start)), from: start)
        }
        guard signs.allSatisfy({ $0 == "+" || Self.defaults.contains($0) }) else { return literal(.computed(operands), from: start) }
        var options = [[operands[0]]]
        for (sign, operand) in zip(signs, operands.dropFirst()) {
            if sign == "+" { options[options.count - 1].append(operand) } else { options.append([operand]) }
        }
        let values = options.map { $0.count > 1 ? literal(.joined($0), from: $0[0].token) : $0[0] }
        return values.count > 1 ? literal(.choice(values, by: nil), from: start) : values[0]
    }

    /// The operators before a value that counts if there is no other.
    private static let defaults: Set = ["??", "||", "?:"]
    private static let operators: Set = ["+", "??", "||", "?:", "&&", "==", "===", "!=", "!==", "<", ">", "-", "*", "/", "%", "|", "&"]

    private mutating func operand() -> Literal { nested { $0.value() } }

    private mutating func value() -> Literal {
        while tokens.has(index, "const") || tokens.has(index, "new") { index += 1 }
        if tokens.has(index - 1, "new") { skipElementType() }
        let start = index
        var value: Literal
        switch tokens.kind(index) {
        case .opening where tokens.isQuote(index): value = string()
        case .opening where tokens.has(index, "["): value = array()
        case .opening where tokens.has(index, "{"): value = object()
        case .opening: value = functionOrParentheses()
        case .number:
            index += 1
            value = literal(.text(tokens.word(start).filter { $0 != "_" }), from: start)
        case .sign where tokens.has(index, ".") && tokens.isWord(index + 1):
            index += 2
            value = literal(.name("." + tokens.word(index - 1)), from: start)
        case .word: value = word()
        case .sign where tokens.has(index, "<"):
            skipTypes()
            // A list with its type in Dart, or a function with types. Signs in a row are no expression.
            guard index > start, tokens.kind(index) == .opening else { fallthrough }
            return operand()
        case .sign where !tokens.has(index, ",") && !tokens.has(index, ";") && !tokens.has(index, ":"):
            while tokens.kind(index) == .sign { index += 1 }
            // The range of a literal ends where the parser is when it makes the literal, so the operand is read before.
            let operands = tokens.kind(index) == .word ? [operand()] : []
            return literal(.computed(operands), from: start)
        default: value = literal(.computed([]), from: start)
        }
        readTail(of: &value, from: start)
        return value
    }

    /// Skips the type of `new[] { a }` and `new String[] { a }`.
    private mutating func skipElementType() {
        let brackets = tokens.isWord(index) ? index + 1 : index
        if tokens.has(brackets, "["), tokens.has(tokens.after(brackets), "{") { index = tokens.after(brackets) }
    }

    /// Reads members, arguments and types after a value.
    private mutating func readTail(of value: inout Literal, from start: Int) {
        defer { if !value.members.isEmpty { value.range = tokens.range(start, index) } }
        var brackets = 0
        while true {
            if tokens.kind(index) == .opening { brackets += 1 }
            if brackets > Self.deepest { value = literal(.computed([]), from: start) }
            if tokens.has(index, ".") || tokens.has(index, "?."), tokens.kind(index + 1) == .word {
                value.members.append(tokens.word(index + 1))
                index += 2
            } else if tokens.has(index, "["), !tokens.startsLine(index) {
                let end = tokens.after(index)
                index += 1
                let name = expression()
                index = end
                if let name = name.text { value.members.append(name) } else { value = literal(.computed([value]), from: start) }
            } else if tokens.has(index, "("), !tokens.startsLine(index) {
                let arguments = list()
                value = literal(.call(value, arguments), from: start)
            } else if tokens.has(index, "{"), tokens.dialect.isKotlin || tokens.dialect.isGroovy, tokens.has(tokens.after(index), ".") {
                // A block as the argument of a call: `a.map { … }.get()`.
                index = tokens.after(index)
            } else if tokens.has(index, "<"), case let end = endOfTypes(), tokens.has(end, "(") {
                index = end
            } else if tokens.has(index, "!") || tokens.has(index, "!!"), !tokens.startsLine(index) {
                index += 1
            } else if tokens.has(index, "as") || tokens.has(index, "satisfies") {
                skipType()
            } else {
                return
            }
        }
    }

    func closing(of index: Int) -> Int { tokens.kind(index) == .opening ? tokens.all[index].partner : index }

    /// Returns the token after `<…>`, or this one if it is no list of types.
    private func endOfTypes() -> Int {
        var (place, open) = (index, 0)
        while place < min(index + Self.longestType, tokens.all.count) {
            if tokens.has(place, "<") { open += 1 }
            if tokens.has(place, ">") { open -= 1 }
            if tokens.has(place, ";") || tokens.kind(place) == .closing { break }
            place = tokens.after(place)
            if open == 0 { return place }
        }
        return index
    }

    private static let longestType = 64

    private mutating func skipTypes() { index = endOfTypes() }

    /// Skips `as const`, `as Type<A>[]`.
    private mutating func skipType() {
        index += 2
        while tokens.has(index, ".") { index += 2 }
        skipTypes()
        if tokens.dialect.isKotlin, tokens.has(index, "?") { index += 1 }
        while tokens.has(index, "["), !tokens.startsLine(index) { index = tokens.after(index) }
    }

    private mutating func word() -> Literal {
        let start = index
        let name = tokens.word(index)
        index += 1
        switch name {
        case "true", "false": return literal(.flag(name == "true"), from: start)
        case "null", "undefined": return literal(.null, from: start)
        case "function", "async":
            while !tokens.has(index, "("), index < start + 4 { index += 1 }
            return tokens.has(index, "(") ? functionOrParentheses() : literal(.computed([]), from: start)
        case "if" where tokens.has(index, "("): return conditional(from: start)
        case "await", "typeof", "yield", "if", "for", "switch", "class": return literal(.computed([operand()]), from: start)
        default:
            if tokens.has(index, "=>") { return function(from: start, at: index + 1) }
            return literal(.name(name), from: start)
        }
    }

    /// Reads what follows `if`: values, blocks of one value, or elements of a list.
    private mutating func conditional(from start: Int) -> Literal {
        index += 1
        let condition = expression()
        index = tokens.after(start + 1)
        var options = [branch()]
        if tokens.has(index, "else") {
            index += 1
            options.append(branch())
        }
        return literal(.choice(options, by: condition), from: start)
    }

    private mutating func branch() -> Literal {
        let start = index
        guard tokens.has(index, "{"), !tokens.dialect.isDart else {
            return entry(inObject: false)?.value ?? literal(.computed([]), from: start)
        }
        let end = tokens.after(index)
        index += 1
        let value = expression()
        index = end
        return value
    }

    mutating func functionOrParentheses() -> Literal {
        let start = index
        let end = tokens.after(index)
        var place = end
        if tokens.has(place, ":") {
            // The type of the result.
            place += 1
            while place < end + Self.longestType, tokens.kind(place) == .word || ["<", ">", ".", "|", "["].contains(tokens.word(place)) {
                place = tokens.after(place)
            }
            if !tokens.has(place, "=>") && !tokens.has(place, "{") { place = end }
        }
        if tokens.has(place, "async") { place += 1 }
        if tokens.has(place, "=>") { return function(from: start, at: place + 1) }
        if tokens.has(place, "{") { return function(from: start, at: place) }
        index += 1
        var value = index < end - 1 ? expression() : literal(.computed([]), from: start)
        if index != end - 1 { value = literal(.computed([value]), from: start) }
        index = end
        return value
    }

    /// Passes over the body of a function, which is read when its result is needed.
    private mutating func function(from start: Int, at body: Int) -> Literal {
        index = tokens.after(body)
        if !tokens.has(body, "{") { skipItem() }
        return literal(.function(body..<index), from: start)
    }

    private mutating func string() -> Literal {
        let start = index
        var parts: [Literal] = []
        repeat {
            let end = closing(of: index)
            index += 1
            while index < end {
                let from = index
                if tokens.kind(index) == .opening { index += 1 }
                switch tokens.kind(from) {
                case .text:
                    index += 1
                    parts.append(literal(.text(tokens.piece(from)), from: from))
                case .opening: parts.append(expression())
                default: parts.append(operand())
                }
                index = max(index, tokens.after(from))
            }
            index = end + 1
        } while tokens.dialect.isDart && tokens.isQuote(index)
        if parts.isEmpty { return literal(.text(""), from: start) }
        let whole = parts.count == 1 ? parts[0].text.map { Literal.Content.text($0) } : nil
        return literal(whole ?? .joined(parts), from: start)
    }

    /// Goes to the comma, semicolon or bracket that ends what is being read.
    mutating func skipItem() {
        while let kind = tokens.kind(index), kind != .closing, !tokens.has(index, ","), !tokens.has(index, ";") {
            index = tokens.after(index)
        }
    }
}
