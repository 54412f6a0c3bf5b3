/// A source file, and what its names stand for.
final class SourceCode {
    struct Declaration {
        enum Meaning {
            /// The expression at a token.
            case value(Int)
            /// A member of the expression at a token: `const { id } = …`.
            case member(String, of: Int)
            /// The names between the braces of a class or an enumeration.
            case members(Range<Int>)
            /// A name of another file; nil for the file itself: `import * as`.
            case imported(String?, from: String)
        }

        var meaning: Meaning
        /// The tokens that see the name.
        var scope: Range<Int>
    }

    let tokens: SourceTokens
    private(set) var declarations: [String: [Declaration]] = [:]
    /// The files whose names this file has, too: Dart's imports and parts, and `export * from`.
    private(set) var opened: [String] = []
    /// The expressions that have been read, by their tokens.
    private var expressions: [Int: Literal] = [:]

    /// The most meanings of one name that are kept.
    private static let mostMeanings = 32
    /// The most tokens between the name and the value of a declaration.
    private static let longestHead = 64

    private var whole: Range<Int> { 0..<tokens.all.count }

    init(_ file: SourceFile) {
        tokens = SourceTokens(file)
        guard !file.path.hasSuffix(".json") else {
            declare("default", .value(0), in: whole)
            return
        }
        var scopes = [whole]
        for index in whole {
            while scopes.count > 1, scopes[scopes.count - 1].upperBound <= index { scopes.removeLast() }
            if tokens.has(index, "{") { scopes.append(index..<tokens.all[index].partner) }
            if tokens.kind(index) == .word { readDeclaration(at: index, in: scopes[scopes.count - 1]) }
        }
    }

    /// Returns the expression at a token.
    func expression(at index: Int) -> Literal {
        if let known = expressions[index] { return known }
        var parser = LiteralParser(tokens, at: index)
        var literal = parser.expression()
        let next = parser.index
        let isComplete =
            tokens.kind(next) == nil || tokens.kind(next) == .closing || tokens.has(next, ";") || tokens.has(next, ",")
            || tokens.startsLine(next)
        if !isComplete { literal.content = .computed([literal]) }
        expressions[index] = literal
        return literal
    }

    /// Returns what a name means at a token: the declaration in the smallest block. In `config = change(config)` it is an earlier one.
    func declaration(of name: String, at token: Int) -> Declaration? {
        declarations[name]?.filter { $0.scope.contains(token) && !hasArgument($0, at: token) }.min { $0.scope.count < $1.scope.count }
    }

    /// Returns whether a token is in the arguments of the call that a declaration has as its value.
    private func hasArgument(_ declaration: Declaration, at token: Int) -> Bool {
        guard case .value(let start) = declaration.meaning, start < token else { return false }
        let open = (start..<min(start + Self.longestHead, token)).first { tokens.kind($0) != .word && !tokens.has($0, ".") }
        return open.map { tokens.has($0, "(") && tokens.inside($0).contains(token) } ?? false
    }

    /// Returns a name of a class or an enumeration.
    func declaration(of name: String, in scope: Range<Int>? = nil) -> Declaration? {
        declarations[name]?.first { $0.scope == scope ?? whole }
    }

    /// Returns the tokens after each `return` of a function's body, or the body itself if it is an expression.
    func results(of body: Range<Int>) -> [Int] {
        guard tokens.has(body.lowerBound, "{") else { return [body.lowerBound] }
        var results: [Int] = []
        var place = body.lowerBound + 1
        while place < body.upperBound {
            if tokens.has(place, "return") { results.append(place + 1) }
            // A block of a statement is a part of the function, and other braces are not.
            place = tokens.has(place, "{") && isBlock(place) ? place + 1 : tokens.after(place)
        }
        return results
    }

    private func isBlock(_ brace: Int) -> Bool {
        if tokens.has(brace - 1, "else") || tokens.has(brace - 1, "try") { return true }
        guard tokens.has(brace - 1, ")") else { return false }
        let heads = max(0, brace - Self.longestHead)..<brace
        return heads.contains { tokens.kind($0) == .opening && tokens.all[$0].partner == brace - 1 && isStatement($0 - 1) }
    }

    private func isStatement(_ index: Int) -> Bool { ["if", "for", "while", "switch", "catch"].contains(tokens.word(index)) }

    private func declare(_ name: String, _ meaning: Declaration.Meaning, in scope: Range<Int>) {
        guard declarations[name, default: []].count < Self.mostMeanings else { return }
        declarations[name, default: []].append(Declaration(meaning: meaning, scope: scope))
    }

