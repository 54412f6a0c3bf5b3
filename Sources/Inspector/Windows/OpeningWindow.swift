import AppLinks
import Bytes
import Deciding
import DeviceTools
import LinkLayers
import Panes
import Records
import Screen

/// The window with the apps, and the browser, from which a link can be opened.
struct OpeningWindow: ListWindow {
    let opener: Command? = .open
    let holdsArrivals = true

    let link: RecordID
    let url: LinkURL
    /// What can be in front when the link is opened, the most likely first.
    package let fronts: [SimulatedDevice.Front]
    /// The app that sent the link, if the link names it and it is installed.
    let referer: SimulatedDevice.Front?
    /// The URL with which the link leads back to this app.
    let refererURL: LinkURL?
    /// Whether an app received the link before.
    let wasReceived: Bool
    var cursor: ListCursor
    /// How the browser comes to the link, if it is opened from there.
    private(set) var way = LinkSender.Way.tapped

    func hints(_ state: State) -> [(keys: String, word: String)] { [("Enter", "open"), ("j/k", "move"), ("Esc", "cancel")] }

    mutating func press(_ key: Key, _ command: Command?, _ state: inout State) -> Reaction {
        guard let front = fronts[at: cursor] else { return .unused }
        switch key {
        case .enter: return .close { [self] state in state.open(self, from: front, now: state.notices.now) }
        case .left where front == .browser: way = LinkSender.Way.allCases.element(after: way, by: -1)
        case .right where front == .browser: way = LinkSender.Way.allCases.element(after: way, by: 1)
        default: return .unused
        }
        return .stay()
    }

    func draw(on canvas: inout Canvas, _ state: State) {
        let name = state.lists.number(of: link).map { "#\(canvas.grouped($0))" } ?? "the link"
        let title = wasReceived ? "Open \(name) again from" : "Open \(name) from"
        let area = canvas.window(canvas.own(title), columns: 60, rows: fronts.count)
        canvas.rows(fronts, of: cursor, in: area) { line(of: $0, on: state.device, columns: area.columns, $1) }
    }

    private func line(of front: SimulatedDevice.Front, on device: Device, columns: Int, _ canvas: Canvas) -> StyledText {
        var line = StyledText(canvas.safe(" \(device.label(of: front))", columns: columns))
        if front == referer { line.append("  referer", .accent) }
        if front == device.simulated.front { line.append("  in front", .dim) }
        if front == .browser {
            line.append("  browser", .dim)
            line.append(canvas.own("  \(way == .script ? "opened by a script" : way.rawValue)"), .accent)
            line.append("  Left/Right changes it", .dim)
        }
        return line
    }
}

extension State {
    /// Handles `o`: offers the apps from which the selected link can be opened.
    mutating func startOpening() -> [Effect] {
        guard let (record, url) = linkToOpen else {
            guard let subject = detail.subject else { return notify(.plain, .noLink) }
            switch (subject, detail.content) {
            case (.event, _): return notify(.plain, "This event has no link to open.")
            case (.link, .link): return notify(.bad, "This is not a URL, so nothing can open it.\(onScreen: " \(.write) edits a copy.")")
            case (.link, _): return notify(.plain, "This record has no link to open.")
            }
        }
        overlay = openingWindow(of: url, record)
        return []
    }

    /// Offers the apps from which the selected link can be opened, with the one with a name first.
    mutating func startOpening(from name: String) throws(TypedCommand.Mistake) -> [Effect] {
        let effects = startOpening()
        guard var window = overlay as? OpeningWindow else { return effects }
        let name = name.lowercased()
        guard let row = window.fronts.firstIndex(where: { device.names(of: $0).contains(name) }) else {
            overlay = nil
            let all = window.fronts.map { device.name(of: $0) }.joined(separator: ", ")
            throw TypedCommand.Mistake(message: "The link cannot be opened from \"\(name)\". It can be opened from: \(all).")
        }
        window.cursor.move(to: row)
        overlay = window
        return effects
    }

