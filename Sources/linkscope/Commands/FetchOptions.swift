import AppLinks
import ArgumentParser
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
        if let given { throw CommandFailure("\(given) \(need)", code: Exit.usage) }
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
