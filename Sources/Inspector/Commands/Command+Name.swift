package import Panes
import Screen

extension Command {
    /// The name under which the command is typed, such as `next-pane`.
    package var name: String { rawValue }

    /// Other names of commands: older ones, those of the program's commands, and the words on the screen.
    private static let otherNames: [String: Command] = [
        "hold": .hold, "close": .dismissBanner, "add-app": .declare, "resolve": .resolve, "verify": .verify, "verify-on": .verifyOnDevice,
        "links": .focusLinks, "link": .focusDetail, "apps": .device, "whatif": .whatIf, "next": .nextMatch, "previous": .previousMatch,
    ]

    /// Returns the command with this name. The case of letters does not matter.
    package static func named(_ name: String) -> Command? { byName[name.lowercased()] }

    private static let byName = Dictionary(
        allCases.map { ($0.name, $0) } + otherNames.map { ($0, $1) }, uniquingKeysWith: { first, _ in first })

    /// Returns the commands that can be typed at a place, in the order of the help.
    package static func all(in place: TypedCommand.Place) -> [Command] { place == .plain ? inPlainMode : inTable }

    private static let inTable = Binding.table.map(\.command)
    private static let inPlainMode = Binding.table.filter { $0.plainHelp != nil }.map(\.command)

    /// Returns the commands that a typed word can stand for: one if it is a name, a key of the screen, or the beginning of a single name.
    package static func candidates(for word: String, in place: TypedCommand.Place) -> [Command] {
        guard !word.isEmpty else { return [] }
        let all = all(in: place)
        if let exact = byKey[word] ?? named(word), all.contains(exact) { return [exact] }
        let word = word.lowercased()
        return all.filter { $0.name.hasPrefix(word) }
    }

    /// The commands by their keys as they can be typed: `o`, `?`, `Space`.
    private static let byKey: [String: Command] = Dictionary(
        Binding.table.flatMap { binding in
            ([binding.keyText] + binding.keys.compactMap(typed)).map { ($0, binding.command) }
        }, uniquingKeysWith: { first, _ in first })

    private static func typed(_ key: Key) -> String? {
        if case .character(let scalar, []) = key { String(scalar) } else { nil }
    }
}
