import ArgumentParser
import Intake
import Listening

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

            By default, only programs on this machine can connect. --address lets other machines connect and needs --token. A page in a \
            browser can post only if you allow its origin with --allow-origin.

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
            "Require this token of at least \(AccessToken.shortest) characters in requests (Authorization: Bearer TOKEN); auto makes one.",
            valueName: "TOKEN"))
    var token: String?

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
        _ = try settings()
    }

    @MainActor func execute(in console: Console) async throws {
        if let snippet = try chosenSnippet() { return console.bytes(ResourceFile(snippet.file)?.bytes ?? []) }
        let report: ListenRun.Report = status ? .changes : json ? .object : .text
        try ListenRun(console: console, settings: settings(), inspector: to, report: report, showsToken: token == Self.automatic).run()
    }

    /// The value of `--token` that makes a token.
    private static let automatic = "auto"

    private func chosenSnippet() throws(CommandFailure) -> Snippet? {
        guard let snippet else { return nil }
        guard let chosen = Snippet(rawValue: snippet.lowercased()) else {
            let names = Snippet.allCases.map(\.rawValue).joined(separator: ", ")
            throw CommandFailure("--snippet: choose one of \(names)", code: Exit.usage)
        }
        return chosen
    }

    private func settings() throws(CommandFailure) -> ListenerSettings {
        var settings = ListenerSettings(port: port, recordsPerSecond: rate)
        if let address {
            guard let parsed = ListenAddress(address) else {
                throw CommandFailure("--address: write an IP address, such as 192.168.1.20 or ::", code: Exit.usage)
            }
            settings.address = parsed
        }
        settings.token = try accessToken()
        guard settings.address.isLoopback || settings.token != nil else {
            throw CommandFailure(
                "--address \(settings.address.text) lets other machines post: add --token auto, or a token of your own", code: Exit.usage)
        }
        settings.allowedOrigins = try allowOrigin.map { text throws(CommandFailure) in
            guard let origin = WebOrigin(text) else {
                throw CommandFailure("--allow-origin: write an origin without a path, such as http://localhost:3000", code: Exit.usage)
            }
            return origin
        }
        guard rate > 0 else { throw CommandFailure("--rate must be greater than 0", code: Exit.usage) }
        return settings
    }

    private func accessToken() throws(CommandFailure) -> AccessToken? {
        guard let token else { return nil }
        if token == Self.automatic { return .generated() }
        guard let chosen = AccessToken(token) else {
            throw CommandFailure(
                "--token: use at least \(AccessToken.shortest) ASCII characters without spaces, or auto", code: Exit.usage)
        }
        return chosen
    }
}