    /// Returns the apps from which a link can be opened: the referer first, then the app in front, the browser, the other apps, and the
    /// home screen. An app that received the link is not among them, because it has already opened it.
    private func openingWindow(of url: LinkURL, _ record: RecordID) -> OpeningWindow {
        let simulated = device.simulated
        let row = lists.row(of: record).flatMap { $0.flags.contains(.wasReceived) ? $0 : nil }
        let receiver = row.flatMap { device.appNames.id(of: $0.app) }.map { SimulatedDevice.Front.app($0) }
        let refererURL = detail.inspection?.link?.refererURL
        let referer = simulated.app(of: refererURL).map { SimulatedDevice.Front.app($0.id) }
        let apps = simulated.apps.filter(\.isInstalled).map { SimulatedDevice.Front.app($0.id) }
        let inFront = simulated.frontApp == nil ? [] : [simulated.front]
        let fronts = ([referer].compactMap(\.self) + inFront + [.browser] + apps + [.home]).filter { $0 != receiver }.unique
        return OpeningWindow(
            link: record, url: url, fronts: fronts, referer: referer, refererURL: referer == nil ? nil : refererURL.flatMap { LinkURL($0) },
            wasReceived: receiver != nil, cursor: ListCursor(count: fronts.count))
    }

    /// Opens a link. If its page was fetched, opens the App Link of the page. Otherwise, resolves the App Link first.
    fileprivate mutating func open(_ choice: OpeningWindow, from front: SimulatedDevice.Front, now: Int64) -> [Effect] {
        let cancelling: [Effect] = journey.opening == nil ? [] : [.cancelResolving]
        // An app that the link does not name uses its own URL.
        let back = front == choice.referer ? choice.refererURL : nil
        let how = front == .browser && choice.way != .tapped ? choice.way : nil
        guard let page = lookups.page(of: choice.url) else {
            let opening = journey.startOpening(choice.url, of: choice.link, from: front, back: back, how: how)
            return cancelling + [.resolve(opening, device.simulated.pageIdiom)]
        }
        _ = journey.endOpening()
        let appLink = page.appLink(for: device.simulated.pageIdiom)
        return cancelling + act(.open(choice.link, page.url, appLink, from: front, back: back, how: how), now: now)
    }
}

/// The preview of the link that a return to the referer sends, as much of it as fits.
struct ReturnWindow: Overlay {
    let holdsArrivals = true

    let way: RefererReturn

    func hints(_ state: State) -> [(keys: String, word: String)] { [("Enter", "send"), ("Esc", "cancel")] }

    func press(_ key: Key, _ command: Command?, _ state: inout State) -> Reaction {
        guard key == .enter else { return .unused }
        return .close { $0.act(.goBack(way), now: $0.notices.now) }
    }

    func draw(on canvas: inout Canvas, _ state: State) {
        let place = canvas.place
        let columns = min(place.columns, 100)
        let labelColumns = 8
        var rows: [StyledText] = []
        // One row more than fits is made, to find out whether something is left out. What does not fit is not searched for secrets.
        for (label, text) in lines(state) where rows.count <= place.rows {
            let value = canvas.mask.text(text)
            let values = canvas.glyphs.sanitizer.lines(value, width: columns - labelColumns, limit: place.rows + 1 - rows.count)
            for (index, value) in values.enumerated() {
                let label = canvas.own(index == 0 ? label : "").padded(to: labelColumns, glyphs: canvas.glyphs)
                rows.append(StyledText((label, .key), (value, .value)))
            }
        }
        if rows.count > place.rows, place.rows > 0 {
            rows = Array(rows.prefix(place.rows))
            rows[place.rows - 1].append(canvas.glyphs.cut, .dim)
        }
        let area = canvas.window("Return to the referer", columns: columns, rows: rows.count)
        for (offset, text) in rows.enumerated() { canvas.put(text, in: area.row(offset)) }
    }

