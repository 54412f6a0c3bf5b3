import ArgumentParser
import Foundation
import Intake
import Reports
import Secrets

/// `linkscope events`: the event stream of a running inspector.
struct Events: ProgramCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print the measurement events of a running inspector, one JSON object a line.",
        discussion: """
            All events of the session so far; with --follow, then each new one as it happens. Secrets are masked unless --show-secrets is given.

            Example:
              linkscope events --follow | jq -c 'select(.event == "al_nav_in")'
            """
    )

    @Flag(help: "Go on with each new event as it happens.")
    var follow = false

    @Option(help: ArgumentHelp("The inspector with this process number.", valueName: "PID"))
    var to: Int32?

    @Flag(help: "Show tokens and passwords instead of masking them.")
    var showSecrets = false

    @MainActor func execute() async throws {
        let client = InspectorClient(folder: Folders.runtime(environment: ProcessInfo.processInfo.environment))
        let showSecrets = showSecrets
        do throws(SocketError) {
            let inspector = try client.choose(pid: to)
            try client.events(of: inspector, follow: follow) { line in
                Output.bytes(JSONLine.safe(showSecrets ? line : Secrets.masked(line)) + [UInt8(ascii: "\n")])
                return true
            }
        } catch {
            throw CommandFailure(error.description)
        }
    }
}
