/// What a build script or a program sets: a tolerant reading of blocks, assignments, calls and declarations, which look alike in the
/// languages of build scripts.
///
///     android {
///         defaultConfig.applicationId = "a.b"      path [android, defaultConfig], name applicationId
///         productFlavors {
///             create("dev") { dimension "env" }    path [android, productFlavors, dev], name dimension
///         }
///     }
struct CodeSettings {
    struct Setting {
        enum Operation { case assign, add, call, block }

        /// The names of the blocks around it, and of what stands before its name, as in `defaultConfig.applicationId`.
        var path: [String]
        var name: String
        var operation: Operation
        /// The tokens of the value, of the arguments of a call, or in a block.
        var value: Range<Int>
        /// The token with the name.
        var index: Int
        /// Whether it names a constant or a variable, as `val`, `def` and `static final` do.
        var isDeclaration = false
        /// Whether it stands in a condition or a loop, so that the file does not tell if it counts.
        var isConditional = false
    }

    let code: SourceTokens
    private(set) var all: [Setting] = []
    private var path: [String] = []
    private var blocks: [(end: Int, depth: Int, isConditional: Bool)] = []
    private var isConditional = false

    /// Deeper blocks are skipped; build scripts have a handful.
    private static let deepest = 40
    /// A longer statement ends, so that the time to read a file grows with its size only.
    private static let longest = 1000

    init(_ file: SourceFile) {
        code = SourceTokens(file)
        var index = 0
        while index < code.all.count {
            while let block = blocks.last, index >= block.end {
                path.removeSubrange(block.depth...)
                isConditional = block.isConditional
                blocks.removeLast()
            }
            index = max(index + 1, readStatement(index))
        }
    }

    /// Names of calls whose first text names a block, and of those that only lead to a block.
    private static let naming: Set = ["create", "register", "getByName", "named", "maybeCreate", "creating", "getting", "registering"]
    private static let transparent: Set = [
        "apply", "with", "run", "also", "let", "afterEvaluate", "allprojects", "subprojects", "withPlugin", "all", "configureEach", "each",
        "pluginManager", "extensions", "project", "target", "this", "configure",
    ]
    private static let conditions: Set = ["if", "else", "for", "while", "when", "switch", "try", "catch", "finally", "do", "case"]
    private static let declaring: Set = ["val", "var", "def", "const", "static", "final"]
    private static let modifiers = declaring.union([
        "private", "public", "internal", "protected", "override", "lateinit", "abstract", "open", "sealed", "data", "companion", "class",
        "object", "interface", "enum", "fun", "namespace", "partial", "readonly", "annotation", "export", "default",
    ])

    private mutating func push(_ names: [String], from opening: Int, isConditional condition: Bool = false) -> Int {
        guard blocks.count < Self.deepest else { return code.after(opening) }
        blocks.append((code.all[opening].partner, path.count, isConditional))
        path += names
        isConditional = isConditional || condition
        return opening + 1
    }

    private mutating func add(
        _ names: [String], _ operation: Setting.Operation, _ value: Range<Int>, at index: Int, isDeclaration: Bool = false
    ) {
        guard let name = names.last else { return }
        all.append(
            Setting(
                path: path + names.dropLast(), name: name, operation: operation, value: value, index: index, isDeclaration: isDeclaration,
                isConditional: isConditional))
    }

    private mutating func readStatement(_ start: Int) -> Int {
        var index = start
        if code.has(index, "{") { return push([], from: index) }
        if code.has(index, "@") { return code.has(index + 2, "(") ? code.after(index + 2) : index + 2 }
        guard code.isWord(index) || code.text(index) != nil else { return code.isQuote(index) ? code.after(index) : index + 1 }
        if Self.conditions.contains(code.word(index)) {
            index += 1
            if code.has(index, "(") { index = code.after(index) }
            return code.has(index, "{") ? push([], from: index, isConditional: true) : index
        }
        var isDeclaration = false
        while Self.modifiers.contains(code.word(index)), code.isWord(index + 1) || code.has(index + 1, "{") {
            isDeclaration = isDeclaration || Self.declaring.contains(code.word(index))
            index += 1
        }
        // A typed declaration, as in `String appId = "a.b"`.
        if code.isWord(index), code.isWord(index + 1), code.has(index + 2, "=") {
            isDeclaration = true
            index += 1
        }
        if code.has(index, "{") { return push([], from: index) }
        return readChain(index, isDeclaration: isDeclaration)
    }

