import Yams

/// The user's settings, as they are written in `config.yaml`: each value with its line. The caller interprets the values.
package struct SettingsFile: Sendable, Equatable {
    /// A value in the file.
    package struct Value: Sendable, Equatable {
        package var text: String
        /// The number of its line, from 1.
        package var line: Int
    }

    /// A name with a value, such as a command with its key.
    package struct Entry: Sendable, Equatable {
        package var name: String
        package var value: Value
    }

    /// A name with a list of values, such as a list of the screen with its columns.
    package struct List: Sendable, Equatable {
        package var name: String
        package var values: [Value]
        /// The number of the line of the name, from 1.
        package var line: Int
    }

    /// A line that cannot be used.
    package struct Problem: Sendable, Equatable {
        package var line: Int
        /// What is expected in the line.
        package var message: String

        package init(line: Int, message: String) {
            self.line = line
            self.message = message
        }
    }

    package private(set) var theme: Value?
    package private(set) var keys: [Entry] = []
    package private(set) var filters: [Entry] = []
    package private(set) var bannerText: Value?
    package private(set) var eventArguments: [Value] = []
    package private(set) var columns: [List] = []
    package private(set) var problems: [Problem] = []

    private static let names = ["theme", "keys", "filters", "bannerText", "eventArguments", "columns"]

    package init() {}

    /// Parses the text of a file. A value that cannot be used is left out, with a problem.
    package init(_ text: String) {
        let root: Node?
        do {
            root = try Yams.compose(yaml: text)
        } catch {
            problems = [Self.problem(error)]
            return
        }
        guard let root, !root.isEmptyDocument else { return }
        guard let mapping = root.mapping else {
            problems = [Problem(line: 1, message: "write names with values, such as theme: dark")]
            return
        }
        for (key, value) in mapping {
            let line = Self.line(key)
            switch key.scalar?.string {
            case "theme": theme = self.value(of: value, "theme", "a word, such as dark", line)
            case "bannerText": bannerText = self.value(of: value, "bannerText", "a text in quotes", line)
            case "eventArguments": eventArguments = values(value, "eventArguments", "a list of names, such as [refererURL, campaign]", line)
            case "columns": columns = lists(value, "columns", "the columns after each list, such as links: [time, what, end]", line)
            case "keys": keys = entries(value, "keys", "a key after each command, such as open: F5", line)
            case "filters": filters = entries(value, "filters", "a text after each name, such as errors: level:error", line)
            case let name:
                let message = "\(name ?? "this"): no such setting; use \(Self.names.joined(separator: ", "))"
                problems.append(Problem(line: line, message: message))
            }
        }
    }

    private mutating func value(of node: Node, _ name: String, _ expected: String, _ line: Int) -> Value? {
        if let scalar = node.scalar, !scalar.string.isEmpty { return Value(text: scalar.string, line: node.mark?.line ?? line) }
        problems.append(Problem(line: node.mark?.line ?? line, message: "\(name): write \(expected)"))
        return nil
    }

    /// Returns the values of a list. One value may stand without a list.
    private mutating func values(_ node: Node, _ name: String, _ expected: String, _ line: Int) -> [Value] {
        guard let list = node.sequence else { return [value(of: node, name, expected, line)].compactMap(\.self) }
        return list.compactMap { value(of: $0, name, expected, line) }
    }

    private mutating func entries(_ node: Node, _ name: String, _ expected: String, _ line: Int) -> [Entry] {
        members(of: node, name, expected, line).compactMap { member in
            value(of: member.value, name, expected, member.line).map {
                Entry(name: member.name, value: Value(text: $0.text, line: member.line))
            }
        }
    }

    private mutating func lists(_ node: Node, _ name: String, _ expected: String, _ line: Int) -> [List] {
        members(of: node, name, expected, line).map {
            List(name: $0.name, values: values($0.value, name, expected, $0.line), line: $0.line)
        }
    }

    /// Returns the names in a mapping with their values and lines. Anything but a mapping is a problem.
    private mutating func members(
        of node: Node, _ name: String, _ expected: String, _ line: Int
    ) -> [(name: String, value: Node, line: Int)] {
        guard let mapping = node.mapping else {
            problems.append(Problem(line: line, message: "\(name): write \(expected)"))
            return []
        }
        return mapping.compactMap { key, value in key.scalar.map { ($0.string, value, Self.line(key)) } }
    }

    private static func line(_ node: Node) -> Int { node.mark?.line ?? 1 }

    private static func problem(_ error: any Error) -> Problem {
        switch error as? YamlError {
        case .scanner(_, let problem, let mark, _)?, .parser(_, let problem, let mark, _)?, .composer(_, let problem, let mark, _)?:
            Problem(line: mark.line, message: "this is not YAML: \(problem)")
        case .duplicatedKeysInMapping(let names, let context)?:
            Problem(line: context.mark.line, message: "\(names.sorted().joined(separator: ", ")): write each name once")
        default: Problem(line: 1, message: "this is not YAML")
        }
    }
}

extension Node {
    /// Whether the document has no content, only comments.
    fileprivate var isEmptyDocument: Bool { scalar?.string.isEmpty ?? false }
}
