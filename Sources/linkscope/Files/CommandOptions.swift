import AppLinks
import ArgumentParser
import Deciding
import HTTPTransport
import Web

/// The options of commands that fetch pages or association files.
struct FetchOptions: ParsableArguments {
    @Flag(help: "Ignore the cache.")
    var fresh = false

    @Flag(help: "Connect to private, loopback and link-local addresses too.")
    var allowPrivate = false

    @Option(
        help: ArgumentHelp(
            "Connect to another address in place of a host, like curl --connect-to. The server must present the host's certificate.",
            valueName: "HOST:PORT:HOST:PORT"))
    var connectTo: [String] = []

    func check() throws(CommandFailure) { try ConnectionPlace.check(connectTo) }

    /// Refuses the options where nothing is fetched.
    ///
    /// - Parameter need: The condition under which they have an effect, such as "needs --online".
    func checkUnused(_ need: String) throws(CommandFailure) {
        let given = fresh ? "--fresh" : allowPrivate ? "--allow-private" : connectTo.isEmpty ? nil : "--connect-to"
        if let given { throw .usage("\(given) \(need)") }
    }

    func settings(_ environment: [String: String]) -> FetchSettings {
        var settings = FetchSettings.user(environment)
        settings.connectTo = connectTo
        return settings
    }

    func rules(asksForClaims: Bool = true) -> LookupRules {
        LookupRules(permissions: FetchPermissions(anyAddress: allowPrivate), isFresh: fresh, asksForClaims: asksForClaims)
    }
}

/// The options that put the apps of a project on the simulated device.
struct ProjectOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Put the apps of this project on the simulated device, with what they declare.", valueName: "DIR"),
        completion: .directory)
    var project: String?

    @Option(
        help: ArgumentHelp("With --project: the build of its apps, such as stagingDebug (default: the release build).", valueName: "NAME"))
    var variant: String?

    func check() throws(CommandFailure) {
        if variant != nil, project == nil { throw .usage("--variant needs --project") }
    }

    /// Returns the project; nil if none is named.
    func reading(in console: Console) throws(CommandFailure) -> ProjectReading? {
        guard let project else { return nil }
        return try ProjectReading(project, variant: variant, progress: ProgressLine(console))
    }
}

/// Checks the values of `--connect-to`, which have the same format as in curl: `HOST:PORT:HOST:PORT`. Each part may be empty, but all three
/// colons are required. IPv6 addresses must be in brackets.
nonisolated enum ConnectionPlace {
    /// - Throws: `CommandFailure` for a value that libcurl would silently ignore.
    static func check(_ texts: [String]) throws(CommandFailure) {
        for text in texts {
            guard let parts = parts(of: text), parts.count == 4, isPort(parts[1]), isPort(parts[3]) else {
                throw .usage("--connect-to \(text): write HOST:PORT:HOST:PORT, such as www.example.com:443:127.0.0.1:8443")
            }
        }
    }

    /// Returns the parts between the colons that are not in brackets. Returns nil if a bracket is not closed.
    private static func parts(of text: String) -> [Substring]? {
        var depth = 0
        let parts = text.split(omittingEmptySubsequences: false) { character in
            depth += character == "[" ? 1 : character == "]" ? -1 : 0
            return character == ":" && depth == 0
        }
        return depth == 0 ? parts : nil
    }

    private static func isPort(_ text: Substring) -> Bool {
        text.isEmpty || (UInt16(text) ?? 0) > 0
    }
}

/// The options that name one app of association files.
struct AppOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Check only this iOS app, such as ABCDE12345.com.example.shop.", valueName: "ID"))
    var appID: String?

    @Option(help: ArgumentHelp("Check only this Android app, such as com.example.shop.", valueName: "NAME"))
    var package: String?

    @Option(
        help: ArgumentHelp("The SHA-256 fingerprint of the certificate that signs the Android app. Needs --package.", valueName: "AB:CD:…"))
    var fingerprint: String?

    /// - Parameter package: The Android app, which another option may name.
    /// - Throws: `CommandFailure` if the fingerprint is none, or if no package was given.
    func check(package: String?) throws(CommandFailure) {
        guard let fingerprint else { return }
        guard Fingerprint.isWellFormed(fingerprint) else {
            throw .usage("--fingerprint: write 32 pairs of hexadecimal digits, separated by colons, such as AB:CD:…")
        }
        guard package != nil else { throw .usage("--fingerprint needs --package") }
    }
}