    /// Reads names with dots, calls and subscripts, and what follows them.
    private mutating func readChain(_ start: Int, isDeclaration: Bool) -> Int {
        var index = start
        var (nameIndex, names, arguments): (Int, [String], Range<Int>?) = (start, [], nil)
        chain: while index < code.all.count {
            nameIndex = index
            names.append(code.text(index) ?? code.word(index))
            index = skipGeneric(code.after(index), &names)
            arguments = nil
            while index < code.all.count, code.has(index, "(") || code.has(index, "[") && touches(index) {
                readBracket(index, &names, &arguments)
                index = code.after(index)
            }
            guard code.has(index, ".") || code.has(index, "?."), code.isWord(index + 1) else { break }
            if let last = names.last, Self.transparent.contains(last) { names.removeLast() }
            index += 1
        }
        if isDeclaration, code.has(index, ":") {
            index = (index..<statementEnd(index)).first { code.has($0, "=") || code.word($0) == "by" } ?? index
        }
        if code.word(index) == "by" {
            let delegate = index + 1
            index = code.has(delegate + 1, "(") ? code.after(delegate + 1) : delegate + 1
            // `val dev by creating { … }` names a block, `val key by extra("value")` has a value, `val key by project` is a property.
            if !Self.naming.contains(code.word(delegate)) {
                let value = index > delegate + 1 ? delegate + 2..<max(delegate + 2, index - 1) : nameIndex..<nameIndex + 1
                add(names, .assign, value, at: nameIndex, isDeclaration: true)
                return index
            }
        }
        if code.has(index, "{") {
            if let last = names.last, Self.transparent.contains(last) { names.removeLast() }
            add(names, .block, code.inside(index), at: nameIndex)
            return push(names, from: index)
        }
        return readValue(index, names, arguments, at: nameIndex, isDeclaration: isDeclaration)
    }

    private mutating func readValue(
        _ start: Int, _ names: [String], _ arguments: Range<Int>?, at nameIndex: Int, isDeclaration: Bool
    ) -> Int {
        if code.has(start, ",") {
            addCall(names, arguments ?? start..<start, at: nameIndex)
            return start + 1
        }
        // The value may begin on the line after its name, with the sign.
        let isAssignment = code.has(start, "=") || code.has(start, "+=")
        let end = isAssignment ? max(statementEnd(start + 1), start + 1) : statementEnd(start)
        if isAssignment {
            add(names, code.has(start, "=") ? .assign : .add, start + 1..<end, at: nameIndex, isDeclaration: isDeclaration)
        } else {
            addCall(names, arguments ?? start..<end, at: nameIndex)
        }
        // Blocks in the value have settings too.
        var index = start
        while index < end, !code.has(index, "{") { index = code.after(index) }
        return index < end ? push(names, from: index) : end
    }

    /// Adds a call. `set("name", value)` and `put("name", value)` assign, and so does `property.set(value)`.
    private mutating func addCall(_ names: [String], _ arguments: Range<Int>, at index: Int) {
        guard names.last == "set" || names.last == "put" else { return add(names, .call, arguments, at: index) }
        let parts = code.split(arguments)
        if parts.count == 2, let name = code.text(parts[0].lowerBound) {
            add(names.dropLast() + [name], .assign, parts[1], at: index)
        } else {
            add(names.dropLast(), .assign, arguments, at: index)
        }
    }

    private func readBracket(_ index: Int, _ names: inout [String], _ arguments: inout Range<Int>?) {
        let range = code.inside(index)
        if code.has(index, "["), let name = code.text(index + 1), code.after(index + 1) == range.upperBound {
            names.append(name)
        } else if let last = names.last, Self.naming.contains(last), let name = code.text(index + 1) {
            names[names.count - 1] = name
        } else if names.last == "configure", range.contains(where: isAndroid) {
            names[names.count - 1] = "android"
        } else {
            arguments = range
        }
    }

    /// Skips type arguments. `configure<ApplicationExtension>` is the block `android`.
    private func skipGeneric(_ index: Int, _ names: inout [String]) -> Int {
        guard code.has(index, "<"), touches(index) else { return index }
        guard let end = (index..<min(index + 30, code.all.count)).first(where: { code.has($0, ">") }) else { return index }
        if ["configure", "getByType", "the"].contains(names.last) { names[names.count - 1] = isAndroid(end - 1) ? "android" : "apply" }
        return end + 1
    }

    /// Whether a type is that of the block `android`, as `ApplicationExtension`.
    private func isAndroid(_ index: Int) -> Bool {
        ["ApplicationExtension", "AppModuleExtension", "CommonExtension", "AppExtension", "BaseExtension"].contains {
            code.word(index).hasSuffix($0)
        }
    }

    /// Whether a bracket directly follows the token before it.
    private func touches(_ index: Int) -> Bool { index > 0 && code.kind(index) != nil && code.all[index].start == code.all[index - 1].end }

    private static let continuing: Set = ["=", "+=", "+", ",", ".", "?.", "?:", "&&", "||", "(", ":", "?"]
    private static let resuming: Set = [".", "?.", "?:", "+", "?", ":", "&&", "||"]

    /// Returns the index after a statement: its line's end, unless an operator or an open bracket goes on.
    private func statementEnd(_ start: Int) -> Int {
        var (index, previous, length) = (start, start - 1, 0)
        while index < code.all.count, length < Self.longest {
            length += 1
            let token = code.all[index]
            if token.kind == .closing || code.has(index, ";") { return index }
            if token.kind == .word, index > start, code.has(previous, "}"), !["else", "as"].contains(code.word(index)) { return index }
            if code.startsLine(index), index > 0, !Self.continuing.contains(code.word(previous)),
                !Self.resuming.contains(code.word(index))
            {
                return index
            }
            index = code.after(index)
            previous = index - 1
        }
        return index
    }
}
