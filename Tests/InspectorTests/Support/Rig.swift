import AppLinks
import CursesTerminal
import Deciding
import DeviceTools
import Projects
import Records
import Screen
import Tasks

@testable import Inspector
@testable import Panes
@testable import PlainMode

/// The inspector without a terminal: keys go in, screens come out, and its effects act on values in memory.
///
/// Time starts at 12:04:11 UTC and advances one second with each key. Pasted, chosen or sent links arrive at once.
struct Rig {
    private(set) var state: State
    private(set) var stored: [StoredRecord] = []
    private(set) var acts: [Act] = []
    /// The times with which the acts were stored.
    private(set) var actTimes: [Int64] = []
    private(set) var posted: [MeasurementEvent] = []
    private(set) var effects: [String] = []
    /// The timers that measure how fast records arrive. They end only in `waitForRates`, so that other tests show no rates.
    private(set) var rateTimers: [Int64] = []
    /// The texts that were given to an editor.
    private(set) var edited: [String] = []
    /// The sizes of panes that were kept for later runs.
    private(set) var savedSizes: [String] = []
    /// The texts that the terminal was asked to copy.
    private(set) var copied: [[UInt8]] = []
    /// The openings that wait for the resolver while `resolvesAtOnce` is false. Call `answer` to answer them.
    private(set) var resolving: [Opening] = []
    /// The lookups that were started, in order. Call `tell` to answer the last lookup.
    private(set) var asked: [Lookup] = []
    /// What each tool answers when it is asked for its devices, and what a device answers when it is asked for the apps of a link. Without
    /// an answer, the tool or device is slow.
    var devices: [DeviceTool: Result<[RealDevice], DeviceTrouble>] = [:]
    var handlers: Result<[String], DeviceTrouble>?
    /// What a search in all sessions finds; nil if the history is slow. And the words that were looked for, in order.
    var historyEntries: [HistoryEntry]?
    private(set) var historySearches: [String] = []
    /// Whether the history answers when the session of an entry is read.
    var answersSessions = true
    /// The sources that were started, in order.
    private(set) var startedSources: [SourceRequest] = []
    /// What the sources have brought, which is told when the counts are asked for. Later counts wait for `waitForCounts`.
    var sourceCounts: [String: SourceCounts] = [:]
    private(set) var countsAreDue = false
    /// The openings on real devices, in order.
    private(set) var openings: [RealOpenings.Running] = []
    /// The declarations of apps that were to be saved, and what becomes of them.
    private(set) var saved: [AppDeclarations] = []
    var savingResult = AppsSaved.saved(path: "~/.config/linkscope/devices/iphone.json")
    /// The saved sessions.
    var sessions: [SessionSummary] = []
    /// The files that were asked for.
    private(set) var exports: [Export] = []
    /// The records that were read because a frame needed them, in order.
    private(set) var loaded: [RecordID] = []
    /// Whether small batches come with the content of their links, as in the program.
    var passesReadings = true
    /// Whether the events of batches are read, as the first ones of a source are.
    var readsEvents = true
    var resolvesAtOnce = true
    /// The pastes that wait while `readsAtOnce` is false. Call `finishPastes` to store their records.
    private(set) var pasted: [[UInt8]] = []
    /// Whether pastes and long texts are read at once. If not, they stay "being read".
    var readsAtOnce = true
    /// Whether searches and sorts are answered at once. If not, their answers wait in `late`, as if the program were busy.
    var answersAtOnce = true
    /// The answers that wait. Call `deliverLate` to deliver them, even if nothing waits for them any longer.
    private(set) var late: [Message] = []
    var pages = SamplePages(json: Fixtures.pages)
    var now: Int64 = 1_763_726_651_000
    /// The timers that are running: when each ends, and for which notice.
    private(set) var timers: [(time: Int64, notice: Int)] = []

