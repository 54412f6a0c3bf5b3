package import AppLinks
package import Deciding
import LinkLayers
import Records
package import Screen

/// What would become of a link on a device, with the link's app installed and without it.
///
/// Nothing is opened: each way is tried on a copy of a device.
package struct WhatIf: Sendable {
    /// Where a way ends.
    package enum End: Sendable, Equatable {
        case app(String)
        case store(String)
        case browser(String)
        case nothing

        /// `app Nieuws`, `App Store`, `browser Safari` or `nothing`.
        package var words: String {
            switch self {
            case .app(let name): "app \(name)"
            case .store(let name): name
            case .browser(let name): "browser \(name)"
            case .nothing: "nothing"
            }
        }
    }

    package struct Way: Sendable {
        package var end: End
        /// What decides before the destinations are tried, such as a file of the link's site; nil if nothing does.
        package var reason: String?
        var steps: [Departure.Step]
    }

    package var device: String
    package var installed: Way
    package var removed: Way
}

/// All values on which the ways of a link depend. Equal sources have equal ways, so the source is the key under which they are cached.
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

    package func whatIfs() -> [WhatIf] { devices.map(whatIf) }

    private func whatIf(on device: SimulatedDevice) -> WhatIf {
        let device = withApps(device)
        return WhatIf(
            device: device.name, installed: way(on: device, isInstalled: true), removed: way(on: device, isInstalled: false))
    }

    // MARK: The App Link

    private func appLink(for device: SimulatedDevice) -> AppLink {
        if case .page(let page)? = page?.value { return page.appLink(for: device.pageIdiom) }
        return AppLink.direct(for: link)
    }

    /// Returns the IDs of the apps that claim a target of the link.
    private func apps(of device: SimulatedDevice) -> [String] {
        appLink(for: device).targets.prefix(PageAnswer.mostTargets).compactMap { target in
            target.url?.scheme.flatMap { device.app(claiming: $0)?.id }
        }
    }

    /// Returns the device with an app for the link, even if the device does not assume apps otherwise.
    private func withApps(_ device: SimulatedDevice) -> SimulatedDevice {
        var device = device
        device.assumesApps = true
        device.bringToFront(.home)
        var copy = device
        // A device assumes an app only when a link needs it, so the copy opens the link.
        _ = copy.open(appLink(for: device))
        copy.assumesApps = false
        copy.bringToFront(.home)
        for app in apps(of: copy) { copy.setInstalled(true, app: app) }
        return copy
    }

    // MARK: A way

    private func way(on device: SimulatedDevice, isInstalled: Bool) -> WhatIf.Way {
        var device = device
        if !isInstalled { for app in apps(of: device) { device.setInstalled(false, app: app) } }
        let departure = device.open(appLink(for: device))
        if let app = appBySite(device.platform) {
            let file = device.platform == .ios ? "apple-app-site-association" : "assetlinks.json"
            guard !isInstalled else {
                return WhatIf.Way(end: .app(app), reason: "\(file) of the site gives the link to \(app)", steps: [])
            }
            return WhatIf.Way(
                end: end(of: departure, on: device), reason: "\(file) gives the link to \(app), which is not installed",
                steps: departure.steps)
        }
        return WhatIf.Way(end: end(of: departure, on: device), reason: hint, steps: departure.steps)
    }

    /// A text that says which keys look up what is not known about a web link; nil if its page was fetched or its verdict is known, and for
    /// other links.
    private var hint: String? {
        guard link.inputURL.isWeb, page == nil, verdict == nil else { return nil }
        return "nothing known about this link yet: F fetches the page, V checks the association files"
    }

    /// Returns the app to which the files of the link's site give the link; nil if there is none, or if the verdict is not known.
    private func appBySite(_ platform: SimulatedDevice.Platform) -> String? {
        guard case .verdict(let answer)? = verdict?.value, !answer.link.isUnknown else { return nil }
        switch platform {
        case .ios:
            guard answer.link.apple?.opens == true else { return nil }
            return answer.link.apple?.apps.first { $0.decision?.outcome == .match }?.appID ?? "its app"
        case .android:
            guard answer.link.android?.opens == true else { return nil }
            return answer.link.android?.apps.first(where: \.getsLink)?.package ?? "its app"
        }
    }

    private func end(of departure: Departure, on device: SimulatedDevice) -> WhatIf.End {
        let taken = departure.steps.first { $0.state == .taken }
        if let store = (taken ?? departure.steps.last)?.url.flatMap(Self.store), departure.outcome.type != .app { return .store(store) }
        switch (departure.outcome.type, departure.arrival?.receiver) {
        case (.app, .app(let id)?): return .app(device.app(id)?.name ?? id)
        case (.app, _), (.browser, _):
            if case .browser(let name)? = departure.arrival?.receiver { return .browser(name) }
            return .browser("browser")
        case (.failure, _): return .nothing
        }
    }

    /// Returns the name of the store to which a URL leads; nil if it leads to none.
    static func store(_ url: LinkURL) -> String? {
        switch (url.scheme?.lowercased(), url.host?.lowercased()) {
        case ("itms-apps", _), ("itms-appss", _), ("itms", _), ("itmss", _), (_, "apps.apple.com"), (_, "itunes.apple.com"): "App Store"
        case ("market", _), (_, "play.google.com"): "Google Play"
        default: nil
        }
    }
}

