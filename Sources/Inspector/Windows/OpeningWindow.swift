import AppLinks
import Bytes
import Deciding
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
