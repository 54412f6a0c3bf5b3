import AppLinks
import JSONDocument
import Tasks
import TestSupport

/// A case of navigation.json that starts with a URL. The case describes a simulated resolver and the expected outcome of the future.
struct WholeNavigationVector {
    let input: JSONValue
    let expect: JSONValue

    func run(_ check: inout VectorCheck) {
        check.allow(input, "input", ["operation", "url", "resolver", "world", "extras", "appLinkData"])
        check.allow(
            expect, "expect", ["task", "result", "type", "error", "events", "openAttempts", "opened", "openedCount", "defaultResolver"])
        // A navigation to a URL has neither extras nor data.
        for key in ["extras", "appLinkData"] {
            if let value = input[key], !value.isNull, value != .object([:]) { check.unknown("the \(key) \(value)") }
        }
        guard let url = input["url"]?.stringValue.flatMap({ LinkURL($0) }), let given = input["resolver"] else {
            return check.unknown("an input without url or resolver")
        }
        let resolver = given.isNull ? .object([:]) : given
        check.allow(
            resolver, "resolver",
            ["result", "error", "cancelled", "pending", "isDefault", "defaultResolver", "setDefaultToNone"])

        var preference = ResolverPreference()
        if let other = resolver["defaultResolver"], !other.isNull {
            check.allow(other, "defaultResolver", Set(StandInResolver.keys))
            preference.preferred = StandInResolver(other, &check)
        }
        var named: (any AppLinkResolving)? = nil
        if StandInResolver.keys.contains(where: { (resolver[$0] ?? .null) != .null && resolver[$0] != .bool(false) }) {
            let standIn = StandInResolver(resolver, &check)
            if check.flag(resolver["isDefault"], "isDefault") { preference.preferred = standIn } else { named = standIn }
        }
        if check.flag(resolver["setDefaultToNone"], "setDefaultToNone") {
            preference.preferred = StandInResolver(["cancelled": true], &check)
            preference.preferred = nil
        }
        if let expected = expect["defaultResolver"] {
            let names: [JSONValue] =
                preference.resolver() is DirectAppLinkResolver
                ? ["built-in", "builtIn", "builtin"] : ["given", "custom", "set", "stand-in", "standIn", "another", "other"]
            check.expect(names.contains(expected), "the default resolver is the one \(names), not \(expected)")
        }
        let world = VectorWorld(input["world"], &check)
        if expect.objectValue?.keys.contains(where: { $0 != "defaultResolver" }) == true {
            navigate(to: url, preference.resolver(naming: named), in: world, &check)
        }
    }

    private func navigate(to url: LinkURL, _ resolver: any AppLinkResolving, in world: VectorWorld, _ check: inout VectorCheck) {
        let (center, events) = MeasurementRecorder.make()
        let future = AppLinkNavigation.navigate(to: url, resolver: resolver, opener: world, posting: center, on: .immediate)
        let words: Set<String> =
            switch future.outcome {
            case nil: ["pending"]
            case .success?: ["success"]
            case .failure?: ["failure", "error", "faulted", "failed"]
            case .cancelled?: ["cancelled", "canceled"]
            }
        if let task = expect["task"] {
            check.expect(task.stringValue.map { words.contains($0) } == true, "the task is \(words), not \(task)")
        }
        for key in ["result", "type"] {
            let type = future.result.map { JSONValue.string($0.type.rawValue) }
            if let expected = expect[key] { check.expect(key, type ?? .null, matches: expected) }
        }
        switch expect["error"] {
        case nil: break
        case .null?: check.expect(!future.isFaulted, "the task's error is \(future.error as Any)")
        case .bool(let isFaulted)?: check.expect(future.isFaulted == isFaulted, "the task's error is \(future.error as Any)")
        case let error?: check.expect("error", future.error.map { .string("\($0)") }, matches: error)
        }
        check.references["opened.url"] = world.opened.last.map { .string($0.absoluteString) }
        if let expected = expect["events"] { EventsExpectation(expected).run(events.all, "events", &check) }
        if let expected = expect["openAttempts"] { AttemptsExpectation(expected, opened: expect["opened"]).run(world.attempts, &check) }
        if let expected = expect["opened"] { OpenedExpectation(expected).run(world.opened.last, "opened", &check) }
        if let count = expect["openedCount"] { check.expect("openedCount", .number(JSONNumber(world.opened.count)), matches: count) }
    }
}

/// A resolver that ends as a case requires.
private struct StandInResolver: AppLinkResolving {
    /// The possible outcomes. A case has exactly one of them.
    static let keys = ["result", "error", "cancelled", "pending"]

    private let future: Future<AppLink>
    /// A promise that is never settled. It is kept alive, because the future of a dropped promise fails.
    private let unanswered = Promise<AppLink>()

    init(_ description: JSONValue, _ check: inout VectorCheck) {
        if let error = description["error"], !error.isNull {
            future = Future(error: VectorError(error.stringValue ?? "\(error)"))
        } else if description["cancelled"] == .bool(true) {
            future = Future.cancelled()
        } else if description["pending"] == .bool(true) {
            future = unanswered.future
        } else if let link = description["result"].flatMap({ $0.isNull ? nil : $0 }).flatMap({ AppLink(vector: $0, &check) }) {
            future = Future(link)
        } else {
            check.unknown("the resolver \(description)")
            future = Future.cancelled()
        }
    }

    func appLink(for url: LinkURL) -> Future<AppLink> {
        future
    }
}