    /// The lines of the preview with their secrets.
    private func lines(_ state: State) -> [(label: String, text: String)] {
        var device = state.device.simulated
        let front = SimulatedDevice.Front.app(way.app)
        let isInFront = device.front == front
        guard let departure = device.returnToReferer(way.referer, from: way.app) else { return [] }
        var lines = [
            ("to", state.device.simulated.referer(way.referer)?.text ?? ""),
            ("from", state.device.label(of: front) + (isInFront ? "" : ", which comes to the front first")),
        ]
        lines += departure.steps.prefix(1).map { ("app", $0.reason) }
        lines += departure.events.prefix(1).map { ("event", $0.event.name.rawValue) }
        lines += departure.outcome.attempts.compactMap(\.outboundURL).map { ("URL", $0.text) }
        return lines
    }
}

extension State {
    mutating func startReturning() -> [Effect] {
        guard let way = wayBack, banner != nil else {
            failedActs += 1
            return refuseToReturn()
        }
        overlay = ReturnWindow(way: way)
        return []
    }
}

/// The window in which the user chooses a real device for a link and then, on Android, the app.
struct RealDeviceWindow: ListWindow {
    let opener: Command? = .openOnDevice

    enum Step: Sendable, Equatable {
        case device
        /// The apps of an Android device that can open the link; nil until the device has answered.
        case app(on: RealDevice, [String]?)
    }

    /// A row with a device, or with the reason why a tool has none.
    enum Row: Sendable, Equatable {
        case device(RealDevice)
        case trouble(DeviceTool, DeviceTrouble)
        /// The tool has not answered yet.
        case waiting(DeviceTool)
        case noDevice(DeviceTool)
    }

    let link: RecordID
    let command: CommandLink
    var step = Step.device
    var cursor = ListCursor()
    /// What each tool has answered.
    private var answers: [DeviceTool: Result<[RealDevice], DeviceTrouble>] = [:]

    init(_ link: RecordID, _ command: CommandLink) {
        self.link = link
        self.command = command
        cursor = ListCursor(count: rowCount)
    }

    private mutating func show(_ step: Step) {
        self.step = step
        cursor = ListCursor(count: rowCount)
    }

    /// The devices of each tool, in the order of the tools.
    var rows: [Row] {
        DeviceTool.allCases.flatMap { tool -> [Row] in
            switch answers[tool] {
            case nil: [.waiting(tool)]
            case .success(let devices): devices.isEmpty ? [.noDevice(tool)] : devices.prefix(Self.mostDevices).map { .device($0) }
            case .failure(let trouble): [.trouble(tool, trouble)]
            }
        }
    }

    private static let mostDevices = 50

    var rowCount: Int {
        switch step {
        case .device: rows.count
        // The first row lets the device choose.
        case .app(_, let apps): 1 + (apps?.count ?? 0)
        }
    }

    func hints(_ state: State) -> [(keys: String, word: String)] { [("Enter", "choose"), ("j/k", "move"), ("Esc", "back")] }

    mutating func press(_ key: Key, _ command: Command?, _ state: inout State) -> Reaction {
        switch (key, step) {
        case (.enter, .app(let device, let apps)):
            let place = cursor.selected - 1
            let app = apps.flatMap { $0.indices.contains(place) ? $0[place] : nil }
            return start(DeviceRequest(self.command, on: .adb, device: device.id, app: app))
        case (.enter, .device): return chooseRow(&state)
        case (.escape, .app):
            show(.device)
            return .stay()
        default: return .unused
        }
    }

    private mutating func chooseRow(_ state: inout State) -> Reaction {
        switch rows[at: cursor] {
        case .device(let device):
            if case .notReady(let reason, let advice) = device.state {
                return .stay(state.notify(.bad, "\(device.words) \(reason). \(advice)"))
            }
            return choose(device, state)
        case .trouble(_, let trouble): return .stay(state.notify(.bad, "\(State.sentence(trouble))"))
        case .noDevice(let tool): return .stay(state.notify(.plain, "\(tool.rawValue) knows no device."))
        case .waiting(let tool): return .stay(state.notify(.plain, "\(tool.rawValue) has not answered yet."))
        case nil: return .stay()
        }
    }

