import Bytes

/// Why a value may be another one, and where that is said.
struct Doubt: Sendable, Hashable {
    /// A part of a sentence: `depends on process.env.APP_ENV`.
    var why: String
    var place: SourcePlace
}

/// What a value may be: the literals that the files name, and why it may be another one.
struct SourceValues {
    var all: [Literal] = []
    var doubt: Doubt?
    /// Whether the value is certainly one of them, although it is not known which.
    var isOneOfAll = false

    /// The texts of the literals, without repetition.
    var texts: [String] { all.compactMap(\.text).unique }
    /// The text, if there is no doubt.
    var text: String? { doubt == nil && all.count == 1 ? all[0].text : nil }
    var flag: Bool? { doubt == nil && all.count == 1 ? all[0].flag : nil }

    var value: ProjectValue { text.map(ProjectValue.known) ?? .unknown(candidates: texts) }

    mutating func add(_ other: SourceValues) {
        all += other.all.prefix(max(0, SourceReader.mostOptions - all.count))
        doubt = doubt ?? other.doubt
    }
}

/// A member of an object, or an element of a list, where it is written.
struct SourceItem {
    var key: Literal?
    var literal: Literal
    var values: SourceValues

    /// Where the member or the element begins.
    var place: SourcePlace { (key ?? literal).place }
}

/// Finds what the literals of a project's files mean: constants of the file and of imported files, templates, spreads.
///
/// It runs nothing. What depends on more than the files is doubtful, with the candidates that the files name.
final class SourceReader {
    let tree: ProjectTree
    /// What names stand for that no file declares, such as the parameter of a function.
    var parameters: [String: SourceValues] = [:]
    private var files: [String: SourceCode] = [:]
    private var steps = 0
    private var depth = 0

    /// The most values that are looked at, and the most in one another. Beyond it, everything is doubtful.
    private static let (mostSteps, deepest) = (500_000, 50)
    static let mostOptions = 16

    init(_ tree: ProjectTree) { self.tree = tree }

    /// Returns a file of the tree, if it is there.
    func code(_ path: String) -> SourceCode? {
        if let known = files[path] { return known }
        files[path] = tree.file(path).map { SourceCode($0) }
        return files[path]
    }

    /// Returns what a file exports; `default` is also `module.exports`, and the value of a JSON file.
    func exported(_ name: String = "default", of path: String) -> SourceValues? {
        guard enter(), let code = code(path) else { return nil }
        defer { depth -= 1 }
        if let declaration = code.declaration(of: name) { return meaning(of: declaration, [], in: path) }
        for opened in code.opened {
            if let path = file(opened, from: path), let values = exported(name, of: path) { return values }
        }
        return nil
    }

    /// Returns the expression at a token of a file that has been read.
    func expression(at token: Int, of path: String) -> Literal? { files[path]?.expression(at: token) }

    /// Returns what functions return, and other values as they are.
    func results(of values: SourceValues) -> SourceValues {
        var results = SourceValues(doubt: values.doubt)
        for value in values.all {
            guard case .function(let body) = value.content, let code = code(value.file.path) else {
                results.add(SourceValues(all: [value]))
                continue
            }
            for token in code.results(of: body) { results.add(self.values(of: code.expression(at: token))) }
        }
        return results
    }

    private func enter() -> Bool {
        steps += 1
        guard steps < Self.mostSteps, depth < Self.deepest else { return false }
        depth += 1
        return true
    }

    func values(of literal: Literal) -> SourceValues {
        guard enter() else { return SourceValues(doubt: .init(why: "is nested too deeply", place: literal.place)) }
        defer { depth -= 1 }
        if case .name(let name) = literal.content { return values(of: name, literal) }
        return members(literal.members[...], of: values(ofContent: literal))
    }

    private func values(ofContent literal: Literal) -> SourceValues {
        let plain = literal.replaced(by: literal.content)
        switch literal.content {
        case .joined(let parts): return joined(parts, as: plain)
        case .choice(let options, let condition): return chosen(options, by: condition, in: plain)
        case .call where literal.path == nil, .computed, .spread, .name: return SourceValues(doubt: doubt(about: literal))
        case .call where literal.path == "require":
            guard let name = literal.arguments.first?.value.text, let path = file(name, from: literal.file.path) else { fallthrough }
            return exported(of: path) ?? SourceValues(doubt: doubt(about: literal))
        default: return SourceValues(all: [plain])
        }
    }

