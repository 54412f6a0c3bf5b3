import ArgumentParser
import Bytes
import Devices
import Foundation
import Inspector
import Platform
import Records
import Store

/// `linkscope arrive`: the command that the desktop runs to open a link whose scheme is registered.
///
///     a link ──► an inspector runs? ── yes ──► it gets the link
///                      └─ no ──► a new session keeps the link ──► a terminal? ── yes ──► linkscope --continue in it
///                                                                     └─ no ──► a notification
///
/// Any web page can open such a link, so the link is hostile. It never becomes part of a command line: the terminal runs a fixed command,
/// because some terminal emulators let a shell split their command again.
struct Arrive: ProgramCommand {
    static let configuration = CommandConfiguration(
        abstract: "Deliver a link that the desktop opens (started by the desktop entry of linkscope register).",
        discussion: """
            Delivers one link to the newest inspector. If none runs, opens an inspector with the link in a terminal.

            Example:
              linkscope arrive -- 'myapp://item/7'

            Exit codes: 0 the link has arrived or is saved, 2 wrong usage, 3 the link could not be saved.
            """,
        shouldDisplay: false
    )

    @Argument(help: ArgumentHelp("The link.", valueName: "LINK"))
    var link: String

    func check(in console: Console) throws(CommandFailure) {
        // A link begins with a scheme, so it is neither an option nor JSON.
        guard ByteClass.hasScheme(link.utf8) else { throw .usage("arrive: this is not a link with a scheme, such as myapp://item/7") }
    }

    @MainActor func execute(in console: Console) async throws {
        let environment = console.environment
        let record = Self.record(link)
        if deliver(record, console) { return }
        try keep(record, environment)
        for terminal in TerminalEmulator.all(environment) where open(terminal, console) { return }
        console.error("linkscope: the link is saved, but no terminal was found: linkscope --continue shows it")
        notify(environment)
    }

    // MARK: The link

    /// Returns the link as one record. Line ends are percent-encoded, because they would end the record.
    nonisolated static func record(_ link: String) -> [UInt8] {
        var record: [UInt8] = []
        for byte in link.utf8 {
            if ByteClass.isLineEnd(byte) { PercentCoding.appendEscape(byte, to: &record) } else { record.append(byte) }
        }
        return record
    }

    // MARK: The ways

    /// Delivers the link to the newest inspector. Returns `false` if there is none, or if it does not take the link.
    private func deliver(_ record: [UInt8], _ console: Console) -> Bool {
        let client = InspectorClient(folder: Folders.runtime(environment: console.environment))
        do throws(SocketError) {
            let inspector = try client.choose()
            guard try client.deliver(record, to: inspector, from: .desktop) == 1 else { return false }
            console.error("1 record delivered to inspector \(inspector.pid)")
            return true
        } catch .noInspector {
            return false
        } catch {
            console.error("linkscope: \(error)")
            return false
        }
    }

    /// Saves the link as a session, which `linkscope --continue` opens.
    @MainActor private func keep(_ record: [UInt8], _ environment: [String: String]) throws(CommandFailure) {
        var files = DeviceFiles(embedded: Library.devices, environment: environment)
        let device = Configuration.load(environment).applied(to: try files.device(InspectorCommand.usualDevice))
        let journal: SessionJournal
        do {
            journal = try SessionJournal.create(
                in: Folders.sessions(environment: environment), beginningWith: Act.begin(device).bytes)
        } catch {
            throw CommandFailure("the link could not be saved: \(error)")
        }
        let records = Records(journal: journal)
        defer { records.close() }
        switch records.accept(records: [record], from: .desktop) {
        case .kept: return
        case .held(_, let reason), .refused(_, let reason): throw CommandFailure("the link could not be saved: \(reason)")
        }
    }

    /// Opens an inspector with the saved link, and waits until the terminal is closed. Returns `false` if the terminal cannot be started.
    private func open(_ terminal: TerminalEmulator, _ console: Console) -> Bool {
        let environment = console.environment
        guard let program = ProgramPath.find(argument: console.program, environment: environment) else { return false }
        return run(terminal.program, terminal.arguments + [program, "--continue"], environment)
    }

    /// Tells the user about the saved link, if the desktop shows notifications. The text has no part of the link.
    private func notify(_ environment: [String: String]) {
        guard let program = SearchPath(environment).program(named: "notify-send") else { return }
        _ = run(program, ["--", "linkscope", "A link has arrived. Run linkscope --continue in a terminal to see it."], environment)
    }

    /// Runs a program and waits for its end. Returns `false` if it cannot be started.
    private func run(_ program: String, _ arguments: [String], _ environment: [String: String]) -> Bool {
        do throws(SystemError) {
            _ = try ChildProcess(program, [program] + arguments, environment: environment, files: [], isSeparate: false).wait()
            return true
        } catch {
            return false
        }
    }
}