/// The rows of the tab What-if: a grid of where the link ends, and the way to the cell that the user asked about.
///
///               app installed     app not installed
///     iPhone    [app Nieuws]       browser Safari
///     Android    app Nieuws        nothing
package struct WhatIfLines {
    let rows: [WhatIf]
    let choice: WhatIfChoice
    /// The row of the grid with the cursor; nil if the cursor is below the grid, or if the tab does not have the focus.
    let row: Int?
    let display: Display
    let columns: Int

    package init(rows: [WhatIf], choice: WhatIfChoice, row: Int?, display: Display, columns: Int) {
        self.rows = rows
        self.choice = choice
        self.row = row
        self.display = display
        self.columns = columns
    }

    private var deviceColumns: Int { min(max(rows.map { text($0.device).columns }.max() ?? 0, 6), max(columns / 4, 6)) + 1 }
    private var cellColumns: Int { max((columns - 1 - deviceColumns) / 2, 8) }

    private var isNarrow: Bool { cellColumns < 18 }

    private func text(_ text: String) -> SafeText { display.glyphs.sanitizer.text(text, columns: max(columns, 1)) }

    package var header: StyledText {
        var header = StyledText(SafeText(trusted: String(repeating: " ", count: deviceColumns + 1)))
        for title in isNarrow ? ["with app", "without"] : ["app installed", "app not installed"] {
            header.append(SafeText(trusted: " " + title).padded(to: cellColumns, glyphs: display.glyphs), .key)
        }
        return header
    }

    package func lines() -> [DetailLine] {
        let grid = rows.indices.map(gridLine)
        return grid + [.blank] + explanation
    }

    private func gridLine(_ index: Int) -> DetailLine {
        let row = rows[index]
        var styled = StyledText(text(row.device).padded(to: deviceColumns, glyphs: display.glyphs), .text)
        for (isInstalled, way) in [(true, row.installed), (false, row.removed)] {
            let isSelected = index == self.row && choice.isInstalled == isInstalled
            let (words, role) = Self.words(for: way.end)
            let shown = text(words.replacing("browser ", with: isNarrow ? "web " : "browser ", maxReplacements: 1))
            let name: SafeText = shown.fitted(to: cellColumns - 3, glyphs: display.glyphs)
            let cell = SafeText(trusted: isSelected ? "[" : " ") + name + SafeText(trusted: isSelected ? "]" : " ")
            styled.append(cell.padded(to: cellColumns, glyphs: display.glyphs), Style(role, isSelected ? .bold : []))
        }
        let values = [row.installed, row.removed].map { $0.end.words }.joined(separator: "; ")
        return DetailLine("", "\(row.device): \(values)", indent: 0, path: row.device).with(\.styled, styled)
    }

    private static func words(for end: WhatIf.End) -> (String, Role) {
        switch end {
        case .app: (end.words, .ok)
        case .store: (end.words, .accent)
        case .browser: (end.words, .warning)
        case .nothing: (end.words, .error)
        }
    }

    /// The way to the cell that the user asked about, in the words of the journey.
    package var explanation: [DetailLine] {
        guard let explained = choice.explained, rows.indices.contains(explained.row) else {
            return [
                DetailLine("", "Left and Right choose a column; Enter explains a cell.", indent: 0, valueRole: .dim).overflowing(.words)
            ]
        }
        let row = rows[explained.row]
        let way = explained.isInstalled ? row.installed : row.removed
        let (words, role) = Self.words(for: way.end)
        var lines = [
            DetailLine("On \(row.device), \(explained.isInstalled ? "app installed" : "app not installed")", indent: 0, labelRole: .title),
            DetailLine("ends", words, valueRole: role).overflowing(.words),
        ]
        if let reason = way.reason {
            lines.append(DetailLine("", display.mask.beginning(of: reason, columns: 400), valueRole: .text).overflowing(.words))
        }
        lines += DepartureLines(steps: way.steps, mask: display.mask).lines()
        if way.steps.isEmpty, way.reason == nil {
            lines.append(DetailLine("", "the link has no target and no web page", valueRole: .warning))
        }
        return lines
    }
}
