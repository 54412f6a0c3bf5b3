import Checks

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

    /// Parses the text of a file. A value that cannot be used is left out, with a problem.
    package init(_ text: String) {
        let root: YAMLNode?
        do throws(YAMLProblem) {
            root = try YAMLDocument(text).root
        } catch {
            problems = [Problem(line: error.place.line, message: error.message)]
            return
        }
        guard let root else { return }
        guard let members = root.members else {
            problems = [Problem(line: 1, message: "write names with values, such as theme: dark")]
            return
        }
        for member in members {
            let (value, line) = (member.value, member.place.line)
            switch member.name {
            case "theme": theme = self.value(of: value, "theme", "a word, such as dark")
            case "bannerText": bannerText = self.value(of: value, "bannerText", "a text in quotes")
            case "eventArguments": eventArguments = values(value, "eventArguments", "a list of names, such as [refererURL, campaign]")
            case "columns": columns = lists(value, "columns", "the columns after each list, such as links: [time, link, end]", line)
            case "keys": keys = entries(value, "keys", "a key after each command, such as open: F5", line)
            case "filters": filters = entries(value, "filters", "a text after each name, such as errors: level:error", line)
            default:
                let message = "\(member.name): no such setting; use \(Self.names.joined(separator: ", "))"
                problems.append(Problem(line: line, message: message))
            }
        }
    }

    private mutating func value(of node: YAMLNode, _ name: String, _ expected: String) -> Value? {
        if let text = node.text, !text.isEmpty { return Value(text: text, line: node.place.line) }
        problems.append(Problem(line: node.place.line, message: "\(name): write \(expected)"))
        return nil
    }

    /// Returns the values of a list. A single value needs no list.
    private mutating func values(_ node: YAMLNode, _ name: String, _ expected: String) -> [Value] {
        guard let list = node.elements else { return [value(of: node, name, expected)].compactMap(\.self) }
        return list.compactMap { value(of: $0, name, expected) }
    }

    private mutating func entries(_ node: YAMLNode, _ name: String, _ expected: String, _ line: Int) -> [Entry] {
        members(of: node, name, expected, line).compactMap { member in
            value(of: member.value, name, expected).map {
                Entry(name: member.name, value: Value(text: $0.text, line: member.place.line))
            }
        }
    }

    private mutating func lists(_ node: YAMLNode, _ name: String, _ expected: String, _ line: Int) -> [List] {
        members(of: node, name, expected, line).map {
            List(name: $0.name, values: values($0.value, name, expected), line: $0.place.line)
        }
    }

    /// Returns the members of a mapping. Anything but a mapping is a problem.
    private mutating func members(of node: YAMLNode, _ name: String, _ expected: String, _ line: Int) -> [YAMLNode.Member] {
        if let members = node.members { return members }
        problems.append(Problem(line: line, message: "\(name): write \(expected)"))
        return []
    }
}
