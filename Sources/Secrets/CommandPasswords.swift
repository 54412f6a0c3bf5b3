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
        if known.isEmpty { return nil }
        let first = max(dash - Self.farthest, 0)
        let end = (first..<dash).last { ByteClass.isLineEnd(bytes[$0]) || bytes[$0] == UInt8(ascii: "|") } ?? first
        let words = (end..<dash).split { !SecretSearch.isNameByte(bytes[$0]) }.map { bytes.hash($0) }
        return words.lazy.reversed().compactMap { word in known.first { $0.name == word } }.first?.isGlued
    }
}
