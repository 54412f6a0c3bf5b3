package import AppLinks
import Bytes
package import Deciding
package import Records
import Screen

/// What is known of an event, found once: its direction, from where to where, and its end. Rows, plain mode and tables only print it.
package struct EventFacts {
    /// A piece of the phrase of a row. A piece with a name is the value of an argument, which is masked if the name is that of a secret.
    package struct Piece: Equatable {
        package var text: String
        package var name = ""
        var role = Role.text
        /// The room that the next piece needs. With less, the phrase ends before this piece.
        var roomAfter = 0
    }

    package let event: Event
    /// The name of the event, which tells in which direction it leads, seen from the app that posted it.
    package let name: MeasurementEvent.Name
    /// How the link of the event ended; nil if the event does not tell.
    package let end: LinkEnd?
    /// The name of the referer of the link; nil if the event tells of none.
    package let referer: Referer?
    /// The name of the app that sent the link; nil if the device never had such an app.
    let sender: String?
    /// Why nothing opened; nil if something did, or if the event does not say.
    package let failure: String?
    /// Whether nothing opened because no app claims the scheme, and still none does.
    private let lacksApp: Bool

    package init(_ event: Event, on device: Device, name: FrontName) {
        self.event = event
        self.name = MeasurementEvent.Name(rawValue: event.name)
        end = LinkEnd(event)
        failure = event["success"] == "0" ? event.failure ?? event["error"] : nil
        sender = event["sourceApplication"].flatMap { device.isKnown($0) ? name(.app($0)) : nil }
        let scheme = event["refererURL"].flatMap { LinkURL($0)?.scheme }
        referer = event["refererAppName"].flatMap { given in
            device.onArrival(of: event.link?.record).referer(given, scheme: scheme) { name(.app($0.id)) }
        }
        lacksApp = !event.isUndone && event.unclaimedScheme.map { device.simulated.app(claiming: $0)?.isAssumed ?? true } ?? false
    }

    // MARK: In a table

    /// The app that sent the link, or that the user left.
    package var from: String {
        let app = event.app ?? ""
        return switch name {
        case .navigateOut, .navigateBack: app
        default: event["refererAppName"] ?? event["refererURL"] ?? sender ?? event["sourceApplication"] ?? ""
        }
    }

    /// The target of a link that arrived; for an event of leaving, the link that was opened, without its App Link data.
    package var to: String {
        switch name {
        case .navigateOut, .navigateBack: event["outputURL"].map(LinkSummary.withoutData) ?? ""
        default: event["targetURL"] ?? ""
        }
    }

    /// `app` or `browser` for what opened, `ok` if the event does not say what did, or `failed` with the reason; empty if the event tells no
    /// result.
    package var result: String {
        switch LinkEnd(success: event["success"], type: event["type"]) {
        case .failed: failure.map { "failed: \($0)" } ?? "failed"
        case .okApp: "app"
        case .okWeb: "browser"
        case .received: "ok"
        default: ""
        }
    }

    package var url: String { event.url ?? event["inputURL"] ?? event["outputURL"] ?? "" }

    // MARK: In a row

    /// Returns the arguments that a reader looks for first, as a phrase. The detail pane has all of them.
    ///
    /// - Parameter chosen: The names of the arguments that the user wants to see. An event that has none of them is shown as usual.
    package func phrase(of chosen: [String] = []) -> [Piece] {
        let all = pieces(of: chosen.compactMap { name in event.arguments.first { $0.name == name } })
        guard all.isEmpty else { return all }
        let told: [Piece] =
            switch name {
            // An app posts both for the same link, with the same arguments.
            case .linkParse: arrival.isEmpty ? [] : [Piece(text: "parsed, ", role: .dim)] + arrival
            case .navigateIn: arrival
            case .navigateOut, .navigateBack: departure
            default: []
            }
        return told.isEmpty ? pieces(of: event.outcomeFirst) : told
    }

    private var arrival: [Piece] {
        let url = event["refererURL"]
        var pieces: [Piece] = []
        if let name = event["refererAppName"] {
            let app = referer?.appName
            pieces = [Piece(text: "from ", role: .dim), Piece(text: referer?.name ?? name, name: "refererAppName", role: .accent)]
            if let app { pieces += [Piece(text: " (", role: .dim), Piece(text: app, name: "refererAppName", role: .accent)] }
            if let url { pieces += [Piece(text: app == nil ? " (" : ", ", role: .dim), Piece(readable: url, name: "refererURL")] }
            if app != nil || url != nil { pieces.append(Piece(text: ")", role: .dim)) }
        } else if let url {
            pieces = [Piece(text: "from ", role: .dim), Piece(readable: url, name: "refererURL")]
        } else if let app = event["sourceApplication"] {
            pieces = [Piece(text: "from ", role: .dim), Piece(text: sender ?? app, name: "sourceApplication", role: .accent)]
        } else if event["version"] != nil {
            pieces = [Piece(text: "without a referer", role: .dim)]
        }
        if !pieces.isEmpty, let target = event["targetURL"] {
            pieces += [Piece(text: "  target ", role: .dim, roomAfter: 8), Piece(readable: target, name: "targetURL")]
        }
        return pieces
    }

    private var departure: [Piece] {
        let isFailure = event["success"] == "0"
        if let failure {
            let name = event.failure == nil ? "error" : ""
            return [Piece(text: failure, name: name, role: .error)]
                + (lacksApp ? [Piece(text: "  a", role: .key), Piece(text: " adds one", role: .dim)] : [])
        }
        if let url = event["outputURL"] { return [Piece(text: "to ", role: .dim), Piece(readable: url, name: "outputURL")] }
        guard isFailure, let source = event["sourceURL"] else { return [] }
        return [Piece(text: "opening ", role: .error), Piece(readable: source, name: "sourceURL")]
    }

    private func pieces(of arguments: [Event.Argument]) -> [Piece] {
        arguments.enumerated().flatMap { index, argument in
            [
                Piece(text: "\(index == 0 ? "" : " ")\(argument.name)=", role: .key),
                Piece(readable: argument.value, name: event.secretName(of: argument), role: .value),
            ]
        }
    }
}

extension EventFacts.Piece {
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

extension MeasurementEvent.Name {
    /// Returns the sign of the direction in which an event leads. Its name says the same, so no meaning depends on the sign.
    func sign(_ encoding: Sanitizer.Encoding) -> SafeText {
        let isUTF8 = encoding == .utf8
        return switch self {
        case .linkParse: isUTF8 ? "·" : "."
        case .navigateIn: isUTF8 ? "▸" : ">"
        case .navigateOut: isUTF8 ? "▴" : "^"
        case .navigateBack: isUTF8 ? "◂" : "<"
        default: ""
        }
    }

    var role: Role {
        switch self {
        case .navigateIn: .ok
        case .navigateOut: .accent
        case .navigateBack: .title
        default: .text
        }
    }
}
