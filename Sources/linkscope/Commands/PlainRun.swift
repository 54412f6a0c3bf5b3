import AppLinks
import Deciding
import Devices
import Foundation
import Inspector
import Panes
import Records
import Screen
import Store

/// `--plain`: the inspector without a screen. Each change is a sentence on standard output, and commands are lines on standard input.
///
/// The records are kept only in memory. Only a session on a terminal has a socket: a script knows what it delivers.
struct PlainRun {
    let console: Console
    let options: InspectorOptions
    let files: DeviceFiles
    var state: State
    let inputs: [String]

    func run() async throws {
        // The arguments are checked before anything is printed.
        let arguments = try inputs.map { try InputArgument($0) }
        var state = state
        if options.ascii { state.display.glyphs = .ascii }
        let mailbox = Mailbox()
        let records = mailbox.records(nil)
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
        var sources: [any IntakeSource] = []
        let tools = ToolRunner(environment: console.environment)
        sources += options.follow.map { DeviceLogSource($0.tool, runner: tools, records: records) }
        var readsRecords = false
        for (argument, input) in zip(arguments, inputs) {
            switch argument {
            case .link(let bytes):
                if let doubt = InputArgument.doubt(about: input) { session.show(Notice(.bad, "\(doubt)")) }
                session.accept(argument: bytes)
            case .file(let path):
                sources.append(try source(input) { () throws(SystemError) in try records.source(path: path, follow: isTerminal) })
            case .standardInput:
                readsRecords = true
                sources.append(try source(input) { () throws(SystemError) in try records.standardInput(descriptor: console.standardInput) })
            }
        }
        for source in sources {
            session.begin(source.name, isFile: source is FileSource)
            source.start()
        }
        // With `-`, standard input has links and records, and no commands.
        if readsRecords { session.endInput() } else { try session.readLines() }
        let code = await session.untilEnd()
        for source in sources { source.cancel() }
        socket?.close()
        await session.drained()
        records.close()
        interruption.end()
        if code != Exit.fine { throw CommandFailure("", code: code, pointsToHelp: false) }
    }

    private func source(_ input: String, _ make: () throws(SystemError) -> any IntakeSource) throws(CommandFailure) -> any IntakeSource {
        do throws(SystemError) { return try make() } catch { throw CommandFailure(input, error) }
    }
}
