import ArgumentParser
import Reports
import Secrets
import Store

/// `linkscope events`: prints the event stream of a running inspector.
struct Events: ProgramCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print the measurement events of a running inspector, one JSON object per line.",
        discussion: """
            Prints all events of the session so far. With --follow, it then prints each new event as it happens. Secrets are masked unless you \
            pass --show-secrets.

            Example:
              linkscope events --follow | jq -c 'select(.event == "al_nav_in")'

            Exit codes: 0 success, 2 wrong usage, 3 no inspector can be reached.
            """
    )

    @Flag(help: "Keep running and print each new event.")
    var follow = false

    @Option(
        help: ArgumentHelp("Use the inspector with this process ID (default: the newest).", valueName: "PID"), completion: .inspector)
    var to: Int32?

    @OptionGroup var mask: MaskingOptions

    @MainActor func execute(in console: Console) async throws {
        let client = InspectorClient(folder: Folders.runtime(environment: console.environment))
        let showSecrets = mask.showSecrets
        let inspector = try client.choose(pid: to)
        if to == nil, let others = try client.mention(ofOthersThan: inspector) {
            console.error("The events are those of inspector \(inspector.pid), the newest. \(others)")
        }
        try client.events(of: inspector, follow: follow, reader: console.standardOutput) { line in
            console.bytes(JSONLine.safe(showSecrets ? line : Secrets.masked(line)) + [UInt8(ascii: "\n")])
            return true
        }
    }
}