    /// Returns why values may be others, also if a call that is not run makes them.
    func doubt(about values: SourceValues) -> Doubt? {
        values.doubt ?? values.all.first(where: \.isMadeByCode).map { doubt(about: $0) }
    }

    private func doubt(about literal: Literal, _ cause: String? = nil) -> Doubt {
        let cause = cause ?? self.cause(of: literal)
        return Doubt(why: cause.map { "depends on \($0)" } ?? "is made by code", place: literal.place)
    }

    /// Returns the name on which a value depends that no file declares: `process.env.APP_ENV`.
    private func cause(of literal: Literal) -> String? {
        guard enter() else { return nil }
        defer { depth -= 1 }
        switch literal.content {
        case .name(let name):
            guard let declaration = files[literal.file.path]?.declaration(of: name, at: literal.token) else { return literal.path }
            guard case .value(let token) = declaration.meaning else { return literal.path }
            return expression(at: token, of: literal.file.path).flatMap(cause)
        case .call(let called, let arguments):
            guard let name = called.path else { return cause(of: called) }
            return arguments.firstResult { cause(of: $0.value) } ?? name
        case .object: return nil
        default: return literal.parts.firstResult(cause)
        }
    }

    private func joined(_ parts: [Literal], as literal: Literal) -> SourceValues {
        let all = parts.map { values(of: $0) }
        let text = all.reduce(CodeValue.known("")) { $0.appending(CodeValue(value: $1.value)) }
        let doubt = text.value.known == nil ? all.firstResult(\.doubt) ?? doubt(about: literal) : nil
        return SourceValues(all: text.value.possible.map { literal.replaced(by: .text($0)) }, doubt: doubt)
    }

    private func chosen(_ options: [Literal], by condition: Literal?, in literal: Literal) -> SourceValues {
        if let flag = condition.map({ values(of: $0) })?.flag {
            return (flag ? options.first : options.dropFirst().first).map { values(of: $0) } ?? SourceValues()
        }
        var result = SourceValues(isOneOfAll: options.count <= Self.mostOptions)
        for (index, option) in options.enumerated() {
            let values = values(of: option)
            if index == 0, condition == nil, values.doubt == nil, values.all.count == 1, values.flag != false { return values }
            result.add(values)
            result.isOneOfAll = result.isOneOfAll && values.doubt == nil && !values.all.isEmpty
        }
        result.doubt = doubt(about: literal)
        return result
    }

    // MARK: Names

    private func values(of name: String, _ literal: Literal) -> SourceValues {
        let path = literal.file.path
        if let declaration = code(path)?.declaration(of: name, at: literal.token) {
            return meaning(of: declaration, literal.members[...], in: path) ?? SourceValues(doubt: doubt(about: literal))
        }
        for opened in code(path)?.opened ?? [] {
            guard let file = file(opened, from: path), let declaration = code(file)?.declaration(of: name) else { continue }
            return meaning(of: declaration, literal.members[...], in: file) ?? SourceValues(doubt: doubt(about: literal))
        }
        // A parameter, or a member of it: `config.ios`, `context.config.ios`.
        if let values = parameters[name] { return members(literal.members[...], of: values) }
        if let first = literal.members.first, let values = parameters[first] { return members(literal.members.dropFirst(), of: values) }
        return SourceValues(doubt: doubt(about: literal))
    }

    private func meaning(of declaration: SourceCode.Declaration, _ members: ArraySlice<String>, in path: String) -> SourceValues? {
        guard enter() else { return nil }
        defer { depth -= 1 }
        switch declaration.meaning {
        case .value(let token): return expression(at: token, of: path).map { self.members(members, of: values(of: $0)) }
        case .member(let name, let token): return expression(at: token, of: path).map { self.members([name] + members, of: values(of: $0)) }
        case .members(let scope):
            guard let name = members.first, let found = code(path)?.declaration(of: name, in: scope) else { return nil }
            return meaning(of: found, members.dropFirst(), in: path)
        case .imported(let member, let source):
            guard let file = file(source, from: path), let code = code(file), let name = member ?? members.first else { return nil }
            let rest = member == nil ? members.dropFirst() : members
            if let found = code.declaration(of: name) { return meaning(of: found, rest, in: file) }
            return exported(name, of: file).map { self.members(rest, of: $0) }
        }
    }

