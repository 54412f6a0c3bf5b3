import AppLinks
import Bytes
import Deciding
import Inspector
import LinkLayers
import Panes
import Records
import Screen
import Secrets

/// What plain mode says about a state. Everything here is a pure function of the state.
///
/// The parts of a sentence are masked where they are put in. ``PlainTalk`` makes each sentence safe to show.
struct Sentences {
    let state: State

    var mask: SecretMask { state.display.mask }
    var lists: Lists { state.lists }
    var device: Device { state.device }

    /// The longest link in a sentence. `show raw` reads the whole link.
    private static let longestLink = 200

    /// Returns a name of an app, and says if the app is assumed.
    func name(of front: SimulatedDevice.Front) -> String {
        let name = mask.text(device.name(of: front))
        guard case .app(let id) = front, device.simulated.app(id)?.isAssumed == true else { return name }
        return "\(name) (assumed)"
    }

    /// Returns the name of the referer of a link, with secrets masked, as on the device on which the link arrived.
    func referer(_ given: String?, _ url: String?, of link: RecordID?) -> String? {
        let referer = device.onArrival(of: link).referer(given, scheme: url.flatMap { LinkURL($0)?.scheme }) { name(of: .app($0.id)) }
        return referer.map { mask.text($0.text) }
    }

    func name(ofApp index: UInt16) -> String {
        device.appNames.id(of: index).map { name(of: .app($0)) } ?? mask.text(device.appNames[index])
    }

    /// Returns the beginning of a masked link. Its App Link data is left out, because `show` reads it.
    func short(_ inspection: LinkInspection) -> String {
        let (link, secrets) = LinkSummary.withoutData(inspection)
        return short(masked: mask.text(SearchedText(link[...], secrets)), of: inspection.bytes.count)
    }

    func short(_ text: String) -> String {
        short(masked: mask.beginning(of: LinkSummary.withoutData(text), columns: 1 << 14), of: text.utf8.count)
    }

    func short(_ text: SearchedText) -> String { short(masked: mask.text(text), of: text.text.utf8.count) }

    private func short(masked text: String, of count: Int) -> String {
        let beginning = calm(text, most: Self.longestLink)
        return beginning == text ? text : "\(beginning), \(count.counted("byte")) in all"
    }

    /// The most percent-escapes in a sentence. Nobody can listen to more, and `show raw` reads them all.
    private static let mostEscapes = 12

    /// Returns the beginning of a text, up to a length or to the percent-escapes that are too many.
    func calm(_ text: String, most: Int = .max) -> String {
        let escapes = text.utf8.indices.lazy.filter { text.utf8[$0] == UInt8(ascii: "%") }
        let end = escapes.dropFirst(Self.mostEscapes).first ?? text.endIndex
        let beginning = text[..<end].prefix(most)
        return beginning.endIndex == text.endIndex ? text : "\(beginning) and so on"
    }

    /// Returns a sentence made from the label and the value of a row; nil if both are empty.
    func sentence(_ line: DetailLine) -> String? {
        let value = line.said.map(spelled) ?? calm(line.whole ?? line.value)
        let label = line.label.hasPrefix("! ") ? String(line.label.dropFirst(2)) : line.label
        if label.isEmpty { return value.isEmpty ? nil : "  \(value)" }
        return value.isEmpty ? label : "\(label): \(value)"
    }

    /// Returns a text of the program with its commands as they are typed.
    func spelled(_ text: HintedText) -> String {
        text.typed { hint in Binding.of(hint.command).plainHelp == nil ? nil : "\"\(hint.words)\"" }
    }

    var noLink: String { spelled(.noLink) }

    /// The number of the current link, to which commands without a number apply.
    var current: Int? { lists.selectedLink.flatMap(lists.number(of:)) }

    /// Returns a command with the number of a link, which is left out for the current link.
    func command(_ command: Command, _ number: Int) -> String {
        number == current ? "\"\(command.name)\"" : "\"\(command.name) \(number)\""
    }

    // Sentences that compare: the current link with another one, and the devices on which it can be opened.

