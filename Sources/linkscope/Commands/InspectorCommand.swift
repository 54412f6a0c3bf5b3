import Bytes
import CursesTerminal
import Deciding
import Foundation
import Inspector
import Panes
import Projects
import Screen
import Store
import Synchronization
import Tasks

/// Opens the inspector's terminal, journal, socket and sources, runs the inspector's loop, and then closes them.
struct InspectorCommand {
    let console: Console
    let options: InspectorOptions
    let inputs: [String]
    /// The user's project; nil if linkscope was started without one.
    private let project: ProjectReading?

    static let usualDevice = "iPhone"

    init(console: Console, options: InspectorOptions, inputs: [String]) throws(CommandFailure) {
        (self.console, self.options, self.inputs) = (console, options, inputs)
        let isLeftOut = options.noProject || options.replay != nil
        project = isLeftOut ? nil : try ProjectReading(options.own.project, variant: options.own.variant, progress: ProgressLine(console))
    }

    func run() async throws {
        var configuration = Configuration.load(console.environment)
        var files = DeviceFiles(embedded: Library.devices, environment: console.environment)
        let device = configuration.applied(to: strict(try files.device(options.device ?? project?.deviceName ?? Self.usualDevice)))
        configuration.messages += files.messages
        if let words = project?.words { console.error(words) }
        if let size = options.frame {
            for message in configuration.messages { console.error(message) }
            return try printFrame(size, of: newState(device, files, configuration))
        }
        // Such a terminal cannot draw a screen.
        let isDumb = console.environment["TERM"] == "dumb" && console.isTerminal(console.standardOutput)
        if options.plain || isDumb, !options.continuesLast, options.replay == nil {
            for message in configuration.messages { console.error(message) }
            return try await talk(files, newState(device, files, configuration))
        }
        guard console.isTerminal(console.standardOutput) else { return try plain(because: TerminalError.outputIsNoTerminal.description) }
        if inputs.contains("-"), console.isTerminal(console.standardInput) {
            throw CommandFailure.usage("-: standard input is the terminal, which the inspector needs for its keys; give a file or a pipe")
        }
        try await inspect(device, files, configuration)
    }

    /// Returns the state of a new session. Sessions never share a state, because copies of a state share the records that they have read.
    private func newState(_ device: SimulatedDevice, _ files: DeviceFiles, _ configuration: Configuration) -> State {
        var state = State(device: device, profiles: files.devices.map { configuration.applied(to: strict($0)) }, samples: Library.samples)
        if let project { state.install(project.project) }
        state.preferences = configuration.preferences
        state.display.showsSecrets = options.mask.showSecrets
        state.display.zone = .current
        if options.ascii { state.display.glyphs = .ascii }
        return state
    }

    /// Returns the device, which assumes no apps if the user asked for that.
    private func strict(_ device: SimulatedDevice) -> SimulatedDevice {
        var device = device
        if options.strictDevice { device.assumesApps = false }
        return device
    }

    /// Inspects links in one session after the other, until the user quits.
    private func inspect(_ device: SimulatedDevice, _ files: DeviceFiles, _ configuration: Configuration) async throws {
        SystemCall.shareHeaps()
        var journal: SessionJournal?
        var trouble: String?
        var first = device
        project?.project.install(on: &first)
        if options.replay == nil { (journal, trouble) = try openJournal(first) }
        var requests = options.replay == nil ? options.follow.map { SourceRequest.follow($0.tool, device: nil) } : []
        var next = try await inspect(
            newState(device, files, configuration), files, configuration, journal, trouble, isReopened: options.continuesLast,
            then: options.continuesLast ? actOfOptions(device) : nil, inputs, &requests)
        while let journal = next {
            next = try await inspect(
                newState(device, files, configuration), files, configuration, journal, nil, isReopened: true, [], &requests)
        }
    }