    init(
        _ size: Size = Size(columns: 120, rows: 40),
        glyphs: Glyphs = .utf8,
        device: SimulatedDevice = Fixtures.iPhone,
        samples: [Sample] = Fixtures.samples
    ) {
        state = State(device: device, profiles: [Fixtures.iPhone, Fixtures.iPad, Fixtures.android], samples: samples)
        state.display.glyphs = glyphs
        send(.resized(size))
    }

    /// Puts the apps of a project on the devices, as a start in its folder does.
    mutating func install(_ project: UserProject) { state.install(project) }

    mutating func send(_ message: Message) {
        var pending = [message]
        while !pending.isEmpty {
            for effect in state.update(pending.removeFirst(), now: now) { pending += carryOut(effect) }
            if pending.isEmpty, !state.needed.isEmpty { pending = [load(state.needed)] }
        }
    }

    mutating func press(_ keys: Key...) {
        for key in keys {
            wait(milliseconds: 1000)
            send(.key(key))
        }
    }

    /// Lets time pass, in which the timers of notices end.
    mutating func wait(milliseconds: Int64) {
        now += milliseconds
        let due = timers.filter { $0.time <= now }
        timers.removeAll { $0.time <= now }
        for timer in due { send(.noticeExpired(timer.notice)) }
    }

    /// Lets the running timers end that measure how fast records arrive.
    mutating func waitForRates() {
        let due = rateTimers
        rateTimers = []
        for time in due {
            now = max(now, time)
            send(.rateMeasured)
        }
    }

    /// Lets the time pass until the sources are counted again.
    mutating func waitForCounts() {
        guard countsAreDue else { return }
        countsAreDue = false
        now += 1000
        send(.sourceCounts(sourceCounts))
    }

    mutating func keepPreferences(in path: String) { state.preferences.path = path }

    /// Shows these arguments in the list of events, as `config.yaml` does.
    mutating func prefer(eventArguments: [String]) { state.preferences.eventArguments = eventArguments }

    /// Shows these columns in the lists, as `config.yaml` does.
    mutating func prefer(links: [ListColumns.Link], events: [ListColumns.Event]) {
        state.preferences.columns.links = links
        state.preferences.columns.events = events
    }

    /// Sets how the last session is replayed.
    mutating func startReplay(_ replay: Replay) { state.edges.replay = replay }

    /// Says that there are saved sessions, as the program does when it starts.
    mutating func haveSavedSessions() { state.edges.hasSavedSessions = true }

    mutating func prefer(_ keys: KeyMap) { state.preferences.keys = keys }

    mutating func live(in zone: LocalZone) { state.display.zone = zone }

    /// Gives names to filters, as `config.yaml` does.
    mutating func save(_ filters: KeyValuePairs<String, String>) {
        state.preferences.filters = filters.map { Preferences.SavedFilter(name: $0.key, text: $0.value) }
    }

    /// The numbers of the links as the pane shows them.
    var linkNumbers: [Int] {
        let area = state.layout.rows(of: .links)
        let lines = screen.split(separator: "\n", omittingEmptySubsequences: false)
        return lines[area.top..<area.bottom].compactMap { line in
            line.dropFirst(area.left + 2).split(separator: " ").first.flatMap { Int($0) }
        }
    }

    /// What the open window holds, as text; nil if no window is open.
    var window: String? { state.overlay.map { "\($0)" } }

    /// Types a line after `:` and performs it.
    mutating func command(_ line: String) {
        press(":")
        type(line)
        press(.enter)
    }

    /// Opens the selected link from the first app that is offered, or from the app with this name.
    mutating func open(from name: String? = nil) {
        press("o")
        guard let name, let choice = state.overlay as? OpeningWindow else { return press(.enter) }
        let row = choice.fronts.firstIndex { state.device.name(of: $0) == name }
        for _ in 0..<(row ?? 0) { press(.down) }
        press(.enter)
    }

    mutating func type(_ text: String) {
        for scalar in text.unicodeScalars { send(.key(.character(scalar, []))) }
    }

