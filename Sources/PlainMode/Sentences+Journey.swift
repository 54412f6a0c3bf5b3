import AppLinks
import Bytes
import Deciding
import Inspector
import Panes
import Records

// Sentences about events, the trail and the device.

extension Sentences {
    /// Returns `Event al_nav_in in Nieuws from Shop.`
    func sentence(aboutEvent index: Int) -> String {
        let line = state.eventLine(at: index)
        guard let facts = line?.facts(line?.read) ?? lists.event(at: index, device, state.memory) else {
            return "An event that can no longer be read."
        }
        let event = facts.event
        if lists.events[index].kind == .received { return received(event) }
        let parts = mask.parts(in: event.contexts)
        let value = { (name: String) in event[name].map { parts.value($0, name: name) } }
        var text = "Event \(mask.text(event.name))"
        if let app = event.app { text += " in \(mask.text(app))" }
        switch facts.name {
        case .navigateIn:
            let app = value("refererAppName").flatMap { referer($0, value("refererURL"), of: event.link?.record) }
            if let from = app ?? value("refererURL") { text += " from \(from)" }
        case .navigateOut, .navigateBack:
            if let url = value("outputURL") { text += " to \(short(url))" }
            text += event["success"] == "0" ? ", failed" : event["type"] == "web" ? ", in the browser" : ", in an app"
            if let failure = facts.failure { text += ": \(parts.value(failure, name: "error"))" }
        default: break
        }
        return text + (event.isUndone ? " (undone)." : ".")
    }

    /// Returns the sentence about an event with the number of its link: `#2: Event al_nav_in in Nieuws.`
    func numbered(event index: Int) -> String {
        let label = state.eventLine(at: index)?.source.linkLabel
        return "\(label.map { "\($0): " } ?? "")\(sentence(aboutEvent: index))"
    }

    private func received(_ event: Event) -> String {
        let mask = self.mask.parts(in: event.contexts)
        var parts = [event.url.map { short(mask.text($0)) }].compactMap(\.self)
        parts += event.arguments.prefix(20).map { "\(mask.text($0.name)) \(short(mask.value($0.value, name: $0.name)))" }
        let rest = event.arguments.count > 20 ? ["and \(event.arguments.count - 20) more"] : []
        return "Event \(mask.text(event.name)) arrived\(parts.isEmpty ? "" : ": ")\((parts + rest).joined(separator: ", "))."
    }

    /// The trail of the device, through the apps of all links; nil if no app was opened.
    var trail: String? { sentence(about: Trail(last: Self.mostStops, of: state.journey.trail)) }

    /// Returns the trail of one link; nil if no app received it and it was not opened.
    func trail(of record: RecordID) -> String? { sentence(about: state.trail(of: record, name)) }

    private static let mostStops = 10

    /// Returns `Trail: Shop, then Nieuws, then back to Shop.`; nil if there is no trail.
    private func sentence(about trail: Trail) -> String? {
        // A link that an app opens in itself leads nowhere else.
        let places = trail.stops.reduce(into: [Trail.Stop]()) { places, stop in
            if places.last?.front != stop.front || places.last?.name != stop.name { places.append(stop) }
        }
        let stops = places.suffix(Self.mostStops)
        guard !stops.isEmpty else { return nil }
        let words = stops.enumerated().map { offset, stop in
            let name = stop.name.map(mask.text) ?? stop.front.map(name) ?? ""
            guard offset > 0 else { return name }
            return switch stop.way {
            case .arrived, .opened: "then \(name)"
            case .returned: "then back to \(name)"
            case .chosen: "then \(name) (brought to the front)"
            case .changed(let device): "then \(name) (device changed to \(mask.text(device)))"
            }
        }
        return "Trail: \(trail.isCut || stops.count < places.count ? "..., " : "")\(words.joined(separator: ", "))."
    }

    func journey(of record: RecordID) -> [String] {
        let (trail, opening) = (trail(of: record) ?? "Trail: none yet.", opening(of: record))
        if let account = opening.first { return [trail, account] + opening.dropFirst().map { "  \($0)" } }
        guard let row = lists.row(of: record), row.flags.contains(.wasReceived) else {
            return [trail, "This link has not been opened on the device."]
        }
        return [trail, "\(name(ofApp: row.app)) received this link when it arrived. It has not been opened again since."]
    }

    /// Returns how a link was opened the last time: who opened it, and a sentence for each target. Returns nothing if it was not opened.
    func opening(of record: RecordID) -> [String] {
        guard let departure = state.journey.departure(of: record) else { return [] }
        let account = departure.account(name)
        return ["\(account.who)\(account.end)."]
            + departure.steps.map { step in
                let url = step.url.map { short($0.text) } ?? "no URL"
                return "\(step.placeWords.atSentenceStart) \(step.result.word): \(mask.text(step.reason)). \(url)"
            }
    }

    // MARK: The device

    var apps: [String] {
        let simulated = device.simulated
        return simulated.apps.map { app in
            let schemes = app.schemes.map { $0 + ":" }.joined(separator: " ")
            let marks = [app.isInstalled ? nil : "not installed", simulated.front == .app(app.id) ? "in front" : nil].compactMap(\.self)
            return "\(([name(of: .app(app.id))] + marks).joined(separator: ", ")). \(schemes)"
        }
    }

    var devices: [String] {
        ["The device is \(mask.text(device.simulated.name)). Devices: \(device.profiles.map(\.name).joined(separator: ", ")).", inFront]
    }

    var inFront: String { "In front: \(name(of: device.simulated.front))." }

    // MARK: Help

    /// Returns the commands, or those that a word names or that mention it.
    func help(_ word: String) -> [String] {
        let lines = { (commands: [Command]) in
            commands.map(Binding.of).map { "\($0.plainSynopsis): \($0.plainHelp ?? "")." }
        }
        if word.isEmpty {
            return ["Paste or type a link to deliver it. These commands are about the newest link, or about link N:"]
                + lines([.focusDetail, .open, .goBack, .repair, .resolve, .verify, .sample, .quit])
                + ["\"help all\" lists all commands, and \"help WORD\" those about a word. Commands may be shortened."]
        }
        if word == "all" {
            return lines(Command.all(in: .plain)) + [
                "Without N, a command is about the current link: the one you named last, or the newest one.",
                "Other commands of the inspector are not available with --plain.",
            ]
        }
        let found = Command.candidates(for: word, in: .plain)
        if found.isEmpty, let command = Command.named(word) { return ["\"\(command.name)\" is not available with --plain."] }
        let about = found.isEmpty ? Command.all(in: .plain).filter { Binding.of($0).mentions(word) } : found
        return about.isEmpty ? ["The help has nothing about \"\(mask.text(word))\"."] : lines(about)
    }
}