    /// Returns the path of an imported file of the tree.
    func file(_ name: String, from path: String) -> String? {
        var folder = ProjectTree.folder(of: path)
        if name.hasPrefix("package:"), let slash = name.firstIndex(of: "/") {
            while !folder.isEmpty, ProjectTree.name(of: folder) != "lib" { folder = ProjectTree.folder(of: folder) }
            return tree.path(folder, String(name[name.index(after: slash)...]))
        }
        guard name.hasPrefix(".") || name.hasSuffix(".dart"), let base = ProjectTree.joined(folder, name) else { return nil }
        return Self.endings.lazy.map { base + $0 }.first(where: tree.has)
    }

    private static let endings = ["", ".ts", ".tsx", ".js", ".jsx", ".mjs", ".cjs", ".json", "/index.ts", "/index.tsx", "/index.js"]

    // MARK: Members and elements

    private func members(_ names: ArraySlice<String>, of values: SourceValues) -> SourceValues {
        names.reduce(values) { values, name in
            member(name, of: values)?.values ?? SourceValues(doubt: values.doubt ?? values.all.first.map { doubt(about: $0, name) })
        }
    }

    /// Returns a member of an object, as the last entry has it; nil if there is none.
    func member(_ name: String, of values: SourceValues) -> SourceItem? {
        var result: SourceItem?
        for item in items(of: values, named: name).reversed() where item.key != nil || item.values.doubt != nil {
            if result == nil { result = item } else { result?.values.add(item.values) }
            if item.values.doubt == nil { break }
        }
        return result
    }

    /// Returns the first of some members that there is.
    func member(anyOf names: [String], of values: SourceValues) -> SourceItem? {
        names.firstResult { member($0, of: values) }
    }

    /// Returns the members of an object or the elements of a list, with those that are spread into it. An item without a key in an object
    /// stands for any members.
    ///
    /// - Parameter name: The only member that is wanted.
    func items(of values: SourceValues, named name: String? = nil) -> [SourceItem] {
        var items: [SourceItem] = []
        for value in values.all {
            if value.isMadeByCode { items.append(SourceItem(literal: value, values: SourceValues(doubt: doubt(about: value)))) }
            let entries = value.entries ?? value.elements?.map { Literal.Entry(value: $0) } ?? []
            for entry in entries {
                guard enter() else { break }
                defer { depth -= 1 }
                guard case .spread(let source) = entry.value.content else {
                    if name == nil || entry.key?.text == nil || entry.key?.text == name { items.append(item(entry)) }
                    continue
                }
                let spread = self.values(of: source)
                let found = self.items(of: spread, named: name)
                items += found
                // `...(isDebug ? { a: 1 } : {})` says nothing about b.
                if let doubt = spread.doubt, name == nil || !found.isEmpty || !spread.isOneOfAll {
                    items.append(SourceItem(literal: entry.value, values: SourceValues(doubt: doubt)))
                }
            }
        }
        guard let doubt = values.doubt else { return items }
        for index in items.indices { items[index].values.doubt = items[index].values.doubt ?? doubt }
        return items
    }

    private func item(_ entry: Literal.Entry) -> SourceItem {
        var key = entry.key
        if let name = key, name.text == nil, let known = values(of: name).all.first { key?.content = known.content; key?.members = [] }
        return SourceItem(key: key, literal: entry.value, values: values(of: entry.value))
    }

    /// Returns the elements of a list, or the value itself.
    func list(_ values: SourceValues) -> [SourceItem] {
        values.all.flatMap { value -> [SourceItem] in
            let alone = SourceValues(all: [value], doubt: doubt(about: SourceValues(all: [value], doubt: values.doubt)))
            return value.elements == nil ? [SourceItem(literal: value, values: alone)] : items(of: alone)
        }
    }
}
