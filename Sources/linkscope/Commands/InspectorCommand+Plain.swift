import AppLinks
import CursesTerminal
import Deciding
import Devices
import Foundation
import Inspector
import Panes
import Records
import Reports
import Screen
import Secrets
import Store
import Tasks

// Plain lines, where there is no terminal for a screen.
extension InspectorCommand {
    /// Prints the inputs like `linkscope inspect`. Without inputs, prints the links on standard input, even if that is a terminal.
    func plain(because reason: String) throws {
        if options.continuesLast { throw CommandFailure("--continue needs a screen: \(reason)") }
        if options.replay != nil { throw CommandFailure("--replay needs a screen: \(reason)") }
        if inputs.isEmpty && !console.isPiped {
            guard console.isTerminal(console.standardInput) else {
                let problem = "no input, and \(reason): give links or files to print"
                throw CommandFailure(problem, advice: "See 'linkscope inspect --help'.", code: Exit.usage, pointsToHelp: false)
            }
            console.error("linkscope: \(reason), so linkscope prints plain lines. Paste or type links, one per line; Ctrl-D ends.")
        } else if console.isTerminal(console.standardError), console.isTerminal(console.standardOutput) {
            console.error("linkscope: \(reason), so linkscope prints plain lines")
        }
        // A terminal that cannot draw may not know colors either.
        var run = InspectRun(inputs, .text(console.layout(.never)), in: console, showsSecrets: options.mask.showSecrets)
        try run.run()
    }

    // `--plain`: the inspector without a screen. Each change is a sentence on standard output, and commands are lines on standard input.

    /// Talks until the input ends. The records are kept only in memory. Only a session on a terminal has a socket: a script knows what it
    /// delivers.
    func talk(_ files: DeviceFiles, _ state: State) async throws {
        // The arguments are checked before anything is printed.
        let arguments = try inputs.map { try InputArgument($0) }
        let mailbox = Mailbox()
        let records = Records(journal: nil, outbox: mailbox)
        let isTerminal = console.isTerminal(console.standardInput)
        let session = PlainSession(
            state: state, records: records, pages: Library.pages, network: options.network, files: files, mailbox: mailbox,
            console: console, isScripted: !isTerminal)
        // The handler runs after the first signal. The program then ends with the signal, once everything is cleaned up.
        let interruption = Interruption(console) { session.onMain { $0.end(Exit.fine) } }
        session.start()
        let socket = isTerminal ? session.listen(console.environment) : nil
        if isTerminal {
            console.line("linkscope on \(state.device.simulated.name). Paste or type a link, or \"help\". Ctrl-D ends.")
        }
        let tools = ToolRunner(environment: console.environment)
        var sources: [any IntakeSource] = options.follow.map { DeviceLogSource($0.tool, runner: tools, records: records) }
        for (argument, input) in zip(arguments, inputs) {
            if let source = try session.source(of: argument, input, follow: isTerminal, in: console) { sources.append(source) }
        }
        for source in sources {
            session.begin(source.name, isFile: source is FileSource)
            source.start()
        }
        // With `-`, standard input has links and records, and no commands.
        if inputs.contains("-") { session.endInput() } else { try session.readLines() }
        let code = await session.untilEnd()
        for source in sources { source.cancel() }
        socket?.close()
        await session.drained()
        records.close()
        for source in sources { _ = await source.ended().settled() }
        interruption.end()
        if code != Exit.fine { throw CommandFailure("", code: code, pointsToHelp: false) }
    }

    // `--frame COLSxROWS`: one frame of the inspector without a terminal, for documentation, bug reports and scripts.

    /// Prints a frame. This uses the inspector's state, but opens neither a journal nor a socket. Records stay in memory or in their file.
    func printFrame(_ size: String, of state: State) throws {
        let mailbox = Mailbox()
        let records = Records(journal: nil, outbox: mailbox)
        defer { records.close() }
        let session = InspectorSession(
            state: state, records: records, pages: Library.pages, network: options.network, files: DeviceFiles(embedded: Library.devices),
            mailbox: mailbox, console: console, isKept: false)
        let theme = try theme()
        session.handle(.resized(try parsed(size)))
        for input in inputs {
            try accept(input, session)
            session.takeAllBatches()
        }
        for key in try keys() {
            session.handle(.key(key))
            session.takeAllBatches()
        }
        let frame = session.state.frame()
        if let theme { console.bytes(Array(FramePicture(frame, theme: theme).svg.utf8)) } else { console.line(frame.text) }
    }

    /// The theme of the picture; nil if no picture is asked for.
    private func theme() throws(CommandFailure) -> Theme? {
        guard let name = options.svg else { return nil }
        guard let theme = Theme(name: name), theme != .terminal else {
            let names = Theme.allCases.filter { $0 != .terminal }.map(\.rawValue).joined(separator: ", ")
            throw .usage("--svg \(Secrets.masked(name)): no such theme; use one of \(names)")
        }
        return theme
    }

    private func accept(_ input: String, _ session: InspectorSession) throws(CommandFailure) {
        guard var source = try session.source(of: InputArgument(input), input, follow: false, in: console) else { return }
        do throws(SystemError) {
            // Without a journal, the records of a pipe would stay in memory, which has a limit.
            if let stream = source as? StreamSource {
                source = try stream.spooled(in: FileManager.default.temporaryDirectory.path)
            }
        } catch {
            throw CommandFailure(input, error)
        }
        try session.read(source)
    }

    private func parsed(_ size: String) throws -> Size {
        let most = Size.maximum
        guard let (_, columns, rows) = size.wholeMatch(of: /([0-9]+)[xX]([0-9]+)/)?.output,
            let columns = Int(columns), let rows = Int(rows), 1...most.columns ~= columns, 1...most.rows ~= rows
        else {
            let form = "write COLSxROWS, such as 120x40; at most \(most.columns)x\(most.rows)"
            throw CommandFailure.usage("--frame \(Secrets.masked(size)): \(form)")
        }
        return Size(columns: columns, rows: rows)
    }

    /// Returns the keys in the `--keys` file. Each line has one key: a character, a name (Enter, Esc, Tab, Up, PgDn, Ctrl-D …), or
    /// `paste:TEXT`.
    private func keys() throws -> [Key] {
        guard let path = options.keys else { return [] }
        let bytes = try InputFile.bytes(of: path, limit: 1 << 20, option: "--keys")
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        return try lines.enumerated().map { number, line in
            guard let key = line.hasPrefix("paste:") ? .paste(Array(line.dropFirst(6).utf8)) : KeyName.key(String(line)) else {
                let shown = Secrets.masked(String(line)).prefix(40)
                throw CommandFailure.usage("--keys \(Secrets.masked(path)), line \(number + 1): \"\(shown)\" is not a key")
            }
            return key
        }
    }
}
