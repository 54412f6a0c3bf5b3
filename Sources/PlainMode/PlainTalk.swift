import AppLinks
import Bytes
import Deciding
package import Inspector
import Panes
package import Records
import Screen

// Plain mode without I/O: lines go in, and sentences come out. What happens is decided by the same `State` as on the screen.
//
//     line ──► PlainTalk.hear ──► PlainTalk.next ──► say, carry out effects, load records, wait, or end
//                                   ▲      │
//                     State ────────┘      └──► State (commands)

/// The conversation of plain mode: the lines that wait, the command that is being performed, and what has been said about the state.
package struct PlainTalk: Sendable {
    /// What the code outside has to do next. After `wait`, the code outside calls ``next(_:isDelivering:now:)`` after the next message.
    /// After any other step except `end`, it calls the method at once.
    package enum Step: Sendable {
        /// Print these lines. They are safe to show.
        case say([String])
        case carryOut([Effect])
        /// Read these records, and pass them to the state.
        case load(Set<RecordID>)
        case wait
        case end
    }

    /// The command that is being performed.
    enum Work: Sendable {
        /// Waits for the content of the current link.
        case reading(TypedCommand)
        /// Waits until the link is opened, or until the file is written.
        case acting
        case lookup(Lookup.Kind, LinkURL)
        /// Lists the links and the events with these indices.
        case listing(links: [Int], events: [Int])
        /// Compares the current link with another one.
        case comparing(RecordID)
        /// Waits for the end of the search.
        case filtering
        /// Waits until the sessions are listed, or until one is changed.
        case sessions(isListed: Bool)
    }

    /// What has been said, so that only news is said.
    private struct Heard: Sendable {
        var links = 0
        var events = 0
        /// The number of steps of the trail and the last one. A copy of a long trail would cost much for each step.
        var stepCount = 0
        var lastStep: TrailStep?
        var trail = ""
        var held = 0
        var deviceName = ""
    }

    /// The lines that wait. Removing the first line of a slice moves no other line.
    private var lines: ArraySlice<PlainLine> = []
    /// Whether the last line that was heard has links.
    private var isAfterLink = false
    package var isInputEnded = false
    /// The number of lines that could not be performed, because they were not commands or named something that does not exist.
    package internal(set) var mistakes = 0
    var work: Work?
    private var heard = Heard()
    /// The records that were requested for the next sentences. None is requested twice.
    private var requested: Set<RecordID> = []
    /// The records that were requested for the next part of a list.
    var listed: Set<RecordID> = []
    /// The links that the last filter found.
    var found: [Int] = []
    /// The sessions that were listed last, to which typed numbers refer; none after a change, which has changed the numbers.
    var sessions: [SessionSummary] = []
    private var hasQuit = false

    /// More links than this are summed up.
    static let mostTold = 20
    private static let mostEventsTold = 60
    /// The most lines with links that are delivered at once.
    private static let mostDelivered = 1000

    package init(_ state: inout State) {
        // No pane is drawn. The size only decides how texts are wrapped.
        _ = state.update(.resized(Size(columns: 200, rows: 60)), now: 0)
        heard.deviceName = state.device.simulated.name
        state.panes.showsAllEvents = true
    }

    package var waitingLines: Int { lines.count }

    /// Adds lines of input. An empty line asks what to type, but not in a script and not between the links of a paste.
    package mutating func hear(_ heard: [PlainLine], isScripted: Bool = false) {
        for line in heard {
            if lines.last == .empty { lines.removeLast() }
            if line != .empty || !isScripted && !isAfterLink { lines.append(line) }
            isAfterLink = line.delivery != nil
        }
    }

    /// Returns what to do next.
    ///
    /// - Parameter isDelivering: Whether links that were typed, or records that were stored, have not arrived yet.
    package mutating func next(_ state: inout State, isDelivering: Bool, now: Int64) -> Step {
        if hasQuit { return .end }
        if isDelivering { return .wait }
        if let step = tellNews(&state) { return step }
        do throws(TypedCommand.Mistake) {
            return try perform(&state, now: now)
        } catch {
            mistakes += 1
            return say([Sentences(state: state).mask.text(error.message)], state)
        }
    }

    /// Continues the work, or takes the next line.
    private mutating func perform(_ state: inout State, now: Int64) throws(TypedCommand.Mistake) -> Step {
        if let work, let step = try proceed(work, &state, now: now) { return step }
        guard let line = lines.first else { return isInputEnded && !state.isReadingSource ? .end : .wait }
        if Self.isReadingFile(state) { return .wait }
        switch line {
        case .link, .text: return .carryOut(deliverLinks(&state))
        case .empty:
            dropLine()
            return say(["Paste or type a link, or \"help\"."], state)
        case .mistake(let mistake):
            dropLine()
            throw mistake
        case .command(let typed):
            dropLine()
            if typed.command == .quit {
                hasQuit = true
                return .end
            }
            return try begin(typed, &state, now: now)
        }
    }

    /// Returns whether a file is being read to its present end. The lines of the input wait for the file, because they may be about its
    /// links. They do not wait for a pipe, which may never end.
    private static func isReadingFile(_ state: State) -> Bool {
        state.edges.sources.states.contains { if case .reading(_?) = $0 { true } else { false } }
    }

    /// Takes the next lines with links. The newest of their links becomes the current one.
    private mutating func deliverLinks(_ state: inout State) -> [Effect] {
        state.lists.shownLinks.move { $0.move(to: .max) }
        var effects: [Effect] = []
        while let delivery = lines.first?.delivery, effects.count < Self.mostDelivered {
            effects.append(delivery)
            dropLine()
        }
        return effects
    }

    /// Takes the next line if it is the command `stop`.
    mutating func takeStop() -> Bool {
        guard lines.first == .command(TypedCommand(.stop)) else { return false }
        dropLine()
        return true
    }

    private mutating func dropLine() {
        lines.removeFirst()
        // An empty slice would keep the lines that were removed from it.
        if lines.isEmpty { lines = [] }
    }

    /// Makes sentences safe to show.
    func say(_ sentences: [String], _ state: State) -> Step {
        .say(sentences.map { state.display.glyphs.sanitizer.text($0).description })
    }

    // MARK: News

    /// Says what has changed since the last time; nil if nothing has.
    private mutating func tellNews(_ state: inout State) -> Step? {
        let links = state.lists.links[heard.links...]
        let events = heard.events..<state.lists.events.count
        let isBurst = links.count > Self.mostTold
        let isCrowded = isBurst || events.count > Self.mostEventsTold
        var wanted = Set((isBurst ? links.suffix(1) : links).map(\.record))
        if !isCrowded { wanted.formUnion(events.compactMap(state.lists.record(ofEvent:))) }
        let missing = wanted.filter { state.memory.read($0) == nil }.subtracting(requested)
        guard missing.isEmpty else {
            requested.formUnion(missing)
            return .load(missing)
        }
        guard wanted.isDisjoint(with: state.edges.recordsBeingParsed) else { return .wait }
        requested = []
        let sentences = Sentences(state: state)
        var lines: [String] = []
        if let notice = state.notice, !notice.isProgress {
            lines.append(sentences.spelled(notice.said))
            state.notice = nil
        }
        if isCrowded {
            if isBurst { lines.append(sentences.burst(links)) }
            if !isBurst { lines += links.map(sentences.sentence(about:)) }
            if !events.isEmpty { lines.append("\(events.count.counted("new event")).") }
            if let last = links.last, let banner = sentences.banner(of: last.record) { lines.append(banner) }
        } else {
            lines += arrivals(links, events, sentences)
        }
        lines += acts(isCrowded ? [] : events.filter { state.lists.events[$0].kind == .posted }, isCrowded, state)
        heard.links = state.lists.links.count
        heard.events = state.lists.events.count
        return lines.isEmpty ? nil : say(lines, state)
    }

    /// Returns the sentences about links and events that arrived, in the order of their records.
    private func arrivals(_ links: ArraySlice<LinkRow>, _ events: Range<Int>, _ sentences: Sentences) -> [String] {
        let rows = Dictionary(links.map { ($0.record, $0) }, uniquingKeysWith: { first, _ in first })
        let byRecord = Dictionary(grouping: events) { sentences.lists.record(ofEvent: $0) }
        let records = Set(rows.keys).union(byRecord.keys.compactMap(\.self)).sorted()
        return records.flatMap { record in
            let events = (byRecord[record] ?? []).map(sentences.sentence(aboutEvent:))
            return rows[record].map { sentences.story(of: $0, events: events) } ?? events
        }
    }

    /// Returns the sentences about what the user did: the events, the device, the trail and the banner.
    private mutating func acts(_ posted: [Int], _ isCrowded: Bool, _ state: State) -> [String] {
        let sentences = Sentences(state: state)
        var lines = posted.map(sentences.sentence(aboutEvent:))
        if state.device.simulated.name != heard.deviceName {
            heard.deviceName = state.device.simulated.name
            lines += sentences.devices.prefix(1)
        }
        if state.hold.count > heard.held {
            let waiting = state.hold.count
            lines.append("\(waiting.counted("record")) \(waiting == 1 ? "waits" : "wait"). \"resume\" delivers them.")
        }
        heard.held = state.hold.count
        let trail = state.journey.trail
        if trail.count != heard.stepCount || trail.last != heard.lastStep {
            (heard.stepCount, heard.lastStep) = (trail.count, trail.last)
            if !isCrowded {
                let own = trail.last?.link.flatMap(sentences.trail(of:))
                let said = own ?? sentences.trail ?? "\(sentences.inFront) The trail is empty."
                if said != heard.trail { lines.append(said) }
                heard.trail = said
            }
            if !posted.isEmpty, let last = trail.last, last.way == .opened, let link = last.link,
                let banner = sentences.banner(of: link)
            {
                lines.append(banner)
            }
        }
        return lines
    }
}
