package import AppLinks
package import Deciding
import LinkLayers
import Records
package import Screen

/// What would become of a link, by where it is tapped and on which device. Nothing is opened: each way is tried on a copy of a device.
package struct WhatIf: Sendable {
    package enum End: Sendable, Equatable {
        case app(String)
        case browser(String)
        /// The device asks which of these apps opens the link.
        case question([String])
        case nothing

        /// `app Nieuws`, `browser Safari`, `a question: Nieuws or Chrome` or `nothing`.
        package var words: String {
            switch self {
            case .app(let name): "app \(name)"
            case .browser(let name): "browser \(name)"
            case .question(let names): "a question: \(names.joined(separator: " or "))"
            case .nothing: "nothing"
            }
        }

        fileprivate var name: String {
            switch self {
            case .app(let name), .browser(let name): name
            case .question: "a question"
            case .nothing: "nothing"
            }
        }

        fileprivate var role: Role {
            switch self {
            case .app: .ok
            case .browser, .question: .warning
            case .nothing: .error
            }
        }
    }

    package struct Way: Sendable {
        package var end: End
        var departure: Departure
        /// What the device decided about the destination that was tried last.
        var facts: [DecisionFact]
    }

    /// Where the link is tapped, or what is missing, and the way on each device.
    package typealias Row = (title: String, ways: [Way])

    package var devices: [String]
    package var rows: [Row]
    /// A text that says which keys look up what is not known about a web link; nil if nothing is missing.
    package var hint: HintedText?
}

/// All values on which the ways of a link depend. Equal sources have equal ways, so the source is the key of their cache.
package struct WhatIfSource: Sendable, Equatable {
    let link: IncomingLink
    /// The page of the link, if it was fetched.
    let page: Dated<LookupOutcome>?
    /// The verdict about the link, if it is known.
    let verdict: Dated<LookupOutcome>?
    let devices: [SimulatedDevice]

    package init(link: IncomingLink, page: Dated<LookupOutcome>?, verdict: Dated<LookupOutcome>?, devices: [SimulatedDevice]) {
        self.link = link
        self.page = page
        self.verdict = verdict
        self.devices = devices
    }

    /// Links are compared by their URLs. The same URL always has the same reading.
    package static func == (left: WhatIfSource, right: WhatIfSource) -> Bool {
        left.link.inputURL == right.link.inputURL && left.page == right.page && left.verdict == right.verdict
            && left.devices == right.devices
    }

    private static let senders: [(title: String, sender: LinkSender)] = [
        ("in a message", .outside), ("on a page", .browser(.tapped)), ("typed", .browser(.typed)), ("redirected", .browser(.redirected)),
    ]

    package func whatIf() -> WhatIf {
        let devices = (self.devices + self.devices.compactMap(\.older)).map(withApps)
        var rows = Self.senders.map { title, sender -> WhatIf.Row in
            (title, devices.map { way(on: $0, from: sender) })
        }
        rows.append(("app missing", devices.map { way(on: withoutApps($0), from: .outside) }))
        let isUnknown = link.inputURL.isWeb && page == nil && verdict == nil
        return WhatIf(
            devices: devices.map(\.name), rows: rows,
            hint: isUnknown
                ? "nothing known about this link yet: \(.resolve) fetches the page, \(.verify) checks the association files" : nil)
    }

    // MARK: The devices

    private func appLink(for device: SimulatedDevice) -> AppLink {
        if case .page(let page)? = page?.value { return page.appLink(for: device.pageIdiom) }
        return AppLink.direct(for: link)
    }

    /// Returns the device with an app for the link, even if it assumes no apps otherwise, and with the apps that the site's files name.
    private func withApps(_ device: SimulatedDevice) -> SimulatedDevice {
        var device = device
        if case .verdict(let answer)? = verdict?.value { device = device.knowing(answer.link).withApps(namedBy: answer.link) }
        device.assumesApps = true
        device.bringToFront(.home)
        // A device assumes an app only when a link needs it.
        _ = device.open(appLink(for: device))
        device.assumesApps = false
        device.bringToFront(.home)
        for app in apps(of: device) { device.setInstalled(true, app: app) }
        return device
    }

    private func withoutApps(_ device: SimulatedDevice) -> SimulatedDevice {
        var device = device
        for app in apps(of: device) { device.setInstalled(false, app: app) }
        return device
    }

    /// Returns the IDs of the user's apps that get the link or a target of it.
    private func apps(of device: SimulatedDevice) -> [String] {
        let link = appLink(for: device)
        let urls = link.targets.prefix(PageAnswer.mostTargets).map(\.url) + [link.webURL]
        return urls.compactMap { $0 }.compactMap { url in
            if case .app(let id) = device.receiver(device.decideWithAllApps(url.text)) { return id }
            return nil
        }
    }

    // MARK: A way

    private func way(on device: SimulatedDevice, from sender: LinkSender) -> WhatIf.Way {
        var copy = device
        let departure = copy.open(appLink(for: device), from: sender)
        var end = WhatIf.End.nothing
        if departure.outcome.type != .failure {
            switch departure.arrival?.receiver {
            case .app(let id): end = .app(device.app(id)?.name ?? id)
            case .browser(let name): end = .browser(name)
            case .notInstalled, .nobody, nil: end = .nothing
            }
        }
        let tried = departure.arrival?.url ?? departure.steps.last { $0.state != .notReached }?.url
        guard let tried else { return WhatIf.Way(end: end, departure: departure, facts: []) }
        let decision = device.decide(tried.text, from: sender)
        if case .chooser(let ids) = decision.outcome { end = .question(ids.map { device.app($0)?.name ?? $0 }) }
        return WhatIf.Way(end: end, departure: departure, facts: device.facts(of: decision, on: tried, knowsSite: true))
    }
}

