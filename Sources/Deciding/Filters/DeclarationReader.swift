import JSONDocument

/// Why a declaration in JSON cannot be read, and where.
package struct DeclarationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The path of the value, such as `filters[0].data[1].port`; empty for the outermost one.
    package var path: String
    /// The offset of the value's first byte, from 0.
    package var offset: Int
    /// A sentence without its period that says what is wrong and what is expected.
    package var message: String

    /// The sentence after the path.
    package var description: String { path.isEmpty ? message : "\(path): \(message)" }
}

/// Reads the values of the objects in a declaration, and says which value has another type than expected. A value that is null is missing.
struct DeclarationReader {
    typealias Node = JSONDocument.Node

    /// The path of the object.
    let path: String

    init(_ path: String = "") { self.path = path }

    /// Reads an object under a key.
    func inside(_ key: String) -> DeclarationReader { DeclarationReader(join(key)) }

    // MARK: Values

    /// Reads a value; throws if it is not what is expected.
    private func read<Value>(
        _ node: Node, _ key: String, _ what: String, _ read: (Node) -> Value?
    ) throws(DeclarationError) -> Value? {
        guard let value = value(node, key) else { return nil }
        guard let result = read(value) else { throw expected(what, value, key) }
        return result
    }

    func text(_ node: Node, _ key: String) throws(DeclarationError) -> String? { try read(node, key, "a string", \.stringValue) }

    func flag(_ node: Node, _ key: String) throws(DeclarationError) -> Bool? { try read(node, key, "true or false", \.boolValue) }

    /// Reads a whole number, which may be written as a string.
    func number(_ node: Node, _ key: String) throws(DeclarationError) -> Int? {
        try read(node, key, "a whole number") { Int($0.numberLiteral ?? $0.stringValue ?? "") }
    }

    /// Reads a version, which may be a number.
    func version<Version>(_ node: Node, _ key: String, _ read: (String) -> Version?) throws(DeclarationError) -> Version? {
        guard let value = value(node, key) else { return nil }
        guard let version = (value.numberLiteral ?? value.stringValue).flatMap(read) else {
            throw error("expected a version such as 14 or \"8.1\"", value, key)
        }
        return version
    }

    /// Reads one of the words of an enumeration.
    func word<Word: RawRepresentable<String> & CaseIterable>(_ node: Node, _ key: String) throws(DeclarationError) -> Word? {
        guard let text = try text(node, key) else { return nil }
        guard let word = Word(rawValue: text) else {
            let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
            throw error("\"\(text)\" is not one of \(known)", node[key] ?? node, key)
        }
        return word
    }

    func needed<Value>(_ value: Value?, _ node: Node, _ key: String) throws(DeclarationError) -> Value {
        guard let value else { throw error("\"\(key)\" is missing", node) }
        return value
    }

    /// Reads a text that must be there, and must not be empty.
    func filledText(_ node: Node, _ key: String) throws(DeclarationError) -> String {
        let text = try needed(text(node, key), node, key)
        if text.isEmpty { throw error("it must not be empty", node[key] ?? node, key) }
        return text
    }

    // MARK: Lists and objects

    func array(_ node: Node, _ key: String, of items: String) throws(DeclarationError) -> [Node] {
        try read(node, key, "an array of \(items)") { $0.kind == .array ? Array($0.elements) : nil } ?? []
    }

    /// Reads an array of objects, each with a reader of its own.
    func objects(_ node: Node, _ key: String) throws(DeclarationError) -> [(node: Node, reader: DeclarationReader)] {
        try array(node, key, of: key).enumerated().map { index, object in (object, inside("\(key)[\(index)]")) }
    }

    func texts(_ node: Node, _ key: String) throws(DeclarationError) -> [String] {
        var texts: [String] = []
        for (index, value) in try array(node, key, of: "strings").enumerated() {
            guard let text = value.stringValue else { throw expected("a string", value, "\(key)[\(index)]") }
            texts.append(text)
        }
        return texts
    }

    func object(_ node: Node, _ key: String) throws(DeclarationError) -> Node? {
        try read(node, key, "an object") { $0.kind == .object ? $0 : nil }
    }

    /// Reads an object whose values are texts.
    func texts(_ node: Node, of key: String) throws(DeclarationError) -> [String: String] {
        var texts: [String: String] = [:]
        guard let object = try object(node, key) else { return texts }
        for member in object.members {
            let name = member.key.stringValue ?? ""
            guard let text = member.value.stringValue else { throw expected("a string", member.value, "\(key).\(name)") }
            texts[name] = text
        }
        return texts
    }

    /// Reads the patterns of a part of the link, such as `pathPrefix` and `pathPattern` for `path`.
    func patterns(_ node: Node, _ name: String) throws(DeclarationError) -> [FilterPattern] {
        var patterns: [FilterPattern] = []
        for kind in FilterPattern.Kind.allCases {
            if let text = try text(node, name + kind.rawValue) { patterns.append(FilterPattern(kind, text)) }
        }
        return patterns
    }

    /// Refuses what is no object, or has another key than these: it may be a misspelled one, which would otherwise be ignored without notice.
    func check(_ node: Node, _ known: [String]) throws(DeclarationError) {
        guard node.kind == .object else { throw expected("an object", node) }
        for member in node.members where !known.contains(member.key.stringValue ?? "") {
            let key = member.key.stringValue ?? ""
            throw error("unknown key \"\(key)\"; known keys: \(known.joined(separator: ", "))", member.key)
        }
    }

    private func value(_ node: Node, _ key: String) -> Node? { node[key].flatMap { $0.kind == .null ? nil : $0 } }

    // MARK: Errors

    /// - Parameter key: The key of the value in the object of the reader; empty for the object itself.
    func error(_ message: String, _ node: Node, _ key: String = "") -> DeclarationError {
        DeclarationError(path: join(key), offset: node.range.lowerBound, message: message)
    }

    func expected(_ what: String, _ node: Node, _ key: String = "") -> DeclarationError {
        error("expected \(what), found \(node.kind)", node, key)
    }

    private func join(_ key: String) -> String { path.isEmpty || key.isEmpty ? path + key : "\(path).\(key)" }
}
