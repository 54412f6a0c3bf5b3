package import JSONDocument

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
