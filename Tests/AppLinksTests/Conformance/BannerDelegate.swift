import AppLinks
import JSONDocument
import TestSupport

/// Determines which methods the delegate of the banner implements, as a step of a case requires.
enum BannerDelegate {
    static let methods: Set<String> = ["willNavigate", "didNavigate"]

    /// The keys whose values list the implemented methods. The values of the keys in `lacking` list the missing methods.
    private static let having: Set<String> = ["methods", "implements", "has", "only"]
    private static let lacking: Set<String> = ["without", "lacks", "missing"]

    static let stepKeys = having.union(lacking).union(methods).union(["value"])

    /// Returns the delegate methods that a `setDelegate` step sets, or nil if it sets no delegate.
    ///
    ///    "value": null                                 none
    ///    "value": ["didNavigate"], "methods": […]      only these methods
    ///    "value": "willNavigateOnly", "empty", …       the same in words
    ///    "value": {"willNavigate": false}              both, except those that are false
    ///    "without": ["willNavigate"]                   both, except these
    static func methods(of step: JSONValue, _ check: inout VectorCheck) -> Set<String>? {
        var described = JSONObject()
        for member in step.objectValue ?? [:] where stepKeys.subtracting(["value"]).contains(member.key) {
            described[member.key] = member.value
        }
        guard let value = step["value"] else { return methods(of: described, &check) }
        if described.count > 0 { check.unknown("a delegate with a value and \(described.keys)") }
        switch value {
        case .null, .bool(false): return nil
        case .bool(true): return methods
        case .array: return known(check.texts(value, "delegate"), &check)
        case .object(let members): return methods(of: members, &check)
        case .string(let words): return methods(inWords: words, &check)
        case .number:
            check.unknown("the delegate \(value)")
            return methods
        }
    }

    private static func methods(of members: JSONObject, _ check: inout VectorCheck) -> Set<String> {
        var result = methods
        for member in members {
            if having.contains(member.key) {
                result.formIntersection(known(check.texts(member.value, member.key), &check))
            } else if lacking.contains(member.key) {
                result.subtract(known(check.texts(member.value, member.key), &check))
            } else if methods.contains(member.key) {
                if !check.flag(member.value, member.key) { result.remove(member.key) }
            } else {
                check.unknown("the key \"\(member.key)\" of the delegate")
            }
        }
        return result
    }

    private static func methods(inWords words: String, _ check: inout VectorCheck) -> Set<String> {
        switch words.lowercased() {
        case "none", "empty", "nomethods", "withoutmethods", "no methods", "without methods": return []
        case "both", "full", "all", "complete", "bothmethods": return methods
        case "willnavigate", "willnavigateonly", "onlywillnavigate", "withoutdidnavigate", "nodidnavigate": return ["willNavigate"]
        case "didnavigate", "didnavigateonly", "onlydidnavigate", "withoutwillnavigate", "nowillnavigate": return ["didNavigate"]
        default:
            check.unknown("the delegate \"\(words)\"")
            return methods
        }
    }

    private static func known(_ names: [String], _ check: inout VectorCheck) -> Set<String> {
        for name in names where !methods.contains(name) { check.unknown("the delegate's method \"\(name)\"") }
        return methods.intersection(names)
    }

    static func with(_ methods: Set<String>, _ log: StageLog) -> any ReturnToRefererDelegate {
        switch (methods.contains("willNavigate"), methods.contains("didNavigate")) {
        case (true, true): BothMethods(log)
        case (true, false): WillNavigateOnly(log)
        case (false, true): DidNavigateOnly(log)
        case (false, false): NoMethods()
        }
    }
}

private final class NoMethods: ReturnToRefererDelegate {}

private final class WillNavigateOnly: ReturnToRefererDelegate {
    private let log: StageLog
    init(_ log: StageLog) { self.log = log }
    func willNavigate(to link: AppLink) { log.add("willNavigate") }
}

private final class DidNavigateOnly: ReturnToRefererDelegate {
    private let log: StageLog
    init(_ log: StageLog) { self.log = log }
    func didNavigate(to link: AppLink, type: NavigationType) { log.add("didNavigate:\(type.rawValue)") }
}

private final class BothMethods: ReturnToRefererDelegate {
    private let log: StageLog
    init(_ log: StageLog) { self.log = log }
    func willNavigate(to link: AppLink) { log.add("willNavigate") }
    func didNavigate(to link: AppLink, type: NavigationType) { log.add("didNavigate:\(type.rawValue)") }
}