    private func readDeclaration(at index: Int, in scope: Range<Int>) {
        if tokens.has(index + 1, "=") {
            let isDefault = tokens.has(index, "exports") && tokens.has(index - 1, ".")
            guard isDefault || !tokens.has(index - 1, ".") else { return }
            declare(isDefault ? "default" : tokens.word(index), .value(index + 2), in: isDefault ? whole : scope)
        } else if ["const", "let", "var", "static", "readonly"].contains(tokens.word(index)) {
            readConstant(at: index + 1, in: scope)
        } else if tokens.has(index, "get"), tokens.has(index + 2, "=>") {
            declare(tokens.word(index + 1), .value(index + 3), in: scope)
        } else if tokens.has(index, "class") || tokens.has(index, "enum") || tokens.has(index, "extension") || tokens.has(index, "mixin") {
            guard let brace = first("{", from: index + 1) else { return }
            declare(tokens.word(index + 1), .members(brace..<tokens.all[brace].partner), in: scope)
        } else if tokens.has(index, "function"), tokens.kind(index + 1) == .word {
            declare(tokens.word(index + 1), .value(index), in: scope)
        } else if tokens.has(index, "export"), tokens.has(index + 1, "default") {
            declare("default", .value(index + 2), in: whole)
        } else if tokens.has(index, "import") || tokens.has(index, "export") || tokens.has(index, "part") {
            readImport(at: index + 1)
        }
    }

    /// Returns the next token with this text in the head of a declaration.
    private func first(_ text: StaticString, from start: Int) -> Int? {
        var place = start
        while place < min(start + Self.longestHead, tokens.all.count), !tokens.has(place, ";") {
            if tokens.has(place, text) { return place }
            place = tokens.after(place)
        }
        return nil
    }

    /// Reads `name: Type = value` and `{ name, other: local } = value`. A name before `=` is read by itself.
    private func readConstant(at index: Int, in scope: Range<Int>) {
        if tokens.kind(index) == .word, tokens.has(index + 1, ":"), let sign = first("=", from: index + 2), sign > index + 2 {
            declare(tokens.word(index), .value(sign + 1), in: scope)
        }
        guard tokens.has(index, "{"), tokens.has(tokens.after(index), "=") else { return }
        let value = tokens.after(index) + 1
        for (local, name) in names(in: index, renamedBy: ":") { declare(local, .member(name, of: value), in: scope) }
    }

    /// Reads what follows `import`, `export` or `part`, up to the name of the file.
    private func readImport(at start: Int) {
        var (place, names, braces) = (start, [(local: String, name: String?)](), [Int]())
        var isOpened = tokens.dialect.isDart
        while !tokens.isQuote(place) {
            if tokens.has(place, "*"), tokens.has(place + 1, "as") {
                names.append((tokens.word(place + 2), nil))
                place += 2
            } else if tokens.has(place, "*") {
                isOpened = true
            } else if tokens.has(place, "{") {
                braces.append(place)
            } else if tokens.kind(place) == .word, !["import", "export", "const", "class", "function"].contains(tokens.word(place)) {
                if !tokens.has(place, "from"), !tokens.has(place, "type") { names.append((tokens.word(place), "default")) }
            } else if !tokens.has(place, ",") {
                return
            }
            place = tokens.after(place)
        }
        guard tokens.kind(place + 1) == .text else { return }
        let path = tokens.piece(place + 1)
        for brace in braces { names += self.names(in: brace, renamedBy: "as").map { ($0.local, $0.name) } }
        if isOpened { opened.append(path) }
        let prefix = tokens.after(place)
        if tokens.dialect.isDart, tokens.has(prefix, "as") { names.append((tokens.word(prefix + 1), nil)) }
        for (local, name) in names { declare(local, .imported(name, from: path), in: whole) }
    }

    /// Reads `{ name, name as local }`, or `{ name, name: local }`.
    private func names(in brace: Int, renamedBy sign: StaticString) -> [(local: String, name: String)] {
        tokens.split(tokens.inside(brace)).map { part in
            let isType = tokens.has(part.lowerBound, "type") && tokens.isWord(part.lowerBound + 1)
            let name = isType ? part.lowerBound + 1 : part.lowerBound
            return (tokens.word(tokens.has(name + 1, sign) ? name + 2 : name), tokens.word(name))
        }
    }
}
