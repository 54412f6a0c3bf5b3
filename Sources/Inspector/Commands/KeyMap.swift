package import Screen

/// The keys that the user has given to commands. Such a command no longer has its usual keys.
///
/// The keys apply to the panes. A window keeps its own keys, which it names in its last row.
package struct KeyMap: Sendable, Equatable {
    private var commands: [Key: Command] = [:]
    private var texts: [Command: String] = [:]
    private var freed: Set<Key> = []

    package init() {}

    /// Gives a key to a command. If the user has already given the key to another command, returns that command and changes nothing.
    ///
    /// - Parameter text: The key as the user wrote it.
    package mutating func bind(_ key: Key, _ text: String, to command: Command) -> Command? {
        if let other = commands[key], other != command { return other }
        commands[key] = command
        texts[command] = text
        freed.formUnion(Binding.of(command).keys)
        return nil
    }

    /// Returns whether a command has a key of the user, or at least one of its usual keys.
    package func hasKey(_ command: Command) -> Bool {
        texts[command] != nil || Binding.of(command).keys.contains { self.command(for: $0) == command }
    }

    /// Returns the command of a key.
    package func command(for key: Key) -> Command? {
        if let command = commands[key] { return command }
        return freed.contains(key) ? nil : Binding.command(for: key)
    }

    /// Returns the keys of a command as the help shows them: without the keys that other commands have taken. A command that has no key
    /// left is shown as it is typed.
    package func keyText(of binding: Binding) -> String {
        if let text = texts[binding.command] { return text }
        guard binding.keys.contains(where: { command(for: $0) != binding.command }) else { return binding.keyText }
        let left = binding.keyText.split(separator: " ").filter { word in
            KeyName.key(String(word)).map { command(for: $0) == binding.command } ?? false
        }
        return left.isEmpty ? ":\(binding.command.name)" : left.joined(separator: " ")
    }
}