/// The rows of the tab What-if: a grid of where the link ends, and the way to the cell that the user asked about.
///
///                     iPhone      Android
///     in a message   [Nieuws]      Nieuws
///     typed           Safari       Chrome
package struct WhatIfLines {
    let whatIf: WhatIf
    let choice: WhatIfChoice
    /// The row of the grid with the cursor; nil if the cursor is below the grid, or if the tab does not have the focus.
    let row: Int?
    let display: Display
    let columns: Int
    /// The devices that are in view: all, or as many as have room for the names in their columns, with that of the cursor among them.
    private var shown = 0..<0

    package init(_ whatIf: WhatIf, choice: WhatIfChoice, row: Int?, display: Display, columns: Int) {
        self.whatIf = whatIf
        self.choice = choice
        self.row = row
        self.display = display
        self.columns = columns
        let names = whatIf.rows.flatMap { $0.ways.map { text($0.end.name).columns } }
        let wanted = min((names.max() ?? 0) + 3, Self.mostCellColumns)
        let count = min(max((columns - 1 - titleColumns) / wanted, 1), whatIf.devices.count)
        let first = count == 0 ? 0 : min(choice.column / count * count, whatIf.devices.count - count)
        shown = first..<first + count
    }

    /// The most columns that a name asks for, with the brackets around it and a space.
    private static let mostCellColumns = 16

    private var titleColumns: Int { min(max(whatIf.rows.map { $0.title.count }.max() ?? 0, 6), max(columns / 3, 8)) + 1 }
    private var cellColumns: Int { max((columns - 1 - titleColumns) / max(shown.count, 1), 6) }

    /// Returns the column of the grid at a place in a row; nil for the titles.
    package func column(at place: Int) -> Int? {
        place < titleColumns ? nil : min(shown.lowerBound + (place - titleColumns) / cellColumns, shown.upperBound - 1)
    }

    private func text(_ text: String) -> SafeText { display.glyphs.sanitizer.text(text, columns: max(columns, 1)) }

    package var header: StyledText {
        let part = shown.count == whatIf.devices.count ? "" : "\(shown.lowerBound + 1)-\(shown.upperBound) of \(whatIf.devices.count)"
        var header = StyledText(text(" " + part).padded(to: titleColumns + 1, glyphs: display.glyphs), .dim)
        for device in whatIf.devices[shown] {
            // In little room, the version stands for `Android 11`, whose column follows that of Android.
            let short = text(device).columns < cellColumns ? device : device.split(separator: " ").last.map(String.init) ?? device
            let name: SafeText = SafeText(trusted: " ") + text(short).fitted(to: cellColumns - 2, glyphs: display.glyphs)
            header.append(name.padded(to: cellColumns, glyphs: display.glyphs), .key)
        }
        return header
    }

    package func lines() -> [DetailLine] { whatIf.rows.indices.map(gridLine) + [.blank] + explanation }

    private func gridLine(_ index: Int) -> DetailLine {
        let row = whatIf.rows[index]
        let title: SafeText = text(row.title).fitted(to: titleColumns - 1, glyphs: display.glyphs)
        var styled = StyledText(title.padded(to: titleColumns, glyphs: display.glyphs), .text)
        for (column, way) in zip(shown, row.ways[shown]) {
            let isSelected = index == self.row && choice.column == column
            let name: SafeText = text(way.end.name).fitted(to: cellColumns - 3, glyphs: display.glyphs)
            let cell = SafeText(trusted: isSelected ? "[" : " ") + name + SafeText(trusted: isSelected ? "]" : " ")
            styled.append(cell.padded(to: cellColumns, glyphs: display.glyphs), Style(way.end.role, isSelected ? .bold : []))
        }
        let values = zip(whatIf.devices, row.ways).map { "\($0) \($1.end.words)" }.joined(separator: "; ")
        return DetailLine("", "\(row.title): \(values)", indent: 0, path: row.title).with(\.styled, styled)
    }

    /// The way to the cell that the user asked about, in the words of the journey.
    package var explanation: [DetailLine] {
        guard let cell = choice.explained, whatIf.rows.indices.contains(cell.row), whatIf.devices.indices.contains(cell.column) else {
            return [
                DetailLine("", "Left and Right choose a column; Enter explains a cell.", indent: 0, valueRole: .dim).overflowing(.words)
            ]
        }
        let row = whatIf.rows[cell.row]
        let way = row.ways[cell.column]
        var lines = [
            DetailLine("On \(whatIf.devices[cell.column]), \(row.title)", indent: 0, labelRole: .title),
            .message("ends", way.end.words, way.end.role),
        ]
        lines += way.departure.lines(display.mask)
        for fact in way.facts.dropFirst() {
            lines.append(.message(fact.kind == .decider ? "because" : "", display.mask.said(fact.text)))
        }
        if let hint = whatIf.hint { lines.append(DetailLine("", said: hint, valueRole: .text)) }
        if way.departure.steps.isEmpty {
            lines.append(DetailLine("", "the link has no target and no web page", valueRole: .warning))
        }
        return lines
    }
}
