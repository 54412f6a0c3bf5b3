import AppLinks
import Foundation
import JSONDocument

/// A case of navigation.json: a link and a world, and where going along it ends.
struct NavigationVector {
    let input: JSONValue
    let expect: JSONValue

    func run(_ check: inout VectorCheck) {
        switch input["operation"]?.stringValue {
        case "navigate": navigate(&check)
        case "navigationType": askForType(&check)
        case "navigateToURL": WholeNavigationVector(input: input, expect: expect).run(&check)
        default: check.unknown("the operation \(input["operation"] ?? .null)")
        }
    }

    private func navigation(_ check: inout VectorCheck) -> AppLinkNavigation? {
        check.allow(input, "input", ["operation", "appLink", "extras", "appLinkData", "world", "unserialisable"])
        check.allow(expect, "expect", ["type", "error", "openAttempts", "opened", "events"])
        guard let link = input["appLink"].flatMap({ AppLink(vector: $0, &check) }) else {
            check.unknown("an input without appLink")
            return nil
        }
        var data = input["appLinkData"] ?? .null
        switch input["unserialisable"] {
        case nil, .bool(false)?: break
        case .bool(true)?:
            var object = data.objectValue ?? JSONObject()
            object["cannot be JSON"] = .number(JSONNumber(Double.nan))
            data = .object(object)
        default: check.unknown("the value of unserialisable")
        }
        return AppLinkNavigation(appLink: link, extras: input["extras"] ?? .null, appLinkData: data)
    }

    private func navigate(_ check: inout VectorCheck) {
        guard let navigation = navigation(&check) else { return }
        let world = VectorWorld(input["world"], &check)
        let (center, events) = MeasurementRecorder.make()
        let outcome = navigation.navigate(with: world, posting: center)
        let attempts = world.attempts.map { JSONValue.string(HandedOver($0).withoutData) }
        check.expect("type", .string(outcome.type.rawValue), matches: expect["type"] ?? .null)
        check.expect("error", .bool(outcome.error != nil), matches: expect["error"] ?? .null)
        expectAttempts(attempts, &check)
        check.references["opened.url"] = outcome.openedURL.map { .string($0.absoluteString) }
        check.expect(world.opened == [outcome.openedURL].compactMap { $0 }, "\(world.opened) was opened, not \(outcome.openedURL as Any)")
        expectOpened(outcome.openedURL, &check)
        expectEvents(events.all, &check)
    }

    private func askForType(_ check: inout VectorCheck) {
        guard let navigation = navigation(&check) else { return }
        let world = VectorWorld(input["world"], &check)
        let type = navigation.navigationType { world.canOpen($0) }
        check.expect("type", .string(type.rawValue), matches: expect["type"] ?? .null)
        check.expect("error", false, matches: expect["error"] ?? .null)
        expectAttempts([], &check)
        expectOpened(nil, &check)
        expectEvents([], &check)
    }

    private func expectAttempts(_ attempts: [JSONValue], _ check: inout VectorCheck) {
        guard let expected = expect["openAttempts"] else { return check.unknown("an expectation without openAttempts") }
        // The last attempt is the opened URL, which may have other accepted forms.
        let also = expect["opened"]?["withoutDataAlso"]?.arrayValue ?? []
        if let last = attempts.last, also.contains(last), let wanted = expected.arrayValue, wanted.count == attempts.count {
            return check.expect("openAttempts", .array(attempts.dropLast()), matches: .array(Array(wanted.dropLast())))
        }
        check.expect("openAttempts", .array(attempts), matches: expected)
    }

    private func expectOpened(_ url: LinkURL?, _ check: inout VectorCheck) {
        guard let expected = expect["opened"] else { return check.unknown("an expectation without opened") }
        OpenedExpectation(expected).run(url, "opened", &check)
    }

    private func expectEvents(_ events: [MeasurementEvent], _ check: inout VectorCheck) {
        guard let expected = expect["events"]?.arrayValue else { return check.unknown("an expectation without events") }
        check.expect(events.count == expected.count, "\(events.count) events were posted, not \(expected.count)")
        for (event, expected) in zip(events, expected) {
            EventExpectation(expected).run(event, &check)
        }
    }
}

/// What an URL that was opened has to be like.
struct OpenedExpectation {
    let expected: JSONValue

    init(_ expected: JSONValue) {
        self.expected = expected
    }

    func run(_ url: LinkURL?, _ place: String, _ check: inout VectorCheck) {
        guard let members = expected.objectValue, let url else {
            return check.expect((url == nil) == expected.isNull, "\(place) is \(url.map { "\($0)" } ?? "nothing"), not \(expected)")
        }
        let handed = HandedOver(url)
        for (key, value) in members.map({ ($0.key, $0.value) }) {
            switch key {
            case "withoutData":
                let also = members["withoutDataAlso"]?.arrayValue ?? []
                if !also.contains(.string(handed.withoutData)) {
                    check.expect("\(place).withoutData", .string(handed.withoutData), matches: value)
                }
            case "withoutDataAlso": check.expect(value.arrayValue != nil, "withoutDataAlso is no list")
            case "json": check.expect("\(place).json", IncomingLink(url).document?.root.map { JSONValue($0) }, matches: value)
            case "valueMustNotContain":
                for text in (value.arrayValue ?? []).compactMap(\.stringValue) where (handed.value ?? text).contains(text) {
                    check.fail("the data holds a raw \"\(text)\"")
                }
            default: check.unknown("the key \"\(key)\" of \(place)")
            }
        }
    }
}

/// What an event that was posted has to be like.
struct EventExpectation {
    let expected: JSONValue

    init(_ expected: JSONValue) {
        self.expected = expected
    }

    func run(_ event: MeasurementEvent, _ check: inout VectorCheck) {
        check.allow(expected, "event", ["name", "args", "argsReadme", "argsSource", "argsAbsent"])
        let arguments = event.arguments.json
        check.expect("event.name", .string(event.name.rawValue), matches: expected["name"] ?? .null)
        for key in ["args", "argsReadme"] {
            if let contained = expected[key] { check.expect("event.\(key)", arguments, contains: contained) }
        }
        for member in expected["argsSource"]?.objectValue ?? [:] {
            if let problem = check.mismatch(arguments[member.key], member.value, "event.argsSource.\(member.key)") { check.remark(problem) }
        }
        for key in (expected["argsAbsent"]?.arrayValue ?? []).compactMap(\.stringValue) {
            check.expect(arguments[key] == nil, "the event should not have \(key)")
        }
    }
}
