import AppLinks
import JSONDocument
import Synchronization
import TestSupport

/// A case of referer_banner.json: steps in order, each of which has an expected result.
struct BannerVector {
    let input: JSONValue

    func run(_ check: inout VectorCheck) {
        check.allow(input, "input", ["world", "steps"])
        guard let steps = input["steps"]?.arrayValue, !steps.isEmpty else { return check.unknown("an input without steps") }
        let stage = BannerStage(world: input["world"], &check)
        check.saved["labelHeight"] = .number(JSONNumber(BannerStage.labelHeight))
        for (index, step) in steps.enumerated() {
            stage.beginStep()
            stage.perform(step, "step \(index)", &check)
            if let saved = step["save"] { stage.save(saved, &check) }
            if let then = step["then"] { expect(then, stage, "step \(index)", &check) }
        }
    }

    private func expect(_ then: JSONValue, _ stage: BannerStage, _ place: String, _ check: inout VectorCheck) {
        guard let members = then.objectValue else { return check.unknown("a then that is no object") }
        for (key, expected) in members.map({ ($0.key, $0.value) }) {
            let name = "\(place) \(key)"
            switch key {
            case "save": stage.save(expected, &check)
            case "includeStatusBar":
                guard let inclusion = BannerStage.inclusion(expected) else { return check.unknown("\(key) \(expected)") }
                let actual = stage.banner.statusBarInclusion
                check.expect(actual == inclusion, "\(name) is \(actual), not \(expected)")
            case "delegate": check.expect(name, .array(stage.delegateCalls.map { .string($0) }), matches: expected)
            case "order": expectOrder(expected, stage, name, &check)
            case "opened": expectOpened(expected, stage, name, &check)
            case "events":
                check.references["opened.url"] = stage.opened.last.map { .string($0.absoluteString) }
                EventsExpectation(expected).run(stage.events, name, &check)
            default:
                guard let value = stage.value(of: key) else { return check.unknown("the key \"\(key)\" of then") }
                check.expect(name, value, matches: expected)
            }
        }
    }

    private func expectOpened(_ expected: JSONValue, _ stage: BannerStage, _ name: String, _ check: inout VectorCheck) {
        guard let wanted = expected.arrayValue else {
            return check.expect(name, .array(stage.opened.map { .string($0.absoluteString) }), matches: expected)
        }
        guard wanted.count == stage.opened.count else { return check.fail("\(name): \(stage.opened.count) opened, not \(wanted.count)") }
        for (url, expected) in zip(stage.opened, wanted) {
            if let text = expected.stringValue {
                check.expect(name, .string(HandedOver(url).withoutData), matches: JSONValue.string(text).asAbsoluteURL)
            } else {
                OpenedExpectation(expected).run(url, name, &check)
            }
        }
    }

    /// Compares the order of the calls. Some cases count a refused opening and some do not, so both orders are accepted.
    private func expectOrder(_ expected: JSONValue, _ stage: BannerStage, _ name: String, _ check: inout VectorCheck) {
        let tried = stage.order.map { JSONValue.string($0 == VectorWorld.refusal ? "open" : $0) }
        let done = stage.order.filter { $0 != VectorWorld.refusal }.map { JSONValue.string($0) }
        check.expect(name, .array(expected == .array(tried) ? tried : done), matches: expected)
    }
}
