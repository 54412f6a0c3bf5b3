import ArgumentParser
import Dispatch
import Foundation
import JSONDocument
import Listening
import Secrets
import Store

/// `linkscope listen`: lets apps post links and events over HTTP.
struct Listen: ProgramCommand {
    static let configuration = CommandConfiguration(
        abstract: "Let apps post links and measurement events over HTTP.",
        discussion: """
            linkscope passes the records that apps post to the newest inspector, or to the one you name with --to. The answer 202 means that \
            the records are saved in that inspector's session. If no inspector runs, posts get the answer 503 until you start one.

            POST / takes three types:
              application/json      a link or a measurement event, or a list of them
              application/x-ndjson  one link or event per line, as JSON
              text/plain            one link per line
            A link in JSON is a string, or an object with url or link. An event is an object with event or event_name, such as the dictionary \
            of Bolts (event_name, event_args). A body has at most 4 MiB and 20,000 records, and a record has at most 1 MiB. GET /health \
            returns the process ID of the inspector that gets the records.

            By default, only programs on this machine can connect. --address lets other machines connect and needs a token: --token auto \
            makes a token. For your own token, use --token-file or the variable LINKSCOPE_TOKEN, because other users can see a token after \
            --token in the list of processes. A page in a browser can post only if you allow its origin with --allow-origin.

            Examples:
              linkscope listen
              curl http://127.0.0.1:8089/ -H 'Content-Type: text/plain' -d 'shop://item/7'
              linkscope listen --snippet kotlin
              linkscope listen --address 0.0.0.0 --token auto

            Run adb reverse tcp:8089 tcp:8089 to let an Android device reach the listener at 127.0.0.1:8089. In the iOS Simulator, use the \
            same address.

            Exit codes: 0 success (also after Ctrl-C); 2 wrong usage; 3 the port is in use or the address cannot be used.
            """
    )

    @Option(help: ArgumentHelp("Listen on this address (default: 127.0.0.1 and ::1).", valueName: "ADDRESS"))
    var address: String?

    @Option(help: ArgumentHelp("Listen on this port; 0 picks a free one.", valueName: "PORT"))
    var port: UInt16 = ListenerSettings.defaultPort

    @Option(
        help: ArgumentHelp("Pass the records to the inspector with this process ID (default: the newest).", valueName: "PID"),
        completion: .inspector)
    var to: Int32?

    @Option(
        help: ArgumentHelp(
            "Require this token of at least \(AccessToken.shortest) characters in requests (Authorization: Bearer TOKEN); auto makes one. "
                + "For your own token, use --token-file.",
            valueName: "TOKEN"))
    var token: String?

    @Option(
        help: ArgumentHelp("Read the token from the first line of this file (default: the variable LINKSCOPE_TOKEN).", valueName: "FILE"),
        completion: .file())
    var tokenFile: String?

    @Option(help: ArgumentHelp("Let pages of this origin post, such as http://localhost:3000. Can be repeated.", valueName: "ORIGIN"))
    var allowOrigin: [String] = []

    @Option(help: ArgumentHelp("Accept at most this many records per second.", valueName: "N"))
    var rate: Int = ListenerSettings.defaultRate

    @Option(
        help: ArgumentHelp("Print code that forwards an app's events, and exit: swift, kotlin or javascript.", valueName: "LANGUAGE"),
        completion: .list(["swift", "kotlin", "javascript"]))
    var snippet: String?

    @Flag(help: "Print one JSON object with the addresses, the port, the inspector and other facts that an app needs.")
    var json = false

    @Flag(
        help: ArgumentHelp(
            "For programs that start linkscope listen: print each change of its state as a line of JSON, and end when that program ends."))
    var status = false

    func check(in console: Console) throws(CommandFailure) {
        _ = try chosenSnippet()
        guard token == nil || tokenFile == nil else { throw .usage("--token-file cannot be combined with --token") }
        // A token that comes from a file may come from a pipe, which can be read only once.
        _ = try settings(tokenFile == nil ? try accessToken(in: console) : .generated())
    }

    @MainActor func execute(in console: Console) async throws {
        if let snippet = try chosenSnippet() { return console.bytes(ResourceFile(snippet.file)?.bytes ?? []) }
        let settings = try settings(try accessToken(in: console))
        if token != nil, token != Self.automatic {
            console.error("linkscope: other users can see --token in the list of processes; --token-file reads it from a file")
        }
        try listen(settings, in: console)
    }

    /// The value of `--token` that makes a token.
    private static let automatic = "auto"

    private func chosenSnippet() throws(CommandFailure) -> Snippet? {
        guard let snippet else { return nil }
        guard let chosen = Snippet(rawValue: snippet.lowercased()) else {
            let names = Snippet.allCases.map(\.rawValue).joined(separator: ", ")
            throw .usage("--snippet: choose one of \(names)")
        }
        return chosen
    }

