import AppLinks
import JSONDocument
import TestSupport

/// A case of navigation.json: a link, a simulated system, and the expected outcome of navigating.
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
        guard let given = input["appLink"] else {
            check.unknown("an input without appLink")
            return nil
        }
        // The API requires a link. If the case has none, a link without destinations leads to the same outcome.
        guard let link = given.isNull ? AppLink(sourceURL: nil, targets: [], webURL: nil) : AppLink(vector: given, &check) else {
            return nil
        }
        var (extras, data) = (input["extras"] ?? .null, input["appLinkData"] ?? .null)
        switch input["unserialisable"] ?? .null {
        case .null, .bool(false): break
        case .bool(true), "appLinkData": data = Self.unserialisable(data)
        case "extras": extras = Self.unserialisable(extras)
        case let value: check.unknown("the unserialisable \(value)")
        }
        return AppLinkNavigation(appLink: link, extras: extras, appLinkData: data)
    }

    private static func unserialisable(_ data: JSONValue) -> JSONValue {
        var object = data.objectValue ?? JSONObject()
        object["cannot be JSON"] = .number(JSONNumber(Double.nan))
        return .object(object)
    }

    private func navigate(_ check: inout VectorCheck) {
        guard let navigation = navigation(&check) else { return }
        let world = VectorWorld(input["world"], &check)
        let (center, events) = MeasurementRecorder.make()
        let outcome = navigation.navigate(with: world, posting: center)
        check.expect("type", .string(outcome.type.rawValue), matches: expect["type"] ?? .null)
        check.expect("error", .bool(outcome.error != nil), matches: expect["error"] ?? .null)
        check.expect(world.opened == [outcome.openedURL].compactMap { $0 }, "\(world.opened) was opened, not \(outcome.openedURL as Any)")
        expectRest(attempts: world.attempts, opened: outcome.openedURL, events: events.all, &check)
    }

    private func askForType(_ check: inout VectorCheck) {
        guard let navigation = navigation(&check) else { return }
        let world = VectorWorld(input["world"], &check)
        let type = navigation.navigationType { world.canOpen($0) }
        check.expect("type", .string(type.rawValue), matches: expect["type"] ?? .null)
        check.expect("error", false, matches: expect["error"] ?? .null)
        expectRest(attempts: [], opened: nil, events: [], &check)
    }

    private func expectRest(attempts: [LinkURL], opened: LinkURL?, events: [MeasurementEvent], _ check: inout VectorCheck) {
        for key in ["openAttempts", "opened", "events"] where expect[key] == nil { check.unknown("an expectation without \(key)") }
        if let expected = expect["openAttempts"] { AttemptsExpectation(expected, opened: expect["opened"]).run(attempts, &check) }
        if let expected = expect["opened"] { OpenedExpectation(expected).run(opened, "opened", &check) }
        check.references["opened.url"] = opened.map { .string($0.absoluteString) }
        if let expected = expect["events"] { EventsExpectation(expected).run(events, "events", &check) }
    }
}
