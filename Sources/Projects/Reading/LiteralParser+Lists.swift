/// What stands in brackets: lists, objects and arguments.
extension LiteralParser {
    mutating func array() -> Literal {
        let start = index
        let entries = list()
        // In Swift and Groovy, brackets are around dictionaries too.
        let isDictionary = entries.contains { $0.key != nil }
        return literal(isDictionary ? .object(entries) : .array(entries.map(\.value)), from: start)
    }

    mutating func object() -> Literal {
        let start = index
        let entries = list()
        let isList = !tokens.dialect.isScript && !tokens.dialect.isDart && entries.contains { $0.key == nil }
        return literal(isList ? .array(entries.map(\.value)) : .object(entries), from: start)
    }

    /// Reads what stands between brackets, separated by commas.
    mutating func list() -> [Literal.Entry] {
        let end = closing(of: index)
        let isObject = tokens.has(index, "{")
        index += 1
        var entries: [Literal.Entry] = []
        while index < end {
            let start = index
            if var entry = entry(inObject: isObject) {
                if index < end, !tokens.has(index, ","), !tokens.has(index, ";") {
                    skipItem()
                    entry.value = literal(.computed([entry.value]), from: entry.value.token)
                }
                entries.append(entry)
            }
            skipItem()
            index = min(max(index, start) + 1, end)
        }
        index = end + 1
        return entries
    }

    mutating func entry(inObject: Bool) -> Literal.Entry? {
        let start = index
        if tokens.has(index, "...") || tokens.has(index, "...?") {
            index += 1
            return Literal.Entry(value: literal(.spread(expression()), from: start))
        }
        let isWord = tokens.kind(index) == .word
        let isNamed = tokens.has(index + 1, ":") || tokens.has(index + 1, "=") && !inObject
        if isWord, isNamed, tokens.dialect.isScript || !inObject {
            index += 1
            let key = literal(.text(tokens.word(start)), from: start)
            index += 1
            return Literal.Entry(key: key, value: expression())
        }
        if inObject, tokens.has(index, "["), tokens.dialect.isScript {
            index += 1
            let key = expression()
            index = tokens.after(start)
            return value(of: key)
        }
        if inObject, isWord, tokens.dialect.isScript {
            while tokens.kind(index + 1) == .word { index += 1 }
            let name = index
            index += 1
            let key = literal(.text(tokens.word(name)), from: name)
            if tokens.has(index, "(") { return Literal.Entry(key: key, value: functionOrParentheses()) }
            guard tokens.kind(index) == .closing || tokens.has(index, ",") || tokens.has(index, ";") else { return nil }
            return Literal.Entry(key: key, value: literal(.name(tokens.word(name)), from: name))
        }
        if tokens.has(index, ",") { return nil }
        let element = expression()
        return value(of: element) ?? (inObject && tokens.dialect.isScript ? nil : Literal.Entry(value: element))
    }

    private mutating func value(of key: Literal) -> Literal.Entry? {
        guard tokens.has(index, ":") || tokens.has(index, "to") else { return nil }
        index += 1
        return Literal.Entry(key: key, value: expression())
    }
}
