/// A text of the program that can name commands. Each face spells a command in its own way: the screen names its key, and plain mode quotes
/// what is typed.
///
///     "\(.undo) undoes it."                       u undoes it.        "undo" undoes it.
///     "To reopen it, \(press: .front, "Shop")."   press :front.       type "front Shop".
///     "Too long.\(onScreen: " i edits it.")"      i edits it.
package struct HintedText: Sendable, Equatable, ExpressibleByStringInterpolation {
    /// A command in a text.
    package struct Hint: Sendable, Equatable {
        package let command: Command
        /// The command as it is typed, such as `front Shop`.
        package let words: String
        /// The key that the screen names.
        fileprivate let keys: String

        fileprivate init(_ command: Command, _ argument: String = "", keys: String? = nil) {
            self.command = command
            words = argument.isEmpty ? command.rawValue : "\(command.rawValue) \(argument)"
            self.keys = keys ?? command.key ?? ":\(words)"
        }

        /// Creates a hint that is typed on each face.
        fileprivate init(_ command: Command, typed words: String) {
            self.command = command
            self.words = words
            keys = ":\(words)"
        }
    }

    fileprivate enum Part: Sendable, Equatable {
        case text(String)
        case command(Hint)
        /// One of several commands, after the verb of a face with keys, or of one without: `press i or s`.
        case choice(String, String, [Hint])
        /// Text about keys that only the screen shows.
        case onScreen(String)
    }

    private var parts: [Part]

    package init(_ text: String) { parts = [.text(text)] }
    package init(stringLiteral text: String) { self.init(text) }
    package init(stringInterpolation parts: StringInterpolation) { self.parts = parts.parts }

    package static func + (left: HintedText, right: HintedText) -> HintedText {
        var sum = left
        sum.parts += right.parts
        return sum
    }

    /// The text with the keys of its commands.
    package var keyed: String {
        parts.map { part in
            switch part {
            case .text(let text), .onScreen(let text): text
            case .command(let hint): hint.keys
            case .choice(let verb, _, let hints): "\(verb) \(hints.map(\.keys).joined(separator: " or "))"
            }
        }.joined()
    }

    /// Returns the text for a face without keys.
    ///
    /// - Parameter spell: Returns what is typed in quotes; nil for a command that the face does not have.
    package func typed(_ spell: (Hint) -> String?) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .onScreen: ""
            case .command(let hint): spell(hint) ?? hint.keys
            case .choice(_, let verb, let hints): "\(verb) \(hints.compactMap(spell).joined(separator: " or "))"
            }
        }.joined()
    }

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var parts: [Part] = []

        package init(literalCapacity: Int, interpolationCount: Int) {}

        package mutating func appendLiteral(_ text: String) {
            if case .text(let before)? = parts.last {
                parts[parts.count - 1] = .text(before + text)
            } else if !text.isEmpty {
                parts.append(.text(text))
            }
        }
        package mutating func appendInterpolation(_ value: some CustomStringConvertible) { appendLiteral(value.description) }
        package mutating func appendInterpolation(_ text: HintedText) { parts += text.parts }

        /// Names a command as the subject of a sentence: `u undoes it`.
        package mutating func appendInterpolation(_ command: Command, _ argument: String = "", keys: String? = nil) {
            parts.append(.command(Hint(command, argument, keys: keys)))
        }

        /// Says which key to press, or what to type.
        package mutating func appendInterpolation(press command: Command, _ argument: String = "", keys: String? = nil) {
            parts.append(.choice("press", "type", [Hint(command, argument, keys: keys)]))
        }

        /// Says which of two keys to press, or what to type.
        package mutating func appendInterpolation(press first: Command, or second: Command) {
            parts.append(.choice("press", "type", [Hint(first), Hint(second)]))
        }

        /// Says at the beginning of a sentence which key to press, or what to type.
        package mutating func appendInterpolation(begin command: Command, _ argument: String = "") {
            parts.append(.choice("Press", "Type", [Hint(command, argument)]))
        }

        /// Says what to type, also on the screen: `type :write! links.json`.
        package mutating func appendInterpolation(type command: Command, _ words: String) {
            parts.append(.choice("type", "type", [Hint(command, typed: words)]))
        }

        package mutating func appendInterpolation(onScreen text: String) { parts.append(.onScreen(text)) }
    }
}

extension HintedText {
    /// What a command that needs a link says while the session has no link.
    package static let noLink: HintedText = "There is no link yet. Paste one, or \(press: .write, or: .sample)."
}

extension Command {
    /// The key of the command that texts name; nil for a command that they name as it is typed after `:`.
    package var key: String? {
        switch self {
        case .open: "o"
        case .write: "i"
        case .sample: "s"
        case .goBack: "r"
        case .undo: "u"
        case .redo: "U"
        case .declare: "a"
        case .resolve: "F"
        case .runScripts: "J"
        case .verify: "V"
        case .mark: "m"
        case .repair: "R"
        case .build: "b"
        case .device: "d"
        case .allEvents: "e"
        case .hold, .resume: "Space"
        case .stop: "Esc"
        default: nil
        }
    }
}
