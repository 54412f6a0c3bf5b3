import ArgumentParser
import LinkLayers
import Reports
import Secrets

/// `linkscope build`: makes an App Link from its parts.
struct Build: ProgramCommand {
    static let configuration = CommandConfiguration(
        abstract: "Build an App Link that all apps parse in the same way.",
        discussion: """
            Prints the link on one line. Every part is percent-encoded. The App Link data is placed before the fragment. A URL that \
            already has al_applink_data is an error, because the link would lose it. Warnings go to standard error. Tokens and passwords are printed unmasked.

            An extra is name=text, or name:=JSON for a number, true, false, null, a list or an object. a.b=1 makes one extra \
            named "a.b", not a nested object. Use each name only once. For a name that contains = or ends in :, use --data '{"extras":{…}}'.

            Examples:
              linkscope build --target https://example.com/p --extra 'q=a & b' n:=42
              linkscope build --target https://example.com/p --app shop://p?x=1

            Exit codes: 0 success, 2 a value is missing or wrong.
            """
    )

    @Option(help: ArgumentHelp("The URL that the link is about. Required.", valueName: "URL"))
    var target: String?

    @Option(help: ArgumentHelp("The URL that opens the app and carries the data (default: the target).", valueName: "URL"))
    var app: String?

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("One or more extras, values for the app. Use name:=JSON for values other than text.", valueName: "name=text"))
    var extra: [String] = []

    @Option(help: ArgumentHelp("The URL to return to. Needs --referer-name.", valueName: "URL"))
    var refererURL: String?

    @Option(help: ArgumentHelp("The name of the app to return to. Needs --referer-url.", valueName: "NAME"))
    var refererName: String?

    @Option(help: ArgumentHelp("The name of the program that makes the link (user_agent).", valueName: "TEXT"))
    var userAgent: String?

    @Option(help: ArgumentHelp("More App Link data, as a JSON object.", valueName: "JSON"))
    var data: String?

    @Flag(help: "Print one JSON object with the keys link and findings.")
    var json = false

    func check(in console: Console) throws(CommandFailure) {
        guard target != nil else {
            throw .usage("--target is missing: give the URL that the link is about, such as https://example.com/p/42")
        }
        let given = [
            ("--target", target), ("--app", app), ("--referer-url", refererURL), ("--referer-name", refererName),
            ("--user-agent", userAgent), ("--data", data),
        ]
        // An empty value most likely comes from an unset variable in a script. Ignoring it would silently change the link.
        for case (let name, let text?) in given where text.utf8.allSatisfy({ $0 <= 0x20 }) {
            throw .usage("\(name) is empty: give it a value\(name == "--target" ? "" : ", or leave it out")")
        }
        for text in extra where LinkDraft.Extra(argument: text) == nil {
            throw .usage("--extra \(Secrets.masked(text)): write name=text or name:=JSON")
        }
    }

    @MainActor func execute(in console: Console) async throws {
        let outcome = draft.built()
        let (doubts, errors) = (outcome.problems.filter { $0.kind == .doubt }, outcome.problems.filter { $0.kind != .doubt })
        guard errors.isEmpty, let report = BuildReport(outcome) else {
            for error in errors.dropLast() { console.error("linkscope: \(sentence(error))") }
            throw CommandFailure.usage(errors.last.map(sentence) ?? "")
        }
        for doubt in doubts.map(sentence) + report.doubts { console.error("linkscope: \(doubt)") }
        console.line(json ? report.json() : report.link)
    }

    private var draft: LinkDraft {
        var draft = LinkDraft()
        draft.target = target ?? ""
        draft.app = app ?? ""
        draft.extras = extra.compactMap { LinkDraft.Extra(argument: $0) }
        draft.refererName = refererName ?? ""
        draft.refererURL = refererURL ?? ""
        draft.userAgent = userAgent ?? ""
        draft.data = data ?? ""
        return draft
    }

    private func sentence(_ problem: LinkDraft.Problem) -> String {
        let message = Secrets.masked(problem.message)
        switch problem.field {
        case nil: return message
        case .target: return "--target: \(message)"
        case .app: return "--app: \(message)"
        case .extraName(let index), .extraValue(let index):
            let name = draft.extras.indices.contains(index) ? draft.extras[index].name : ""
            return name.isEmpty ? "--extra: \(message)" : "--extra (\(Secrets.masked(name))): \(message)"
        case .refererURL: return "--referer-url: \(message)"
        case .refererName: return "--referer-name: \(message)"
        case .userAgent: return "--user-agent: \(message)"
        case .data: return "--data: \(message)"
        }
    }
}
