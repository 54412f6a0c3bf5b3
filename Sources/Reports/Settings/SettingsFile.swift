import Checks

/// The user's settings, as they are written in `config.yaml`: each value with the number of its line, from 1. The caller interprets the values.
package struct SettingsFile: Sendable {
    package typealias Value = (text: String, line: Int)
    /// A name with a value, such as a command with its key.
    package typealias Entry = (name: String, value: Value)
    /// A name with a list of values, such as a list of the screen with its columns. The line is that of the name.
    package typealias List = (name: String, values: [Value], line: Int)
    /// A line that cannot be used, with what is expected in it.
    package typealias Problem = (line: Int, message: String)

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
            problems = [(error.place.line, error.message)]
            return
        }
        guard let root else { return }
        guard let members = root.members else {
            problems = [(1, "write names with values, such as theme: dark")]
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
                problems.append((line, "\(member.name): no such setting; use \(Self.names.joined(separator: ", "))"))
            }
        }
    }

    private mutating func value(of node: YAMLNode, _ name: String, _ expected: String) -> Value? {
        if let text = node.text, !text.isEmpty { return (text, node.place.line) }
        problems.append((node.place.line, "\(name): write \(expected)"))
        return nil
    }

    /// Returns the values of a list. A single value needs no list.
    private mutating func values(_ node: YAMLNode, _ name: String, _ expected: String) -> [Value] {
        guard let list = node.elements else { return [value(of: node, name, expected)].compactMap(\.self) }
        return list.compactMap { value(of: $0, name, expected) }
    }

    private mutating func entries(_ node: YAMLNode, _ name: String, _ expected: String, _ line: Int) -> [Entry] {
        members(of: node, name, expected, line).compactMap { member in
            value(of: member.value, name, expected).map { (member.name, ($0.text, member.place.line)) }
        }
    }

    private mutating func lists(_ node: YAMLNode, _ name: String, _ expected: String, _ line: Int) -> [List] {
        members(of: node, name, expected, line).map { ($0.name, values($0.value, name, expected), $0.place.line) }
    }

    /// Returns the members of a mapping. Anything but a mapping is a problem.
    private mutating func members(of node: YAMLNode, _ name: String, _ expected: String, _ line: Int) -> [YAMLNode.Member] {
        if let members = node.members { return members }
        problems.append((line, "\(name): write \(expected)"))
        return []
    }
}