    /// Types characters that arrive together, as the program handles them. `\r` is Enter. Returns the number of keys that arrive at the state.
    @discardableResult
    mutating func typeAtOnce(_ text: String) -> Int {
        var keys = text.unicodeScalars.map { $0 == "\r" ? Key.enter : .character($0, []) }[...]
        var count = 0
        while let key = keys.next(joinsText: state.takesText) {
            send(.key(key))
            count += 1
        }
        return count
    }

    /// Moves down in the detail pane to this row, or to the next one where the cursor stops.
    mutating func selectDetail(_ row: Int) {
        for _ in 0..<row where state.detail.cursor.selected < row { press(.down) }
    }

    /// Unfolds all parts of the details. The pane must have the focus.
    mutating func unfoldAll() {
        while let folded = state.detailRows.lines.firstIndex(where: { $0.fold == .closed }) {
            press("g")
            selectDetail(folded)
            press("l")
        }
        press("g")
    }

    mutating func paste(_ text: String) { send(.key(.paste(Array(text.utf8)))) }
    mutating func paste(_ bytes: [UInt8]) { send(.key(.paste(bytes))) }

    /// Stores the pastes that were not read at once.
    mutating func finishPastes() {
        for paste in pasted { for message in accept(paste: paste, .paste) { send(message) } }
        pasted = []
    }

    mutating func deliverLate() {
        let messages = late
        late = []
        for message in messages { send(message) }
    }

    /// Delivers records from another source in one batch.
    mutating func deliver(_ lines: [String], from source: RecordSource = .send) {
        send(batch(lines.map { Array($0.utf8) }, source))
    }

    mutating func resize(_ columns: Int, _ rows: Int) { send(.resized(Size(columns: columns, rows: rows))) }

    /// Delivers the resolver's answer to an opening that waits for it.
    mutating func answer(_ opening: Opening, _ outcome: Outcome<AppLink>) { send(.resolved(opening, outcome)) }

    /// Delivers news about the last lookup, one after the other.
    mutating func tell(_ news: LookupNews...) {
        for news in news { tell(news, of: asked.last) }
    }

    mutating func tell(_ news: LookupNews, of lookup: Lookup?) {
        if let lookup { send(.lookup(lookup, news)) }
    }

    /// All events of the stream, each with the app that posted it: `Nieuws al_nav_in`, or `- al_nav_out` for an event without an app.
    var log: [String] {
        state.lists.events.indices.map { index in
            let line = state.eventLine(at: index)
            let read = line?.read ?? line?.source.record.flatMap(record).map(RecordReader().read)
            guard let event = line?.source.event(read) else { return "unreadable" }
            return "\(event.app ?? "-") \(event.name)"
        }
    }

    /// The trail of apps as the journey pane shows it: `Shop → Nieuws ↩ Shop`.
    var trail: String {
        state.journey.trail.enumerated().map { index, hop in
            let name: String =
                switch hop.front {
                case .home: "home"
                case .app(let id): state.device.simulated.app(id)?.name ?? id
                case .browser: state.device.simulated.browserName
                }
            return (index == 0 ? "" : hop.way == .returned ? " ↩ " : hop.way == .chosen ? " · " : " → ") + name
        }.joined()
    }

    /// The destinations tried for the selected link: `1 skipped: Wheel claims wheel:, but is not installed`.
    var walk: [String] {
        let link = state.lists.links[state.lists.linkCursor.selected].record
        return state.journey.departure(of: link)?.steps.map { step in
            let place: String =
                switch step.destination {
                case .target(let index): "\(index + 1)"
                case .web: "web"
                }
            return "\(place) \(step.state.rawValue): \(step.reason)"
        } ?? []
    }

    /// The notice on the screen.
    var notice: String? { state.notice?.said.keyed(state.display.keys).text }

    /// Everything that the tab Facts can show, with labels and full values.
    var detail: [String] {
        state.decodedRows.lines.filter { !$0.isContinuation }.map { line in
            line.value.isEmpty ? line.label : "\(line.label): \(line.whole ?? line.value)"
        }
    }

