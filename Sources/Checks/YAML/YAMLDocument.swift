import Bytes
import Yams

/// A YAML document as values with their places. Anchors and aliases are not supported.
package struct YAMLDocument: Sendable {
    /// Nil if the document has only comments.
    package let root: YAMLNode?

    package init(utf8 bytes: [UInt8], limits: YAMLLimits = YAMLLimits()) throws(YAMLProblem) {
        // Some editors write a byte order mark at the start. Places in the text do not count it.
        let written = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        guard let text = String(validating: written, as: UTF8.self) else {
            throw YAMLProblem(YAMLPlace(line: 1, column: 1), "the file is not UTF-8")
        }
        try self.init(text, limits: limits)
    }

    package init(_ text: String, limits: YAMLLimits = YAMLLimits()) throws(YAMLProblem) {
        var text = text
        text.makeContiguousUTF8()
        if let problem = limits.problem(in: text) { throw problem }
        // This resolver leaves every text as it is written.
        let (parser, node): (Parser, Node?)
        do {
            parser = try Parser(yaml: text, resolver: .basic, encoding: .utf8)
            node = try parser.singleRoot()
        } catch {
            throw YAMLProblem(error)
        }
        guard let node else {
            root = nil
            return
        }
        // The nodes refer weakly to their anchors, which belong to the parser.
        let root = try withExtendedLifetime(parser) { () throws(YAMLProblem) in try YAMLNode(node, depth: limits.depth) }
        self.root = root.isNull && root.text?.isEmpty == true ? nil : root
    }
}

extension YAMLNode {
    /// - Parameter depth: The levels of lists and mappings that are left.
    fileprivate init(_ node: Node, depth: Int) throws(YAMLProblem) {
        let place = YAMLPlace(node)
        if node.anchor != nil {
            throw YAMLProblem(place, "anchors (&name) and aliases (*name) are not supported: write the value at each place")
        }
        if depth < 0 { throw YAMLProblem(place, "the lists and mappings are nested too deeply") }
        switch node {
        case .scalar(let scalar): self.init(content: .scalar(scalar.string, isPlain: scalar.style == .plain), place: place)
        case .sequence(let sequence):
            var elements: [YAMLNode] = []
            elements.reserveCapacity(sequence.count)
            for element in sequence { elements.append(try YAMLNode(element, depth: depth - 1)) }
            self.init(content: .sequence(elements), place: place)
        case .mapping(let mapping):
            var members: [Member] = []
            members.reserveCapacity(mapping.count)
            for (key, value) in mapping {
                guard let name = key.scalar?.string else { throw YAMLProblem(YAMLPlace(key), "write a name before the colon") }
                members.append(Member(name: name, place: YAMLPlace(key), value: try YAMLNode(value, depth: depth - 1)))
            }
            self.init(content: .mapping(members), place: place)
        case .alias: throw YAMLProblem(place, "aliases (*name) are not supported: write the value at each place")
        }
    }
}

extension YAMLPlace {
    fileprivate init(_ node: Node) {
        let length = if case .scalar(let scalar) = node, scalar.style == .plain { scalar.string.unicodeScalars.count } else { 1 }
        self.init(line: node.mark?.line ?? 1, column: node.mark?.column ?? 1, length: max(length, 1))
    }

    fileprivate init(_ mark: Mark) { self.init(line: mark.line, column: mark.column) }
}

extension YAMLProblem {
    /// Describes an error of Yams.
    fileprivate init(_ error: any Error) {
        switch error as? YamlError {
        case .scanner(_, let problem, let mark, _)?, .parser(_, let problem, let mark, _)?, .composer(_, let problem, let mark, _)?:
            self.init(YAMLPlace(mark), "this is not YAML: \(problem)")
        case .duplicatedKeysInMapping(let names, let context)?:
            self.init(YAMLPlace(context.mark), "\(names.sorted().joined(separator: ", ")): write each name once")
        case .reader(let problem, _, _, _)?: self.init(YAMLPlace(line: 1, column: 1), "this is not YAML: \(problem)")
        default: self.init(YAMLPlace(line: 1, column: 1), "this is not YAML")
        }
    }
}

/// The limits of a YAML document, which may come from anyone. They keep the memory and the time for a document in proportion to its size.
package struct YAMLLimits: Sendable {
    /// The most bytes of a document.
    package var bytes = 8 << 20
    /// The maximum number of separators between values: line ends, commas and brackets. Each value takes some hundred bytes of memory.
    package var signs = 1 << 20
    /// The most texts that look like an alias (`*name`) in a document with an anchor (`&name`). A few lines with aliases of aliases stand
    /// for billions of values, which Yams would compare with each other where a mapping has them as a name.
    package var aliases = 3
    /// The most levels of lists and mappings.
    package var depth = 64

    package init() {}

    /// Returns why a text is not parsed; nil if it is within the limits.
    package func problem(in text: String) -> YAMLProblem? { text.withBytes(problem) }

    func problem(in text: Span<UInt8>) -> YAMLProblem? {
        guard text.count <= bytes else { return YAMLProblem(YAMLPlace(line: 1, column: 1), "the file is larger than \(bytes) bytes") }
        var (signs, aliases, anchors) = (0, 0, 0)
        var lastAlias = 0
        for index in text.indices {
            switch text[index] {
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "{"): signs += 1
            case UInt8(ascii: "*") where Self.isName(text, at: index):
                aliases += 1
                lastAlias = index
            case UInt8(ascii: "&") where Self.isName(text, at: index): anchors += 1
            default: break
            }
        }
        if signs > self.signs { return YAMLProblem(YAMLPlace(line: 1, column: 1), "the file has more than \(self.signs) values") }
        guard aliases > self.aliases, anchors > 0 else { return nil }
        let (line, column) = text.lineAndColumn(of: lastAlias)
        return YAMLProblem(
            YAMLPlace(line: line, column: column),
            "aliases (*name) are not supported: write the value at each place. In a text in double quotes, write * as \\x2A")
    }

    /// Returns whether the sign at an index may begin an alias or an anchor: it begins a value, and a name follows.
    private static func isName(_ text: Span<UInt8>, at index: Int) -> Bool {
        guard index + 1 < text.count else { return false }
        let next = text[index + 1]
        guard ByteClass.isLetterOrDigit(next) || "_-".utf8.contains(next) else { return false }
        guard index > 0 else { return true }
        switch text[index - 1] {
        case 0...0x20, UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: ","), UInt8(ascii: ":"), 0x80...: return true
        default: return false
        }
    }
}