    /// Returns the difference between another link and the current one, a sentence for each field: `path: /p/1 in #3, /p/2 in #5.`
    func difference(from other: RecordID) -> [String] {
        guard let number = lists.number(of: other), let current, let reading = state.detail.reading else { return [] }
        guard let read = state.memory.read(other) else { return ["#\(number): this record can no longer be read."] }
        guard let link = read.link, let own = reading.link else { return ["One of the two records has no link to compare."] }
        // The sentences begin with the link that is higher in the list.
        let (first, second) = (min(number, current), max(number, current))
        let rows = number < current ? LinkDiff(link, own).rows : LinkDiff(own, link).rows
        let changed = rows.filter { $0.change != .same }
        let same = rows.count - changed.count
        guard !changed.isEmpty else { return ["#\(first) and #\(second) are the same, byte for byte."] }
        let sentences = changed.map { row in
            let name = mask.text(row.name)
            let shown = row.shown(by: mask, room: Self.roomForValue)
            let isMasked = shown.left != row.left?.text || shown.right != row.right?.text
            return switch (shown.left.map(short), shown.right.map(short)) {
            case (let left?, let right?) where left == right:
                "\(name): not the same in #\(first) and #\(second), but \(isMasked ? "masked" : "what differs is not shown")."
            case (let left?, let right?): "\(name): \(left) in #\(first), \(right) in #\(second)."
            case (let left?, nil): "\(name): \(left), only in #\(first)."
            case (nil, let right): "\(name): \(right ?? "empty"), only in #\(second)."
            }
        }
        return ["#\(first) and #\(second): \(changed.count.counted("field")) differ\(changed.count == 1 ? "s" : ""), \(same) the same."]
            + sentences
    }

    /// The number of bytes of a value that a sentence has room for, if only what comes later differs.
    private static let roomForValue = 150

    /// Where the current link leads, in a sentence for all places that lead alike: `Typed: the link leads to browser Safari on iPhone.`
    var whatIf: [String] {
        guard let whatIf = state.whatIf else { return ["This link cannot be opened."] }
        let ends = whatIf.rows.map { $0.ways.map(\.end.words) }
        let sentences = ends.unique.map { alike in
            let places = zip(whatIf.rows, ends).filter { $1 == alike }.map(\.0.title)
            let parts = alike.unique.map { end in
                let devices = zip(whatIf.devices, alike).filter { $1 == end }.map { mask.text($0.0) }
                return "to \(mask.text(end)) on \(devices.count == alike.count ? "any device" : devices.listed("and"))"
            }
            let place = places.count == ends.count ? "in every case" : places.listed("or")
            return "\(place.atSentenceStart): the link leads \(parts.joined(separator: ", and "))."
        }
        return sentences + (whatIf.hint.map { ["\(spelled($0).atSentenceStart)."] } ?? [])
    }

    /// The fields of the form that builds App Links, and what is missing.
    var form: [String] {
        let form = state.forms.current
        guard form.isTouched else {
            return ["No link is being built. Begin with \"build target=URL\". Add referer-name=NAME, referer-url=URL, extra.NAME=VALUE."]
        }
        var lines = LinkForm.typedFields.filter { !form[$0.field].text.isEmpty }.map { name, field, _ in
            "\(name): \(short(mask.value(form[field].text, name: name)))"
        }
        for index in form.isJSON.indices where !form[.extraName(index)].text.isEmpty {
            let name = form[.extraName(index)].text
            lines.append("extra \(mask.text(name)): \(short(mask.value(form[.extraValue(index)].text, name: name)))")
        }
        return lines + [form.outcome.problems.first { $0.kind != .doubt }.map { mask.words($0.message) }].compactMap(\.self)
    }

    /// Returns the sentences about the current link that contain a text.
    func lines(with text: String) -> [String] {
        guard let record = lists.selectedLink else { return [] }
        let parts: [DetailPart] = [.summary, .target, .referer, .extras, .findings, .journey, .events]
        return parts.flatMap { show($0, of: record) }.filter { $0.lowercased().contains(text.lowercased()) }.unique
    }

    // Sentences about the saved sessions.

    /// Returns a sentence for each session: `2: checkout, 2026-11-21 12:04, 3 KB. First: shop://p/1`
    func sessions(_ sessions: [SessionSummary]) -> [String] {
        guard !sessions.isEmpty else { return ["There is no saved session yet."] }
        let lines = sessions.enumerated().map { index, session in
            var parts = [session.name.map(mask.text), state.display.date(session.changedAt), session.sizeText].compactMap(\.self)
            if session.use == .other { parts.append("in use") }
            if session.name == nil { parts.append("in \(mask.text(session.word))") }
            let first = session.first.isEmpty ? "" : " First: \(short(String(decoding: session.first, as: UTF8.self)))"
            return "\(index + 1): \(parts.joined(separator: ", ")).\(first)"
        }
        return ["\(sessions.count.counted("session")), most recently changed first:"] + lines
            + [
                "Type \"sessions\" with a number, then \"name\" and a name, or \"delete\". The number alone opens the session.",
                "On a screen, linkscope --replay with its name or its journal replays it.",
            ]
    }

    // Sentences about events, the trail and the device.

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
        parts += event.arguments.prefix(20).map { "\(mask.text($0.name)) \(short(mask.text(event.searched($0))))" }
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