    /// The lane of the link in view, with runs of spaces collapsed.
    var lane: String {
        let text = state.decodedRows.lines.first { $0.path == DetailLine.lanePath }?.whole ?? ""
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    var frame: Frame { state.frame() }

    /// The glyphs of the screen without trailing spaces.
    var screen: String { frame.text }

    /// The screen with runs of spaces collapsed.
    var words: String { screen.split(separator: " ").joined(separator: " ") }

    /// The names of the events posted so far, in order.
    var eventNames: [String] { posted.map(\.name.rawValue) }

    func record(_ id: RecordID) -> StoredRecord? {
        stored.indices.contains(Int(id.index)) ? stored[Int(id.index)] : nil
    }

    /// Does what plain mode asks for until it waits for something. Returns what it says.
    mutating func run(_ talk: inout PlainTalk) -> [String] {
        var said: [String] = []
        while true {
            switch talk.next(&state, isDelivering: false, now: now) {
            case .say(let lines): said += lines
            case .carryOut(let effects): for effect in effects { for message in carryOut(effect) { send(message) } }
            case .load(let needed): send(load(needed))
            case .wait, .end: return said
            }
        }
    }

    /// Begins plain mode.
    mutating func startTalking() -> PlainTalk { PlainTalk(&state) }

    private mutating func carryOut(_ effect: Effect) -> [Message] {
        switch effect {
        case .deliver(let record, let source): return [batch([record], source)]
        case .paste(let bytes, let source):
            if readsAtOnce { return accept(paste: bytes, source) }
            pasted.append(bytes)
        case .record(let act, let time):
            acts.append(act)
            actTimes.append(time)
        case .saveApps(let declarations):
            saved.append(declarations)
            return [.appsSaved(declarations, savingResult)]
        case .resolve(let opening, let idiom):
            guard resolvesAtOnce else {
                resolving.append(opening)
                return []
            }
            let future = pages.appLink(for: opening.url, on: idiom)
            return [.resolved(opening, future.outcome ?? .cancelled)]
        case .post(let events): posted += events
        case .cancelResolving: effects.append("cancelResolving")
        case .parse(let record):
            guard readsAtOnce else { return [] }
            return [.loaded([.read(RecordReader().read(record))])]
        case .lookUp(let lookup): asked.append(lookup)
        case .search(let scan):
            return answer(scan.parts.map { .found(scan.search($0, RigStore(stored: stored), RecordReader())) })
        case .stopSearch: effects.append("stopSearch")
        case .sort(let scan):
            var news: [Message] = []
            scan.run(RigStore(stored: stored), RecordReader()) { part in
                news.append(.sorted(part))
                return true
            }
            return answer(news)
        case .stopSort: effects.append("stopSort")
        case .stopLookup: effects.append("stopLookup")
        case .findDevices(let tools): return tools.compactMap { tool in devices[tool].map { .devices(tool, $0) } }
        case .startSource(let request): startedSources.append(request)
        case .searchHistory(let words, _):
            historySearches.append(words)
            return historyEntries.map { [.history(.found($0, words: words))] } ?? []
        case .readSession(let entry):
            guard answersSessions else { return [] }
            let entries = (historyEntries ?? []).filter { $0.session == entry.session }
            return [.history(.session(entries.sorted { $0.id < $1.id }, around: entry.id))]
        case .closeHistory: effects.append("closeHistory")
        case .stopSource(let name): effects.append("stop \(name)")
        case .countSources(let milliseconds):
            guard milliseconds > 0 else { return [.sourceCounts(sourceCounts)] }
            countsAreDue = true
        case .findHandlers(_, let device): return handlers.map { [.handlers(device, $0)] } ?? []
        case .openOnDevice(let request): openings.append(request)
        case .stopOpeningOnDevice: effects.append("stopOpeningOnDevice")
        case .export(let export): exports.append(export)
        case .stopExport: effects.append("stopExport")
        case .listSessions: return [.sessions(sessions, nil)]
        case .openSession(let path): effects.append("open \(path)")
        case .nameSession(let path, let name):
            effects.append("name \(path) \(name)")
            for index in sessions.indices where sessions[index].path == path { sessions[index].name = name }
            return [.sessions(sessions, Notice(.good, "Session renamed."))]
        case .deleteSession(let path):
            effects.append("delete \(path)")
            sessions.removeAll { $0.path == path }
            return [.sessions(sessions, Notice(.good, "The session is deleted."))]
        case .holdReplay(let isHeld): effects.append("holdReplay \(isHeld)")
        case .copy(let bytes): copied.append(bytes)
        case .expireNotice(let number, let milliseconds): timers.append((now + milliseconds, number))
        case .encodeQRCode(let bytes): return [.qrCode(QREncoder.code(of: bytes))]
        case .measureRate(let milliseconds): rateTimers.append(now + milliseconds)
        case .edit(let text):
            edited.append(text)
            effects.append("edit")
        case .savePaneSizes(let sizes): savedSizes.append(sizes.text)
        case .use(let theme): effects.append("theme \(theme.rawValue)")
        case .repaint: effects.append("repaint")
        case .suspend: effects.append("suspend")
        case .quit: effects.append("quit")
        }
        return []
    }

    /// Returns the messages, or keeps them for later.
    private mutating func answer(_ messages: [Message]) -> [Message] {
        if answersAtOnce { return messages }
        late += messages
        return []
    }

    private mutating func load(_ needed: Set<RecordID>) -> Message {
        loaded += needed.sorted()
        return .loaded(
            needed.sorted().map { id in
                guard let record = record(id) else { return .unreadable(id, reason: "gone") }
                return record.bytes.count > LoadedRecord.mostParsedAtOnce ? .long(record) : .read(RecordReader().read(record))
            })
    }

    private mutating func accept(paste: [UInt8], _ source: RecordSource) -> [Message] {
        let text = PastedText(paste)
        guard !text.records.isEmpty else { return [.pasted(bytes: paste.count, Notice(text) ?? Notice(.plain, "The paste was empty."))] }
        return [batch(text.records.map(\.bytes), source), .pasted(bytes: paste.count, Notice(text))]
    }

    private mutating func batch(_ lines: [[UInt8]], _ source: RecordSource) -> Message {
        let first = RecordID(index: UInt32(stored.count))
        let isSmall = lines.count <= 64 && lines.reduce(0) { $0 + $1.count } <= 1 << 16
        var facts = RecordFacts()
        var read: [ReadRecord] = []
        for line in lines {
            guard let kind = RecordKind(of: line) else { continue }
            let record = StoredRecord(
                id: RecordID(index: UInt32(stored.count)), bytes: line, arrivedAt: now, source: source, isCut: false)
            let content = isSmall || kind == .link ? RecordReader().content(of: line) : nil
            facts.add(line[...], kind, link: kind == .link ? content : nil, offset: readsEvents ? 0 : .max - line.count)
            stored.append(record)
            if isSmall, let content { read.append(ReadRecord(record, content)) }
        }
        return .arrived(RecordBatch(first: first, facts, source: source, read: passesReadings ? read : []))
    }
}

/// The records of a rig, for the code that reads them from a store.
struct RigStore: RecordStore {
    let stored: [StoredRecord]

    var count: Int { stored.count }

    func record(_ id: RecordID) throws(RecordStoreError) -> StoredRecord {
        guard stored.indices.contains(Int(id.index)) else { throw .unknown(id) }
        return stored[Int(id.index)]
    }

    func records(_ ids: [RecordID]) -> [RecordID: StoredRecord] {
        Dictionary(uniqueKeysWithValues: ids.filter { stored.indices.contains(Int($0.index)) }.map { ($0, stored[Int($0.index)]) })
    }
}