    /// Inspects links in one session. Returns the journal of the next session, if the user has opened another one.
    ///
    /// - Parameters:
    ///   - act: An act that comes after the acts of the session that is reopened.
    ///   - requests: The sources to start. Afterwards, those that the user has started and not stopped.
    private func inspect(
        _ state: State, _ files: DeviceFiles, _ configuration: Configuration, _ journal: SessionJournal?, _ trouble: String?,
        isReopened: Bool, then act: Act? = nil, _ inputs: [String], _ requests: inout [SourceRequest]
    ) async throws -> SessionJournal? {
        let mailbox = Mailbox()
        let records = Records(journal: journal, outbox: mailbox)
        var state = state
        // Another session, which the user opens during the replay, is not replayed.
        let replay = isReopened ? nil : try options.replay.map { try replaySource($0, records) }
        if let folder = try? Folders.sessions(environment: console.environment) {
            state.edges.hasSavedSessions = Sessions.isAny(in: folder, current: records.journalPath)
        }
        if let replay { state.edges.replay = Replay(name: replay.name) }
        let session = InspectorSession(
            state: state, records: records, pages: Library.pages, network: options.network,
            files: replay == nil ? files : DeviceFiles(embedded: files.devices),
            mailbox: mailbox, console: console, isKept: replay == nil)
        session.paneSizes = try? PaneSizesFile(environment: console.environment)
        if let replay { session.onHoldReplay = { replay.hold($0) } }
        let options = terminalOptions(configuration)
        let opened = OpenedSocket()
        let openTerminal = { [weak session] () throws(TerminalError) in
            var options = options
            if let theme = session?.chosenTheme { options.theme = theme }
            return try Terminal.open(options, hasRoom: { mailbox.hasRoomForKeys() }, onStuck: { opened.close() }) { events in
                for event in events { session?.take(event) }
            }
        }
        let terminal: Terminal
        do throws(TerminalError) {
            terminal = try openTerminal()
        } catch {
            records.close()
            try plain(because: error.description)
            return nil
        }
        // The first frame is drawn before the other steps, because these may take a while.
        session.openTerminal = openTerminal
        session.show(on: terminal)
        if let project { session.follow(project) }
        for message in configuration.notices { session.handle(.notice(Notice(.bad, "\(message)"))) }
        do throws(CommandFailure) {
            if let file = session.paneSizes { session.restore(try file.load()) }
        } catch {
            session.handle(.notice(Notice(.bad, "\(error.message)")))
        }
        if let trouble { session.handle(.notice(Notice(.bad, "\(trouble)"))) }
        // Nothing may be stored before the journal is reopened, so the socket is opened later.
        if isReopened {
            await reopen(records, session, act)
            if let project { session.handle(.project(project.project)) }
        }
        let socket = session.listen(console.environment)
        opened.socket.withLock { $0 = socket }
        if let replay {
            session.sources.start(replay)
        } else {
            deliver(inputs, to: session, isReopened: isReopened)
            for request in requests { session.sources.start(request) }
        }
        await session.untilEnd()
        let ending = session.sources.end()
        requests = Array(session.sources.requests.values)
        opened.close()
        session.leaveTerminal()
        _ = await session.effects.deliveries.stored().settled()
        records.close()
        await session.drained()
        _ = await ending.settled()
        let (code, next) = session.outcome()
        if code != Exit.fine { throw CommandFailure("", code: code) }
        if next == nil, replay == nil, journal != nil { sayHowToContinue(session.state) }
        return next
    }

    /// Says how to go on with a session that has records. Scripts, which read standard error from a pipe, are not told.
    private func sayHowToContinue(_ state: State) {
        guard state.recordCount > 0, console.isTerminal(console.standardError) else { return }
        console.error("linkscope --continue goes on with this session (\(state.lists.links.count.counted("link")))")
    }

    /// - Parameter word: A journal, or the name or ID of a saved session.
    private func replaySource(_ word: String, _ records: Records) throws -> ReplaySource {
        let path = try journal(word)
        return try failing(
            as: { (error: JournalError) in CommandFailure("--replay: \(error)") },
            ReplaySource(path: path, speed: options.timesAsFast, records: records))
    }

