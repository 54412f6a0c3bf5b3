import AppLinks
import JSONDocument
import TestSupport

/// A case of applink_urls.json: a URL and the pieces that it parses into.
struct LinkVector {
    let input: JSONValue
    let expect: JSONValue

    private static let keys: [String] = [
        "isAppLink", "inputURL", "targetURL", "inputQueryParameters", "targetQueryParameters", "appLinkData", "extras", "hasReferer",
        "refererURL", "refererAppName", "events",
    ]

    func run(_ check: inout VectorCheck) {
        check.allow(input, "input", ["url", "entry", "sourceApplication", "appID"])
        check.allow(expect, "expect", Set(Self.keys + ["isAutoAppLink"]))
        guard let entry = entry(&check) else { return }
        guard let text = input["url"]?.stringValue else { return check.unknown("an input without url") }
        guard let url = LinkURL(text) else { return check.fail("the input is taken for no URL") }
        let link = IncomingLink(url, entry: entry)
        let actual = Self.pieces(of: link)
        for key in Self.keys {
            guard let expected = expect[key] else {
                check.unknown("an expectation without \(key)")
                continue
            }
            check.expect(key, actual[key], matches: Self.comparable(expected, key))
        }
        if let expected = expect["isAutoAppLink"] {
            // A null ID stands for an app whose ID is empty.
            guard let appID = input["appID"].map({ $0.isNull ? "" : $0.stringValue }) ?? nil else {
                return check.unknown("isAutoAppLink without an appID")
            }
            check.expect("isAutoAppLink", .bool(link.isAutoAppLink(appID: appID)), matches: expected)
        }
    }

    private static func comparable(_ expected: JSONValue, _ key: String) -> JSONValue {
        switch key {
        case "inputURL", "targetURL", "refererURL": return expected.asAbsoluteURL
        case "events":
            guard let events = expected.arrayValue else { return expected }
            return .array(
                events.map { event in
                    guard var members = event.objectValue else { return event }
                    members["args"] = members["args"]?.withAbsoluteURLs(["inputURL", "targetURL"])
                    return .object(members)
                })
        default: return expected
        }
    }

    private func entry(_ check: inout VectorCheck) -> IncomingLink.Entry? {
        let sender = input["sourceApplication"] ?? .null
        if !sender.isNull, sender.stringValue == nil { check.unknown("the sourceApplication \(sender)") }
        switch input["entry"] ?? .null {
        case "plain", .null: return .plain
        case "inbound": return .inbound(sourceApplication: sender.stringValue)
        case "backToReferrerBar": return .backToReferrerBar
        case let entry:
            check.unknown("the entry \(entry)")
            return nil
        }
    }

    /// Returns the pieces under their names in the file. The names that begin with `referer` describe the link back to the referer.
    static func pieces(of link: IncomingLink) -> JSONObject {
        let back = link.referer?.targets.first
        return [
            "isAppLink": .bool(link.isAppLink),
            "inputURL": .string(link.inputURL.absoluteString),
            "targetURL": .string(link.targetURL.absoluteString),
            "inputQueryParameters": parameters(link.inputQueryParameters),
            "targetQueryParameters": parameters(link.targetQueryParameters),
            "appLinkData": link.appLinkData ?? .null,
            "extras": link.extras ?? .null,
            "hasReferer": .bool(link.referer != nil),
            "refererURL": (back?.url?.absoluteString).map { .string($0) } ?? .null,
            "refererAppName": (back?.appName).map { .string($0) } ?? .null,
            "events": .array(link.events.map { .object(["name": .string($0.name.rawValue), "args": .object($0.arguments.json)]) }),
        ]
    }

    private static func parameters(_ parameters: QueryParameters) -> JSONValue {
        .object(JSONObject(parameters.entries.map { ($0.name, $0.value.text.map { .string($0) } ?? .null) }))
    }
}

extension MeasurementEvent.Arguments {
    var json: JSONObject { JSONObject(pairs.map { ($0.key, .string($0.value)) }) }
}
