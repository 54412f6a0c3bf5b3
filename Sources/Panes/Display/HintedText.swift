/// A text of the program that can name commands. The screen spells a command as its key, and plain mode quotes what is typed.
///
///     "\(.undo) undoes it."                       u undoes it.        "undo" undoes it.
///     "To reopen it, \(press: .front, "Shop")."   press :front.       type "front Shop".
///     "Too long.\(onScreen: " i edits it.")"      i edits it.
package struct HintedText: Sendable, Equatable, ExpressibleByStringInterpolation {
    package struct Hint: Sendable, Equatable {
        package let command: Command
        /// The command as it is typed, such as `front Shop`.
        package let words: String
    }

    /// The place of a command's key in a text, with the number of characters before it.
    package typealias KeyPlace = (command: Command, start: Int, count: Int)

    fileprivate enum Part: Sendable, Equatable {
        case text(String)
        case command(Hint)
        /// Text that only the screen shows.
        case onScreen([Part])
        /// Text that only a face without keys shows.
        case typed([Part])
    }

    private var parts: [Part]

    package init(_ text: String) { parts = [.text(text)] }
    package init(stringLiteral text: String) { self.init(text) }
    package init(stringInterpolation parts: StringInterpolation) { self.parts = parts.parts }

    /// Returns the text with the keys of its commands, and their places. A command without a key is named as it is typed.
    package func keyed(_ keys: [Command: String]) -> (text: String, places: [KeyPlace]) {
        var keyed: (text: String, places: [KeyPlace]) = ("", [])
        func append(_ parts: [Part]) {
            for part in parts {
                switch part {
                case .text(let text): keyed.text += text
                case .onScreen(let parts): append(parts)
                case .typed: break
                case .command(let hint):
                    if let key = keys[hint.command] {
                        keyed.places.append((hint.command, keyed.text.count, key.count))
                    }
                    keyed.text += keys[hint.command] ?? ":\(hint.words)"
                }
            }
        }
        append(parts)
        return keyed
    }

    /// Returns the text for a face without keys.
    ///
    /// - Parameter spell: Returns what is typed in quotes; nil for a command that the face does not have.
    package func typed(_ spell: (Hint) -> String?) -> String {
        func text(_ parts: [Part]) -> String {
            parts.map { part in
                switch part {
                case .text(let text): text
                case .onScreen: ""
                case .typed(let parts): text(parts)
                case .command(let hint): spell(hint) ?? ":\(hint.words)"
                }
            }.joined()
        }
        return text(parts)
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
        ///
        /// - Parameter text: What the screen says in place of the command's key.
        package mutating func appendInterpolation(_ command: Command, _ argument: String = "", onScreen text: HintedText? = nil) {
            let words = argument.isEmpty ? command.rawValue : "\(command.rawValue) \(argument)"
            let hint = Part.command(Hint(command: command, words: words))
            parts += text.map { [.onScreen($0.parts), .typed([hint])] } ?? [hint]
        }

        /// Says which key to press, or what to type.
        package mutating func appendInterpolation(press command: Command, _ argument: String = "", onScreen text: HintedText? = nil) {
            parts += [.onScreen([.text("press ")]), .typed([.text("type ")])]
            appendInterpolation(command, argument, onScreen: text)
        }

        /// Says which of two keys to press, or that the second command is to be typed.
        package mutating func appendInterpolation(press first: Command, or second: Command) {
            appendInterpolation(press: second, onScreen: "\(first) or \(second)")
        }

        /// Says at the beginning of a sentence which key to press, or what to type.
        package mutating func appendInterpolation(begin command: Command, _ argument: String = "") {
            parts += [.onScreen([.text("Press ")]), .typed([.text("Type ")])]
            appendInterpolation(command, argument)
        }

        /// Says what to type, also on the screen: `type :write! links.json`.
        package mutating func appendInterpolation(type command: Command, _ words: String) {
            appendLiteral("type ")
            parts += [.onScreen([.text(":\(words)")]), .typed([.command(Hint(command: command, words: words))])]
        }

        package mutating func appendInterpolation(onScreen text: HintedText) { parts.append(.onScreen(text.parts)) }
    }

    /// What a command that needs a link says while the session has no link.
    package static let noLink: HintedText = "There is no link yet. Paste one, or \(press: .write, or: .sample)."
}
