import ArgumentParser
import LinkLayers
import Reports
import Secrets

/// `linkscope build`: makes an App Link from its parts.
struct Build: ProgramCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make an App Link that every reader understands alike.",
        discussion: """
            The link is printed on one line, escaped so that no reader of URLs takes any part of it for something else; the data stands \
            before the fragment, and takes the place of al_applink_data that is there already. What is doubtful is said on standard error. \
            Tokens and passwords are printed as they are.

            An extra is name=text, or name:=JSON for a number, true, false, null, a list or an object. Names are taken as they stand: a dot \
            makes no object inside, and a name may be given once. A name with = in it or : at its end goes into --data '{"extras":{…}}'.

            Examples:
              linkscope build --target https://example.com/p --extra 'q=a & b' n:=42
              linkscope build --target https://example.com/p --app shop://p?x=1
            """
    )

    @Option(help: ArgumentHelp("What the link is about.", valueName: "URL"))
    var target: String?

    @Option(help: ArgumentHelp("What opens the app and carries the data; without it the target does.", valueName: "URL"))
    var app: String?

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("What the app is to read; name:=JSON for other values than text.", valueName: "name=text"))
    var extra: [String] = []

    @Option(help: ArgumentHelp("Where the way back leads; needs a name too.", valueName: "URL"))
    var refererURL: String?

    @Option(help: ArgumentHelp("What the app is called that the way back leads to; needs an URL too.", valueName: "NAME"))
    var refererName: String?

    @Option(help: ArgumentHelp("What wrote the link.", valueName: "TEXT"))
    var userAgent: String?

    @Option(help: ArgumentHelp("More of the link's data: an object.", valueName: "JSON"))
    var data: String?

    @Flag(help: "One JSON object: link, findings.")
    var json = false

    func validate() throws {
        guard target != nil else { throw ValidationError("Give --target URL: what the link is about, as https://example.com/p/42.") }
        let given = [
            ("--target", target), ("--app", app), ("--referer-url", refererURL), ("--referer-name", refererName),
            ("--user-agent", userAgent), ("--data", data),
        ]
        // Most likely an unset variable in a script: it must not silently make a different link.
        for case (let name, let text?) in given where text.utf8.allSatisfy({ $0 <= 0x20 }) {
            throw ValidationError("\(name) is empty: give it a value, or leave it out.")
        }
        for text in extra where LinkDraft.Extra(argument: text) == nil {
            throw ValidationError("--extra takes name=text or name:=JSON; this is \"\(Secrets.masked(text))\".")
        }
    }

    @MainActor func execute() async throws {
        let outcome = draft.built()
        let (doubts, errors) = (outcome.problems.filter { $0.kind == .doubt }, outcome.problems.filter { $0.kind != .doubt })
        guard errors.isEmpty, let report = BuildReport(outcome) else {
            throw CommandFailure(errors.map(sentence).joined(separator: "\nlinkscope: "), code: Exit.usage)
        }
        for doubt in doubts.map(sentence) + report.doubts { Output.error("linkscope: \(doubt)") }
        Output.line(json ? report.json() : report.link)
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
            return name.isEmpty ? "--extra: \(message)" : "--extra \(Secrets.masked(name)): \(message)"
        case .refererURL: return "--referer-url: \(message)"
        case .refererName: return "--referer-name: \(message)"
        case .userAgent: return "--user-agent: \(message)"
        case .data: return "--data: \(message)"
        }
    }
}
