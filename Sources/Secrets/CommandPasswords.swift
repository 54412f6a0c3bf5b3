import Bytes

/// The commands that get a password with an option of a single letter. In other commands, the letter means something else.
///
///    sshpass -p <password>     the password follows after a space or right after the letter
///    mysql -p<password>        the password follows right after the letter
struct CommandPasswords: Sendable {
    private var commands: [(name: WordHash, option: UInt8, isGlued: Bool)] = []

    init(_ table: FactTable) {
        table.forEachWord(of: "commands") { word in
            guard let space = word.range.first(where: { table.text[$0] == 0x20 }) else { return }
            commands.append((table.hash(word.range.lowerBound..<space), table.text[space + 2], table.text[space + 3] != 0x20))
        }
    }

    /// The number of bytes before an option in which its command is looked for.
    private static let farthest = 128

    /// Returns whether the password after an option can only follow right after its letter. Returns nil if no command before the option
    /// gets a password with it.
    func isGlued(at dash: Int, in bytes: ByteView) -> Bool? {
        let known = commands.filter { $0.option == bytes[dash + 1] }
        var end = dash
        let first = max(dash - Self.farthest, 0)
        while !known.isEmpty, end > first, !ByteClass.isLineEnd(bytes[end - 1]), bytes[end - 1] != UInt8(ascii: "|") {
            var start = end
            var name = WordHash()
            while start > first, SecretSearch.isNameByte(bytes[start - 1]) { start -= 1 }
            for index in start..<end { name.add(bytes[index]) }
            if let command = known.first(where: { $0.name == name }) { return command.isGlued }
            end = start < end ? start : end - 1
        }
        return nil
    }
}
