import AppLinks
import JSONDocument
import Tasks

/// A case of navigation.json that begins with an URL: a stand-in resolver, and how the future ends.
struct WholeNavigationVector {
    let input: JSONValue
    let expect: JSONValue

    func run(_ check: inout VectorCheck) {
        check.allow(input, "input", ["operation", "url", "resolver", "world", "appLink", "extras", "appLinkData"])
        check.allow(expect, "expect", ["task", "result", "error", "events", "openedCount", "defaultResolver"])
        guard let url = input["url"]?.stringValue.flatMap({ LinkURL($0) }), let resolver = input["resolver"] else {
            return check.unknown("an input without url or resolver")
        }
        check.allow(
            resolver, "resolver",
            ["result", "error", "cancelled", "pending", "isDefault", "defaultResolver", "setDefaultToNone"])

        var preference = ResolverPreference()
        if let other = resolver["defaultResolver"], !other.isNull { preference.preferred = StandInResolver(other, &check) }
        var named: (any AppLinkResolving)? = nil
        if ["result", "error", "cancelled", "pending"].contains(where: { resolver[$0] != nil }) {
            let standIn = StandInResolver(resolver, &check)
            if resolver["isDefault"] == .bool(true) { preference.preferred = standIn } else { named = standIn }
        }
        if resolver["setDefaultToNone"] == .bool(true) {
            preference.preferred = StandInResolver(["cancelled": true], &check)
            preference.preferred = nil
        }
        if let expected = expect["defaultResolver"] {
            let isBuiltIn = preference.resolver() is DirectAppLinkResolver
            check.expect("defaultResolver", isBuiltIn ? "built-in" : "another", matches: expected)
        }
        if expect["task"] != nil { navigate(to: url, preference.resolver(naming: named), &check) }
    }

    private func navigate(to url: LinkURL, _ resolver: any AppLinkResolving, _ check: inout VectorCheck) {
        let world = VectorWorld(input["world"], &check)
        let (center, events) = MeasurementRecorder.make()
        let future = AppLinkNavigation.navigate(to: url, resolver: resolver, opener: world, posting: center, on: .immediate)
        let words: Set<String> =
            switch future.outcome {
            case nil: ["pending"]
            case .success?: ["success"]
            case .failure?: ["failure", "error", "faulted", "failed"]
            case .cancelled?: ["cancelled", "canceled"]
            }
        let task = expect["task"]?.stringValue ?? ""
        check.expect(words.contains(task), "the task is \(words), not \(task)")
        if let result = expect["result"], !result.isNull {
            check.expect("result", future.result.map { .string($0.type.rawValue) }, matches: result)
        }
        switch expect["error"] {
        case nil, .null?: break
        case .bool(let isFaulted)?: check.expect(future.isFaulted == isFaulted, "the task's error is \(future.error as Any)")
        case let error?: check.expect("error", future.error.map { .string("\($0)") }, matches: error)
        }
        if let names = expect["events"] {
            check.expect("events", .array(events.all.map { .string($0.name.rawValue) }), matches: names)
        }
        if let count = expect["openedCount"] { check.expect("openedCount", .number(JSONNumber(world.opened.count)), matches: count) }
    }
}

/// A resolver that ends as a case says.
private struct StandInResolver: AppLinkResolving {
    private let future: Future<AppLink>

    init(_ description: JSONValue, _ check: inout VectorCheck) {
        if let error = description["error"], !error.isNull {
            future = Future(error: VectorError(error.stringValue ?? "\(error)"))
        } else if description["cancelled"] == .bool(true) {
            future = Future.cancelled()
        } else if description["pending"] == .bool(true) {
            future = Promise().future
        } else if let link = description["result"].flatMap({ AppLink(vector: $0, &check) }) {
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