    private mutating func choose(_ device: RealDevice, _ state: State) -> Reaction {
        switch device.tool {
        case .adb:
            show(.app(on: device, nil))
            return .stay([.findHandlers(command, device)])
        case .devicectl:
            guard let app = state.device.simulated.bundleID(for: command) else {
                return .close { $0.notify(.bad, "\(State.lackOfApp(device.id))") }
            }
            return start(DeviceRequest(command, on: .devicectl, device: device.id, app: app))
        case .simctl, .desktop:
            return start(DeviceRequest(command, on: device.tool, device: device.id.isEmpty ? nil : device.id))
        }
    }

    private func start(_ request: DeviceRequest) -> Reaction {
        .close { $0.start(request, of: link) }
    }

    /// Shows the devices of a tool, and the apps that can open the link.
    mutating func receive(_ message: Message, _ state: inout State) -> [Effect] {
        switch (message, step) {
        case (.devices(let tool, let answer), _):
            answers[tool] = answer
            if step == .device { cursor.replace(count: rowCount) }
        case (.handlers(let device, let answer), .app(let asked, nil)) where asked == device:
            if case .failure(let trouble) = answer { state.tell(.bad, "\(State.sentence(trouble))") }
            step = .app(on: device, (try? answer.get()) ?? [])
            cursor.replace(count: rowCount)
        default: break
        }
        return []
    }

    func draw(on canvas: inout Canvas, _ state: State) {
        let name = state.lists.number(of: link).map { "#\(canvas.grouped($0))" } ?? "the link"
        switch step {
        case .device:
            let rows = rows
            let area = canvas.window(canvas.own("Open \(name) on a real device"), columns: 90, rows: rows.count)
            canvas.rows(rows, of: cursor, in: area) { line(of: $0, columns: area.columns, $1) }
        case .app(let device, let apps):
            let count = rowCount + (apps == nil ? 1 : 0)
            let area = canvas.window(canvas.safe("Open \(name) on \(device.name) in", columns: 60), columns: 70, rows: count)
            let list = area.split(top: rowCount).top
            canvas.rows(of: cursor, in: list) { index, canvas in
                guard index > 0 else { return StyledText(canvas.own(" the app that Android chooses")) }
                guard let apps, apps.indices.contains(index - 1) else { return StyledText() }
                return StyledText(canvas.safe(" \(apps[index - 1])", columns: area.columns))
            }
            if apps == nil, area.rows > rowCount {
                canvas.put(" Asking the device which apps can open the link...", in: area.row(rowCount), style: .dim)
            }
        }
    }

    private func line(of row: Row, columns: Int, _ canvas: Canvas) -> StyledText {
        switch row {
        case .device(let device):
            var line = StyledText(canvas.safe(" \(device.words)", columns: columns))
            if case .notReady(let reason, _) = device.state { line.append(canvas.safe("  \(reason)", columns: columns), .warning) }
            if device.tool != .desktop { line.append(canvas.own("  \(device.tool.rawValue)"), .dim) }
            return line
        case .trouble(let tool, let trouble):
            let advice = trouble.advice.isEmpty ? "" : ". \(trouble.advice)"
            return StyledText(canvas.safe(" \(tool.rawValue): \(trouble.reason)\(advice)", columns: columns), .dim)
        case .waiting(let tool): return StyledText(canvas.own(" \(tool.rawValue): looking for devices..."), .dim)
        case .noDevice(let tool): return StyledText(canvas.own(" \(tool.rawValue): no device"), .dim)
        }
    }
}

extension State {
    /// Handles `O`: offers the devices on which the selected link can be opened.
    mutating func startOpeningForReal() -> [Effect] {
        guard let (link, command) = commandOfSelectedLink() else { return [] }
        overlay = RealDeviceWindow(link, command)
        return [.findDevices(DeviceTool.allCases)]
    }
}
