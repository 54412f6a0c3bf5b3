import AppLinks
import JSONDocument
import TestSupport

/// The URLs that must have been tried, in order, without their data.
struct AttemptsExpectation {
    private let expected: JSONValue
    /// The accepted forms of the opened URL. The opened URL must be one of the URLs that were tried.
    private let forms: [JSONValue]

    init(_ expected: JSONValue, opened: JSONValue?) {
        self.expected = expected
        forms = opened.map { OpenedExpectation($0).forms } ?? []
    }

    func run(_ urls: [LinkURL], _ check: inout VectorCheck) {
        let attempts = urls.map { JSONValue.string(HandedOver($0).withoutData) }
        guard var wanted = expected.arrayValue, wanted.count == attempts.count else {
            return check.expect("openAttempts", .array(attempts), matches: expected)
        }
        for (index, attempt) in attempts.enumerated() {
            wanted[index] = wanted[index].asAbsoluteURL
            if forms.contains(attempt), forms.contains(wanted[index]) { wanted[index] = attempt }
        }
        check.expect("openAttempts", .array(attempts), matches: .array(wanted))
    }
}

/// The expected properties of an opened URL.
struct OpenedExpectation {
    private let expected: JSONValue

    init(_ expected: JSONValue) {
        self.expected = expected
    }

    /// The accepted forms of the URL without the data.
    var forms: [JSONValue] {
        let also = expected["withoutDataAlso"].map { $0.arrayValue ?? [$0] } ?? []
        return ([expected["withoutData"]].compactMap { $0 } + also).map(\.asAbsoluteURL)
    }

    func run(_ url: LinkURL?, _ place: String, _ check: inout VectorCheck) {
        guard let members = expected.objectValue, let url else {
            return check.expect((url == nil) == expected.isNull, "\(place) is \(url.map { "\($0)" } ?? "nothing"), not \(expected)")
        }
        let handed = HandedOver(url)
        for (key, value) in members.map({ ($0.key, $0.value) }) {
            switch key {
            case "withoutData":
                if !forms.contains(.string(handed.withoutData)) {
                    check.expect("\(place).withoutData", .string(handed.withoutData), matches: value)
                }
            case "withoutDataAlso":
                _ = check.texts(value, key)
                if members["withoutData"] == nil { check.unknown("a \(key) without withoutData") }
            case "json":
                let json = IncomingLink(url).document?.root.map { JSONValue($0) }
                check.expect("\(place).json", json, matches: value.withAbsoluteURLs(["target_url"]))
            case "valueMustNotContain":
                for text in check.texts(value, key) where (handed.value ?? text).contains(text) {
                    check.fail("the data holds a raw \"\(text)\"")
                }
            default: check.unknown("the key \"\(key)\" of \(place)")
            }
        }
    }
}

/// The expected events, in the order in which they were posted. An event is a name, or a name with arguments.
struct EventsExpectation {
    private let expected: JSONValue

    init(_ expected: JSONValue) {
        self.expected = expected
    }

    func run(_ events: [MeasurementEvent], _ place: String, _ check: inout VectorCheck) {
        let names = JSONValue.array(events.map { .string($0.name.rawValue) })
        guard let wanted = expected.arrayValue, wanted.count == events.count else {
            return check.expect(place, names, matches: expected)
        }
        for (event, expected) in zip(events, wanted) { run(event, expected, place, &check) }
    }

    private func run(_ event: MeasurementEvent, _ expected: JSONValue, _ place: String, _ check: inout VectorCheck) {
        if expected.stringValue != nil { return check.expect(place, .string(event.name.rawValue), matches: expected) }
        check.allow(expected, "event", ["name", "args", "argsReadme", "argsSource", "argsAbsent"])
        let arguments = event.arguments.json
        let urls: Set<String> = ["sourceURL", "outputURL", "inputURL", "targetURL"]
        check.expect("event.name", .string(event.name.rawValue), matches: expected["name"] ?? .null)
        for key in ["args", "argsReadme"] {
            if let contained = expected[key] { check.expect("event.\(key)", arguments, contains: contained.withAbsoluteURLs(urls)) }
        }
        if let source = expected["argsSource"] {
            guard let members = source.withAbsoluteURLs(urls).objectValue else { return check.unknown("the argsSource \(source)") }
            for member in members {
                if let problem = check.mismatch(arguments[member.key], member.value, "event.argsSource.\(member.key)") {
                    check.remark(problem)
                }
            }
        }
        for key in expected["argsAbsent"].map({ check.texts($0, "argsAbsent") }) ?? [] {
            check.expect(arguments[key] == nil, "the event should not have \(key)")
        }
    }
}
