import AppLinks
import Bytes
import Deciding
import Records
import Screen

/// An event as its row tells it: a sign for its direction, its name, its result and a phrase made from its arguments.
///
/// The phrase has the arguments a reader looks for first. The detail pane has all of them.
package struct EventPhrase {
    /// The direction in which an event leads, seen from the app that posted it.
    enum Direction {
        case parsed, inward, outward, back, other
    }

    /// A piece of the phrase. A piece with a name is the value of an argument, which is masked if the name is that of a secret.
    package struct Piece: Equatable {
        package var text: String
        package var name = ""
        var role = Role.text
        /// The room that the next piece needs. With less, the phrase ends before this piece.
        var roomAfter = 0
    }

    var direction: Direction
    var name: String
    /// How the link of the event ended; nil if the event does not tell.
    var end: LinkEnd?
    package var pieces: [Piece] = []

    /// - Parameter chosen: The names of the arguments that the user wants to see. An event that has none of them is shown as usual.
    package init(_ event: EventContent, chosen: [String] = []) {
        direction =
            switch event.name {
            case "al_link_parse": .parsed
            case "al_nav_in": .inward
            case "al_nav_out": .outward
            case "al_ref_back_out": .back
            default: .other
            }
        name = event.name
        let values = Dictionary(event.arguments.map { ($0.name, $0.value) }, uniquingKeysWith: { _, last in last })
        let end = LinkEnd(success: values["success"], type: values["type"])
        self.end = event.isUndone ? .undone : end
        tellAll(chosen.compactMap { name in event.arguments.first { $0.name == name } })
        guard pieces.isEmpty else { return }
        switch direction {
        case .parsed, .inward: tellArrival(values, event)
        case .outward, .back: tellDeparture(values, event, isFailure: end == .failed)
        case .other: break
        }
        if pieces.isEmpty { tellAll(EventText.outcomeFirst(event.arguments)) }
    }

    private mutating func tellArrival(_ values: [String: String], _ event: EventContent) {
        let url = values["refererURL"]
        if let name = values["refererAppName"] {
            let app = event.referer?.appName
            pieces = [Piece(text: "from ", role: .dim), Piece(text: event.referer?.name ?? name, name: "refererAppName", role: .accent)]
            if let app { pieces += [Piece(text: " (", role: .dim), Piece(text: app, name: "refererAppName", role: .accent)] }
            if let url { pieces += [Piece(text: app == nil ? " (" : ", ", role: .dim), Piece(readable: url, name: "refererURL")] }
            if app != nil || url != nil { pieces.append(Piece(text: ")", role: .dim)) }
        } else if let url {
            pieces = [Piece(text: "from ", role: .dim), Piece(readable: url, name: "refererURL")]
        } else if let app = values["sourceApplication"] {
            pieces = [Piece(text: "from ", role: .dim), Piece(text: event.sender ?? app, name: "sourceApplication", role: .accent)]
        } else if values["version"] != nil {
            pieces = [Piece(text: "without a referer", role: .dim)]
        }
        if !pieces.isEmpty, let target = values["targetURL"] {
            pieces += [Piece(text: "  target ", role: .dim, roomAfter: 8), Piece(readable: target, name: "targetURL")]
        }
    }

    private mutating func tellDeparture(_ values: [String: String], _ event: EventContent, isFailure: Bool) {
        if isFailure, let reason = event.failure {
            pieces = [Piece(text: reason, role: .error)]
            if event.lacksApp { pieces += [Piece(text: "  a", role: .key), Piece(text: " adds one", role: .dim)] }
        } else if isFailure, let error = values["error"] {
            pieces = [Piece(text: error, name: "error", role: .error)]
        } else if let url = values["outputURL"] {
            pieces = [Piece(text: "to ", role: .dim), Piece(readable: url, name: "outputURL")]
        } else if isFailure, let source = values["sourceURL"] {
            pieces = [Piece(text: "opening ", role: .error), Piece(readable: source, name: "sourceURL")]
        }
    }

    private mutating func tellAll(_ arguments: [ReceivedEvent.Argument]) {
        for argument in arguments {
            let gap = pieces.isEmpty ? "" : " "
            let value = Piece(readable: argument.value, name: argument.name, role: .value)
            pieces += [Piece(text: "\(gap)\(argument.name)=", role: .key), value]
        }
    }
}

extension EventPhrase.Piece {
    /// Creates the piece for a value as people read it: an App Link without its data, and JSON without its escapes.
    init(readable value: String, name: String, role: Role = .text) {
        var text = value
        // The phrase is made for each frame, and reading a longer value takes too long.
        if value.utf8.count <= Self.mostRead {
            if ["%7b", "%5b"].contains(value.prefix(3).lowercased()) {
                let bytes = Array(value.utf8)
                text = PercentCoding.decodedText(bytes.span, repairing: bytes.indices)
            } else if value.contains("al_applink_data=") {
                text = LinkSummary.withoutData(value)
            }
        }
        self.init(text: text, name: name, role: role)
    }

    private static let mostRead = 4096
}

extension EventPhrase.Direction {
    /// Returns the sign of the direction. The name of the event says the same, so no meaning depends on the sign.
    func sign(_ encoding: Sanitizer.Encoding) -> SafeText {
        let isUTF8 = encoding == .utf8
        return switch self {
        case .parsed: isUTF8 ? "·" : "."
        case .inward: isUTF8 ? "▸" : ">"
        case .outward: isUTF8 ? "▴" : "^"
        case .back: isUTF8 ? "◂" : "<"
        case .other: ""
        }
    }

    var role: Role {
        switch self {
        case .parsed, .other: .text
        case .inward: .ok
        case .outward: .accent
        case .back: .title
        }
    }
}

/// An event in short: where it comes from, where it leads, and how it ended.
package struct EventSummary: Sendable, Equatable {
    /// The app that sent the link, or that the user left.
    package var from: String
    /// The target of a link that arrived; for an event of leaving, the link that was opened, without its App Link data.
    package var to: String
    /// `app` or `browser` for what opened, `ok` if the event does not say what did, or `failed` with the reason; empty if the event tells
    /// no result.
    package var result: String
    /// The whole link of the event.
    package var url: String

    package init(_ event: EventContent) {
        let values = Dictionary(event.arguments.map { ($0.name, $0.value) }, uniquingKeysWith: { _, last in last })
        let output = values["outputURL"]
        switch EventPhrase(event).direction {
        case .outward, .back:
            from = event.app ?? ""
            to = output.map(LinkSummary.withoutData) ?? ""
        case .parsed, .inward, .other:
            from = values["refererAppName"] ?? values["refererURL"] ?? event.sender ?? values["sourceApplication"] ?? ""
            to = values["targetURL"] ?? ""
        }
        result =
            switch (values["success"], values["type"]) {
            case ("0", _): (event.failure ?? values["error"]).map { "failed: \($0)" } ?? "failed"
            case ("1", "app"): "app"
            case ("1", "web"): "browser"
            case ("1", _): "ok"
            default: ""
            }
        url = event.url ?? values["inputURL"] ?? output ?? ""
    }
}
