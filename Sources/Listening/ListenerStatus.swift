package import JSONDocument

/// A change that the listener reports to a program that started it, as one line of JSON.
package enum ListenerStatus: Sendable, Hashable {
    case listening(ListenerFacts)
    /// Another inspector gets the records, or none does because of an error.
    case inspector(Int32?, error: String?)
    /// The records accepted in the last second, and what was done so far.
    case rate(perSecond: Int, ListenerCounts)

    package var json: JSONObject {
        switch self {
        case .listening(let facts): JSONObject([("state", "listening")] + facts.json.map { ($0.key, $0.value) })
        case .inspector(let pid, let error):
            ["state": "inspector", "inspector": Self.number(pid), "error": error.map(JSONValue.string) ?? .null]
        case .rate(let perSecond, let counts):
            [
                "state": "rate", "perSecond": Self.number(perSecond), "accepted": Self.number(counts.accepted),
                "refused": Self.number(counts.refused), "error": counts.error.map(JSONValue.string) ?? .null,
            ]
        }
    }

    static func number(_ value: (some BinaryInteger)?) -> JSONValue { value.map { .number(JSONNumber($0)) } ?? .null }
}

/// What a client has to know to post to a listener.
package struct ListenerFacts: Sendable, Hashable {
    package var settings: ListenerSettings
    /// The addresses that accept connections. There are two if both loopback addresses do.
    package var addresses: [ListenAddress]
    /// The inspector that gets the records; nil if none runs.
    package var inspector: Int32?
    /// Whether the token was made by the listener, so that it has to be shown once.
    package var showsToken: Bool

    package init(settings: ListenerSettings, addresses: [ListenAddress], inspector: Int32?, showsToken: Bool) {
        self.settings = settings
        self.addresses = addresses
        self.inspector = inspector
        self.showsToken = showsToken
    }

    /// The command that lets a connected Android device reach the listener at its own address 127.0.0.1.
    package var adbReverse: String { "adb reverse tcp:\(settings.port) tcp:\(settings.port)" }

    /// The lines to print when the listener starts.
    package var text: String {
        let inspector =
            inspector.map { "Records go to inspector \($0)." } ?? "No inspector is running: start `linkscope` in another terminal."
        let token =
            showsToken ? settings.token.map { "Requests need this token, shown only now:  Authorization: Bearer \($0.text)\n" } : nil
        let urls = addresses.map { "http://\($0.host):\(settings.port)" }.joined(separator: " and ")
        return """
            Listening on \(urls) (Ctrl-C ends it). \(inspector)
            \(token ?? "")Android device or emulator:  \(adbReverse)
            iOS Simulator:  use the same address, \(settings.url)
            Code that forwards the events of an app:  linkscope listen --snippet swift   (or kotlin, javascript)

            """
    }

    package var json: JSONObject {
        var object: JSONObject = [
            "address": .string(settings.url), "addresses": .array(addresses.map { .string("http://\($0.host):\(settings.port)") }),
            "port": ListenerStatus.number(settings.port), "inspector": ListenerStatus.number(inspector), "adbReverse": .string(adbReverse),
            "needsToken": .bool(settings.token != nil), "snippets": .array(Snippet.allCases.map { .string($0.rawValue) }),
        ]
        if showsToken, let token = settings.token { object["token"] = .string(token.text) }
        return object
    }
}

/// Code that forwards the events of an app to the listener, by its language.
package enum Snippet: String, Sendable, Hashable, CaseIterable {
    case swift, kotlin, javascript

    /// The path of the file below `Resources`.
    package var file: String {
        switch self {
        case .swift: "snippets/forward.swift"
        case .kotlin: "snippets/forward.kt"
        case .javascript: "snippets/forward.js"
        }
    }
}