    private func settings(_ token: AccessToken?) throws(CommandFailure) -> ListenerSettings {
        var settings = ListenerSettings(port: port, recordsPerSecond: rate)
        if let address {
            guard let parsed = ListenAddress(address) else { throw .usage("--address: write an IP address, such as 192.168.1.20 or ::") }
            settings.address = parsed
        }
        settings.token = token
        guard settings.address.isLoopback || settings.token != nil else {
            throw CommandFailure(
                "--address \(settings.address.text) lets other machines post: add --token auto, or --token-file with a token of your own",
                code: Exit.usage, isMasked: true)
        }
        settings.allowedOrigins = try allowOrigin.map { text throws(CommandFailure) in
            guard let origin = WebOrigin(text) else {
                throw .usage("--allow-origin: write an origin without a path, such as http://localhost:3000")
            }
            return origin
        }
        guard rate > 0 else { throw .usage("--rate must be greater than 0") }
        return settings
    }

    private func accessToken(in console: Console) throws(CommandFailure) -> AccessToken? {
        if token == Self.automatic { return .generated() }
        let (name, text): (String, String)
        if let token {
            (name, text) = ("--token", token)
        } else if let tokenFile {
            let line = try InputFile.bytes(of: tokenFile, limit: 4096, option: "--token-file").prefix { !"\r\n".utf8.contains($0) }
            (name, text) = ("--token-file", String(decoding: line, as: UTF8.self))
        } else if let variable = console.environment["LINKSCOPE_TOKEN"] {
            (name, text) = ("LINKSCOPE_TOKEN", variable)
        } else {
            return nil
        }
        guard let chosen = AccessToken(text) else {
            throw .usage("\(name): use \(AccessToken.shortest) to 256 ASCII characters without spaces")
        }
        return chosen
    }

    /// Listens until a signal ends the program, or until nobody reads the changes anymore.
    private func listen(_ settings: ListenerSettings, in console: Console) throws(CommandFailure) {
        let ended = DispatchSemaphore(value: 0)
        // Kept until the end, so that Ctrl-C is a success.
        let interruption = Interruption(console) { ended.signal() }
        defer { withExtendedLifetime(interruption) {} }
        let bound = try Self.bind(settings)
        var settings = settings
        settings.port = bound.port
        let client = InspectorClient(folder: Folders.runtime(environment: console.environment))
        let delivery = InspectorDelivery(client, pid: to) { [status] in Self.tell($0, asStatus: status, console) }
        let service = ListenerService(settings, delivery)
        let start = delivery.start()
        if to != nil, case .failed(let error) = start { throw CommandFailure(error.description) }
        let facts = ListenerFacts(
            settings: settings, addresses: bound.addresses, inspector: delivery.inspector, showsToken: token == Self.automatic)
        let object = status ? ListenerStatus.listening(facts).json : json ? facts.json : nil
        console.bytes(object?.line ?? Array(facts.text.utf8))
        if case .failed = start { Self.tell(start, asStatus: status, console) }
        let listener = try failing(
            as: { (error: SystemError) in CommandFailure("the listener could not be started: \(error)") }, HTTPListener(bound, service))
        wait(for: ended, service, in: console)
        listener.close()
    }

    private static func bind(_ settings: ListenerSettings) throws(CommandFailure) -> BoundPort {
        let place = "\(settings.address.host):\(settings.port)"
        do throws(SystemError) {
            return try BoundPort(settings.address, port: settings.port)
        } catch  where error.code == EADDRINUSE {
            throw CommandFailure(
                "\(place) is in use: end the program that uses it, or choose another port with --port (0 picks a free one)")
        } catch  where error.code == EACCES {
            throw CommandFailure("\(place): \(error.reason); choose a port above 1023")
        } catch {
            throw CommandFailure("\(place): \(error.reason)")
        }
    }

    /// Waits for the end. If changes are reported, reports the rate each second in which it differs.
    private func wait(for ended: DispatchSemaphore, _ service: ListenerService, in console: Console) {
        guard status else { return ended.wait() }
        var before = ListenerCounts()
        var perSecond = 0
        while ended.wait(timeout: .now() + .seconds(1)) == .timedOut {
            // Only the program that reads standard output would end the listener.
            if let events = try? Readiness.wait([(console.standardOutput, Readiness.closed)], milliseconds: 0), events != [0] { return }
            let counts = service.counts
            let now = counts.accepted - before.accepted
            if counts != before || now != perSecond { console.bytes(ListenerStatus.rate(perSecond: now, counts).json.line) }
            (before, perSecond) = (counts, now)
        }
    }

    // MARK: Threads of clients

    private nonisolated static func tell(_ change: InspectorDelivery.Report, asStatus: Bool, _ console: Console) {
        switch (change, asStatus) {
        case (.inspector(let pid), true): console.bytes(ListenerStatus.inspector(pid, error: nil).json.line)
        case (.failed(let error), true): console.bytes(ListenerStatus.inspector(nil, error: error.description).json.line)
        case (.inspector(let pid), false): console.error("Records go to inspector \(pid).")
        case (.failed(let error), false): console.error("linkscope: \(error)")
        }
    }
}
