import ArgumentParser
import Bytes
import Reports
import Secrets
import Store

/// `linkscope send`: delivers links to a running inspector.
struct Send: ProgramCommand, TakesInputs {
    static let configuration = CommandConfiguration(
        abstract: "Send links to a running inspector.",
        discussion: """
            Sends to the newest inspector, or to the one you name with --to, and prints the process ID of that inspector. If other \
            inspectors run, linkscope lists them too. Exit code 0 means that the links are saved in the journal of that inspector's \
            session.

            Links from standard input are delivered as they arrive.

            linkscope finds inspectors in $XDG_RUNTIME_DIR/linkscope or, if that variable is not set, in /tmp/linkscope-UID. It reaches only \
            inspectors that were started with the same XDG_RUNTIME_DIR.

            Examples:
              linkscope send 'shop://item/7?x=1'
              linkscope send --to 4711 links.txt
              tail -f app.log | grep --line-buffered shop: | linkscope send -

            Exit codes: 0 success; 2 wrong usage; 3 no inspector can be reached, or a file cannot be read.
            """
    )

    @Argument(
        help: ArgumentHelp("Links, files with one link or JSON object per line, or - for standard input.", valueName: "LINK|FILE|-"),
        completion: .file())
    var inputs: [String] = []

    @Option(
        help: ArgumentHelp("Use the inspector with this process ID (default: the newest).", valueName: "PID"), completion: .inspector)
    var to: Int32?

    func check(in console: Console) throws(CommandFailure) { try checkInputs(canBeEmpty: false) }

    @MainActor func execute(in console: Console) async throws {
        let client = InspectorClient(folder: Folders.runtime(environment: console.environment))
        var count = 0
        do {
            let inspector = try client.choose(pid: to)
            var text: [UInt8] = []
            for argument in try inputs.map({ try InputArgument(warningAbout: $0, in: console) }) {
                switch argument {
                case .link(let bytes): text += bytes
                case .file(let path): text += try InputFile.bytes(of: path, limit: 1 << 30)
                case .standardInput:
                    // Standard input may have no end, so what has arrived is delivered before more is read.
                    var reader = LineReader(descriptor: console.standardInput)
                    repeat {
                        try reader.fillWithoutWaiting()
                        while let line = reader.next() { text += line.bytes + [UInt8(ascii: "\n")] }
                        if !text.isEmpty { count += try client.deliver(text, to: inspector) }
                        text = []
                    } while try reader.fill()
                }
                if let last = text.last, last != UInt8(ascii: "\n") { text.append(UInt8(ascii: "\n")) }
            }
            if !text.isEmpty { count += try client.deliver(text, to: inspector) }
            console.error("\(count.counted("record")) delivered to inspector \(inspector.pid)")
            if to == nil, let others = try client.mention(ofOthersThan: inspector) { console.error(others) }
        } catch let error as SocketError {
            throw CommandFailure(error.description + (count == 0 ? "" : "; before that, linkscope delivered \(count.counted("record"))"))
        } catch let error as SystemError {
            throw CommandFailure("-", error)
        }
    }
}