    private func journal(_ word: String) throws -> String {
        guard !word.contains("/"), !FileManager.default.fileExists(atPath: word) else { return word }
        let folder = try Folders.sessions(environment: console.environment)
        if let path = Sessions.path(of: word, in: folder) { return path }
        let names = Sessions.names(in: folder).prefix(10)
        let known = names.isEmpty ? "No saved session has a name yet" : "Named sessions: \(names.joined(separator: ", "))"
        throw CommandFailure(
            "--replay: there is no file and no session \"\(word)\"", advice: "\(known); :sessions lists all of them and n names one.")
    }

    private func terminalOptions(_ configuration: Configuration) -> TerminalOptions {
        var terminal = TerminalOptions(color: options.color, environment: console.environment)
        terminal.isASCII = options.ascii
        terminal.hasMouse = !options.noMouse
        terminal.theme = configuration.theme
        return terminal
    }

    // MARK: The session's journal

    /// Opens the journal of this session. If a new journal cannot be created, returns nil and the reason, because an inspector that cannot
    /// save is still useful. If the last session cannot be continued, throws.
    private func openJournal(_ device: SimulatedDevice) throws -> (SessionJournal?, String?) {
        do {
            let folder = try Folders.sessions(environment: console.environment)
            guard options.continuesLast else { return (try SessionJournal.create(in: folder, beginningWith: Act.begin(device).bytes), nil) }
            return (try SessionJournal.continueNewest(in: folder), nil)
        } catch {
            if options.continuesLast { throw CommandFailure("\(error)") }
            return (nil, "This session is not saved: \(error)")
        }
    }

    /// Returns the act that gives a continued session the device of the options; nil if the session keeps its own.
    private func actOfOptions(_ device: SimulatedDevice) -> Act? {
        if options.device != nil { return .chooseDevice(device) }
        return options.strictDevice ? .assumeApps(false) : nil
    }

    private func reopen(_ records: Records, _ session: InspectorSession, _ act: Act?) async {
        do {
            let reopened = try await session.effects.deliveries.reopen(then: act).value.get()
            for file in reopened.files {
                if let source = try? FileSource(file, records: records) { session.sources.start(source) }
            }
            var losses: [String] = []
            if reopened.lost > 0 {
                let words = reopened.lost.counted("record cannot be shown, because its", "records cannot be shown, because their")
                losses.append("\(words) file has changed or is gone")
            }
            if reopened.damaged > 0 {
                losses.append("\(reopened.damaged.counted("line")) of the journal could not be read")
            }
            if !losses.isEmpty { session.handle(.notice(Notice(.bad, "\(losses.joined(separator: "; "))."))) }
        } catch {
            session.handle(.notice(Notice(.bad, HintedText(String(describing: error)))))
        }
    }

    // MARK: The socket

    /// The socket of a session once it is open. It can be closed on any thread.
    nonisolated private final class OpenedSocket: Sendable {
        let socket = Mutex<InspectorSocket?>(nil)

        func close() { socket.withLock { $0 }?.close() }
    }

    // MARK: The inputs

    private func deliver(_ inputs: [String], to session: InspectorSession, isReopened: Bool) {
        for input in inputs.isEmpty && !isReopened && console.isPiped ? ["-"] : inputs {
            do throws(CommandFailure) {
                guard let source = try session.source(of: InputArgument(input), input, in: console) else { continue }
                session.sources.start(source)
            } catch {
                session.handle(.notice(Notice(.bad, "\(error.message)")))
            }
        }
    }
}

extension LocalZone {
    /// The zone of the user, with its changes from two years ago to two years from now.
    nonisolated static var current: LocalZone {
        let zone = TimeZone.current
        let years: TimeInterval = 2 * 366 * 86_400
        let end = Date.now + years
        var date = Date.now - years
        var periods = [period(of: zone, at: date)]
        // No zone changes more often than a few times a year.
        while periods.count < 32, let next = zone.nextDaylightSavingTimeTransition(after: date), next < end, next > date {
            date = next
            periods.append(period(of: zone, at: date))
        }
        return LocalZone(periods)
    }

    private nonisolated static func period(of zone: TimeZone, at date: Date) -> Period {
        Period(
            start: Int64(date.timeIntervalSince1970 * 1000), minutesFromUTC: zone.secondsFromGMT(for: date) / 60,
            name: zone.abbreviation(for: date) ?? "")
    }
}
