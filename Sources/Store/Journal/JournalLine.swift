import Records

// One line of the journal:
//
//    2026-11-21T01:00:07.123Z stdin myapp://products/7
//    2026-11-21T01:00:09.001Z act {"opened":3}
//    2026-11-21T01:00:09.050Z file {"path":"/tmp/links.txt", …}
//    └──────── 24 ──────────┘ └word
//
// The word is the source of a record, `act` or `file`. It is followed by one space and the content, unchanged. A truncated record has
// "+cut" after its source. A record from a named pipe has the source `file`, which is written as `pipe`, because the word `file` marks a
// file reference.

/// The content of one journal line.
enum JournalLine: Sendable, Hashable {
    case record(source: RecordSource, isCut: Bool, content: Range<Int>)
    case act(content: Range<Int>)
    case file(FileReference)

    /// Parses a line. Ranges refer to the indices of `line`. Returns nil for a line that is damaged or was written by another version of
    /// linkscope.
    static func parse(_ line: ArraySlice<UInt8>) -> (time: Int64, line: JournalLine)? {
        guard line.count > 26, let time = Timestamp.milliseconds(line.prefix(24)), line[line.startIndex + 24] == blank else { return nil }
        let rest = line.dropFirst(25)
        guard let end = rest.prefix(16).firstIndex(of: blank) else { return nil }
        let content = (end + 1)..<line.endIndex
        switch String(decoding: rest[..<end], as: UTF8.self) {
        case "act": return (time, .act(content: content))
        case "file": return FileReference(json: line[content]).map { (time, .file($0)) }
        case let word:
            let isCut = word.hasSuffix("+cut")
            guard let source = source(of: isCut ? String(word.dropLast(4)) : word) else { return nil }
            return (time, .record(source: source, isCut: isCut, content: content))
        }
    }

    /// Returns the bytes that precede a record.
    static func header(time: Int64, source: RecordSource, isCut: Bool) -> [UInt8] {
        header(time: time, word: (source == .file ? "pipe" : source.rawValue) + (isCut ? "+cut" : ""))
    }

    /// Returns the whole line of an act, which is a JSON object without a newline.
    static func line(of act: [UInt8], time: Int64) -> [UInt8] { header(time: time, word: "act") + act + [UInt8(ascii: "\n")] }

    static func header(time: Int64, word: String) -> [UInt8] {
        Timestamp.text(time) + [blank] + Array(word.utf8) + [blank]
    }

    private static let blank = UInt8(ascii: " ")

    private static func source(of word: String) -> RecordSource? {
        word == "pipe" ? .file : RecordSource(rawValue: word)
    }
}

/// An error about a session's journal. Its description tells what failed and what to do.
package enum JournalError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The folder of the journals cannot be used.
    case folder(Folders.Problem)
    /// The journal file cannot be created, opened or read.
    case file(path: String, SystemError)
    /// The new data could not be written. The earlier content is intact.
    case notWritten(path: String, SystemError)
    /// There is no journal, or every journal is empty or in use by a running inspector.
    case noSession(folder: String)

    /// The file that should be replayed is no journal.
    case notAJournal(path: String)

    package var description: String {
        switch self {
        case .notAJournal(let path): "\(path) is not the journal of a session"
        case .folder(let problem): "\(problem)"
        case .file(let path, let error): "the session's journal \(path) cannot be used: \(error)"
        case .notWritten(let path, let error): "\(path) can no longer be written: \(error.reason). \(advice(error))"
        case .noSession(let folder): "there is no earlier session to continue in \(folder): start without --continue"
        }
    }

    private func advice(_ error: SystemError) -> String {
        error.isDiskFull
            ? "Free some space on that disk; linkscope then saves what it holds in memory."
            : "linkscope tries again to save what it holds in memory."
    }
}
