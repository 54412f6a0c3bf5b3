import AppLinks
import Deciding
import LinkLayers
import Panes
import Projects
import Records
import Screen

/// The first row of the screen: the device, the app in front, the rate of arrivals, the numbers of rows, following, and troubles.
struct HeaderView {
    let state: State

    /// The least rate that is shown. A single link is no stream.
    private static let leastRate = 2

    func draw(on canvas: inout Canvas) {
        let (layout, glyphs) = (canvas.layout, canvas.glyphs)
        let area = layout.header
        guard !area.isEmpty else { return }
        let (lists, device, past, rate) = (state.lists, state.shownDevice, state.timeline.past, state.arrivalRate.perSecond)
        var line = StyledText()
        if layout.density == .line || layout.density == .list {
            line.append(canvas.own(counts(canvas)), .text)
        } else {
            // A narrow row has room for the app in front rather than for the program's name.
            let isNarrow = layout.isNarrow
            if !isNarrow { line.append(" linkscope ", Style(.title, .bold)) }
            line.append(" ")
            line.append(canvas.safe(device.simulated.name, columns: 20).fitted(to: isNarrow ? 8 : 20, glyphs: glyphs), .accent)
            if let project = state.project?.words(on: device.simulated.platform), !isNarrow {
                line.append(canvas.safe(" with \(project)", columns: 24).fitted(to: 24, glyphs: glyphs), .accent)
            }
            line.append(canvas.own(glyphs.encoding == .utf8 ? " · " : " | "), .dim)
            let front = canvas.safe(device.label(of: device.simulated.front), columns: 24)
            line.append(front.fitted(to: isNarrow ? 12 : 24, glyphs: glyphs))
            if !isNarrow, device.frontName != nil { line.append(" in front", .dim) }
            if rate >= Self.leastRate {
                line.append(canvas.own("  \(glyphs.encoding == .utf8 ? "●" : "*") \(canvas.grouped(rate))/s"), .ok)
            }
            // A narrow row has no room for the counts next to the step.
            if past == nil || !isNarrow { line.append(canvas.own("  \(counts(canvas))")) }
        }
        line.append(canvas.own(follow(canvas)), lists.linkCursor.isFollowing && !state.hold.isOn && past == nil ? .dim : .warning)
        for (text, style) in troubles(canvas) {
            line.append("  ")
            line.append(text, style)
        }
        canvas.frame.put(line.fitted(to: area.columns, glyphs: glyphs), at: area.origin, clip: area)
        canvas.noteTarget(.command(.device), in: area)
    }

    private func counts(_ canvas: Canvas) -> String {
        let (layout, lists) = (canvas.layout, state.lists)
        if layout.density == .line || layout.density == .list {
            let place = lists.linkCursor.count == 0 ? 0 : lists.linkCursor.selected + 1
            let filter = lists.isFiltered ? " FILTER" : ""
            return "\(place)/\(canvas.grouped(lists.linkCursor.count))\(filter)"
        }
        let links = lists.links.count == 1 ? "1 link" : "\(canvas.grouped(lists.links.count)) links"
        guard !layout.isNarrow else { return links }
        let events = lists.events.count == 1 ? "1 event" : "\(canvas.grouped(lists.events.count)) events"
        return "\(links)  \(events)" + (lists.undoneCount > 0 ? " (\(canvas.grouped(lists.undoneCount)) undone)" : "")
    }

    private func follow(_ canvas: Canvas) -> String {
        let (lists, hold) = (state.lists, state.hold)
        if let past = state.timeline.past { return "  AT STEP \(past.number) OF \(state.timeline.count)" }
        if state.edges.replay?.isHeld == true, !hold.isOn { return "  PAUSED" }
        if hold.isOn { return hold.count > 0 ? "  PAUSED +\(canvas.grouped(hold.count))" : "  PAUSED" }
        if lists.shownLinks.unseen > 0 { return "  +\(canvas.grouped(lists.shownLinks.unseen)) new" }
        return lists.linkCursor.isFollowing && !lists.links.isEmpty ? "  FOLLOW" : ""
    }

