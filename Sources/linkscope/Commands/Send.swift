import ArgumentParser
import Foundation
import Intake

/// `linkscope send`: delivers links to a running inspector.
struct Send: ProgramCommand, TakesInputs {
    static let configuration = CommandConfiguration(
        abstract: "Send links to a running inspector.",
        discussion: """
            Sends to the newest inspector, or to the one you name with --to, and prints the process ID of that inspector. If other \
            inspectors run, linkscope lists them too. Exit code 0 means that the links are saved in the journal of that inspector's \
            session.

            linkscope finds inspectors in $XDG_RUNTIME_DIR/linkscope or, if that variable is not set, in /tmp/linkscope-UID. It reaches only \
            inspectors that were started with the same XDG_RUNTIME_DIR.

            Examples:
              linkscope send 'shop://item/7?x=1'
              linkscope send --to 4711 links.txt
              tail -f app.log | grep --line-buffered shop: | while read -r link
              do linkscope send "$link"; done

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

    func check() throws(CommandFailure) { try checkInputs(canBeEmpty: false) }

    @MainActor func execute() async throws {
        let client = InspectorClient(folder: Folders.runtime(environment: ProcessInfo.processInfo.environment))
        do {
            let inspector = try client.choose(pid: to)
            var text: [UInt8] = []
            for input in inputs {
                if let last = text.last, last != UInt8(ascii: "\n") { text.append(UInt8(ascii: "\n")) }
                text += try bytes(of: input)
            }
            let count = try client.deliver(text, to: inspector)
            Output.error("\(count == 1 ? "1 record" : "\(count) records") delivered to inspector \(inspector.pid)")
            if to == nil, let others = try client.mention(ofOthersThan: inspector) { Output.error(others) }
        } catch let error as SocketError {
            throw CommandFailure(error.description)
        }
    }

    private func bytes(of input: String) throws -> [UInt8] {
        switch try InputArgument(warningAbout: input) {
        case .link(let bytes): return bytes
        case .file(let path): return try InputFile.bytes(of: path, limit: 1 << 30)
        case .standardInput: return Array(FileHandle.standardInput.readDataToEndOfFile())
        }
    }
}
