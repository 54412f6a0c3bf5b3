import CursesTerminal
import Foundation
import Inspector
import Records
import Screen
import Secrets
import Store

/// `--frame COLSxROWS`: prints one frame of the inspector without a terminal, for documentation, bug reports and scripts.
///
/// The command uses the inspector's state, but opens neither a journal nor a socket. Records stay in memory or in their file.
struct FrameCommand {
    let console: Console
    let size: String
    let options: InspectorOptions
    var state: State
    let inputs: [String]

    func run() throws {
        let mailbox = Mailbox()
        let records = mailbox.records(nil)
        defer { records.close() }
        let session = InspectorSession(
            state: state, records: records, pages: Library.pages, network: options.network, files: DeviceFiles(embedded: Library.devices),
            mailbox: mailbox, console: console, isKept: false)
        let theme = try theme()
        session.handle(.resized(try parsedSize()))
        if options.ascii { session.useASCII() }
        for input in inputs {
            try accept(input, records, session)
            session.takeAllBatches()
        }
        for key in try keys() {
            session.handle(.key(key))
            session.takeAllBatches()
        }
        let frame = session.frame()
        if let theme { console.bytes(Array(FramePicture(frame, theme: theme).svg.utf8)) } else { console.line(frame.text) }
    }

    /// The theme of the picture; nil if no picture is asked for.
    private func theme() throws(CommandFailure) -> Theme? {
        guard let name = options.svg else { return nil }
        guard let theme = Theme(name: name), theme != .terminal else {
            let names = Theme.allCases.filter { $0 != .terminal }.map(\.rawValue).joined(separator: ", ")
            throw CommandFailure("--svg \(Secrets.masked(name)): the themes of pictures are \(names)", code: Exit.usage)
        }
        return theme
    }

    private func accept(_ input: String, _ records: Records, _ session: InspectorSession) throws(CommandFailure) {
        let argument = try InputArgument(input)
        var source: any IntakeSource
        do throws(SystemError) {
            switch argument {
            case .link(let bytes): return session.accept(argument: bytes)
            case .file(let path): source = try records.source(path: path, follow: false)
            case .standardInput: source = try records.standardInput(descriptor: console.standardInput)
            }
            // Without a journal, the records of a pipe would stay in memory, which has a limit.
            if let stream = source as? StreamSource {
                source = try stream.spooled(in: FileManager.default.temporaryDirectory.path)
            }
        } catch {
            throw CommandFailure(input, error)
        }
        try session.read(source)
    }

    private func parsedSize() throws -> Size {
        let most = Size.maximum
        guard let (_, columns, rows) = size.wholeMatch(of: /([0-9]+)[xX]([0-9]+)/)?.output,
            let columns = Int(columns), let rows = Int(rows), 1...most.columns ~= columns, 1...most.rows ~= rows
        else {
            let form = "write COLSxROWS, such as 120x40; at most \(most.columns)x\(most.rows)"
            throw CommandFailure("--frame \(Secrets.masked(size)): \(form)", code: Exit.usage)
        }
        return Size(columns: columns, rows: rows)
    }

    /// Returns the keys in the `--keys` file. Each line has one key: a character, a name (Enter, Esc, Tab, Up, PgDn, Ctrl-D …), or
    /// `paste:TEXT`.
    private func keys() throws -> [Key] {
        guard let path = options.keys else { return [] }
        let bytes = try InputFile.bytes(of: path, limit: 1 << 20, option: "--keys", code: Exit.usage)
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        return try lines.enumerated().map { number, line in
            guard let key = line.hasPrefix("paste:") ? .paste(Array(line.dropFirst(6).utf8)) : KeyName.key(String(line)) else {
                let shown = Secrets.masked(String(line)).prefix(40)
                throw CommandFailure("--keys \(Secrets.masked(path)), line \(number + 1): \"\(shown)\" is not a key", code: Exit.usage)
            }
            return key
        }
    }
}