    /// Returns important information for the user: a journal that cannot be written, visible secrets, a running lookup, and sources that
    /// failed or are still being read.
    private func troubles(_ canvas: Canvas) -> [(SafeText, Style)] {
        let edges = state.edges
        var result: [(SafeText, Style)] = []
        if case .failing(let reason, let held) = edges.journal {
            result.append((canvas.safe("! \(held) not saved: \(reason)", columns: 60), Style(.error, .bold)))
        }
        if canvas.display.showsSecrets { result.append(("! secrets shown", .warning)) }
        if let lookup = state.lookups.running {
            result.append((canvas.safe("fetching \(lookup.url.host ?? "")", columns: 40), .accent))
        }
        for (name, source) in edges.sources.all {
            switch source.state {
            case .reading(let progress):
                let share = progress.map { " \(Int(max(0, min($0, 1)) * 100)) %" } ?? ""
                result.append(
                    (canvas.safe("\(edges.replay?.name == name ? "replaying" : "reading") \(name)\(share)", columns: 40), .accent))
            case .changed(let change): result.append((canvas.safe("! \(name) was \(change.rawValue)", columns: 50), .warning))
            case .waiting(let reason): result.append((canvas.safe("\(name): \(reason)", columns: 60), .warning))
            case .failed(let reason): result.append((canvas.safe("! \(name): \(reason)", columns: 60), .error))
            case .following, .listening, .ended, nil: break
            }
        }
        return result
    }
}

/// The second row of the screen: the banner that returns to the referer of the selected link, if the link has one. A bar at each end sets
/// the row apart from a selected row without colors. Once the user has returned, the row is dim and says when. While the user looks at the
/// past, the row shows the banner that was on the device then, with the number of its link and without keys.
struct BannerView {
    let banner: ReturnToRefererBanner?
    /// The link that has the banner; nil if it was not read.
    let inspection: LinkInspection?
    let device: SimulatedDevice
    /// The last use of the banner; nil if the user has not used it yet.
    let use: BannerUse?
    /// The number of the link in its list.
    let number: Int?
    /// Whether the user looks at the past, so that the banner cannot be used.
    let isPast: Bool

    func draw(on canvas: inout Canvas) {
        let (layout, glyphs, mask) = (canvas.layout, canvas.glyphs, canvas.mask)
        let area = layout.banner
        guard !area.isEmpty, let text = text(canvas) else { return }
        let url = banner?.refererAppLink?.sourceURL?.text
        let isNarrow = layout.isNarrow
        let style = use == nil ? Style.banner : .dim
        if use == nil { canvas.frame.fill(area, style: .banner) }
        let isUTF8 = glyphs.encoding == .utf8
        let bar: SafeText = isUTF8 ? "┃" : "|"
        let link = isNarrow && !isPast ? "" : number.map { "#\($0)  " } ?? ""
        let names = [Command.goBack, .dismissBanner].map { canvas.display.keys[$0] ?? ":\($0.rawValue)" }
        let (back, close) = isNarrow ? (names[0], names[1]) : ("\(names[0]) return", "\(names[1]) close")
        let end = canvas.own("\(close) ") + bar
        let keys =
            isPast ? canvas.own(link.isEmpty ? "" : "\(link.dropLast())") + bar : canvas.own("\(link)\(back)\(isNarrow ? " " : "  ")") + end
        let (left, right) = area.split(right: min(keys.columns, area.columns / 2))
        if !isPast {
            canvas.noteTarget(.command(.goBack), in: area)
            canvas.noteTarget(.command(.dismissBanner), in: right.split(right: end.columns).right)
        }
        let textStyle: Style = use == nil ? Style(.banner, .bold) : use?.hasFailed == true ? .warning : .text
        var line = StyledText(bar + (isUTF8 ? (use == nil ? " ‹ " : " ↩ ") : " < "), use == nil ? textStyle : style)
        line.append(canvas.safe(mask.beginning(of: text, about: inspection, columns: left.columns), columns: left.columns), textStyle)
        if !isNarrow, let url {
            line.append("   ", style)
            line.append(canvas.safe(mask.beginning(of: url, about: inspection, columns: left.columns), columns: left.columns), style)
        }
        canvas.frame.put(line.fitted(to: left.columns - 1, glyphs: glyphs), at: left.origin, clip: left)
        canvas.frame.put(keys, at: right.origin, style: style, clip: right)
    }

    /// Returns the text of the banner, or the result of its use; nil if there is no banner.
    private func text(_ canvas: Canvas) -> String? {
        guard let banner else { return nil }
        guard let use, banner.isVisible else { return device.text(of: banner, most: canvas.layout.banner.columns) }
        let time = canvas.display.clock(use.time)
        let name = (device.referer(banner.refererAppLink)?.text ?? "").prefix(canvas.layout.banner.columns)
        return use.hasFailed ? "The return at \(time) opened nothing" : "Returned at \(time) to \(name)"
    }
}
