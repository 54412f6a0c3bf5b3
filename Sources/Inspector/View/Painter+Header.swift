import AppLinks
import LinkLayers
import Records
import Screen

extension Painter {
    /// The first row: whose device, what is in front, how much there is, and whether the newest is in view.
    mutating func drawHeader() {
        let area = layout.header
        guard !area.isEmpty else { return }
        var line = StyledText()
        if layout.density == .line || layout.density == .list {
            line.append(own(counts), .text)
            line.append(own(follow), state.linkCursor.isFollowing ? .dim : .warning)
        } else {
            line.append(" linkscope ", Style(.title, .bold))
            line.append(" ")
            line.append(safe(state.device.name, columns: 20), .accent)
            if layout.density != .compact {
                line.append(own(glyphs.encoding == .utf8 ? " · " : " | "), .dim)
                line.append(safe(state.frontName ?? "home screen", columns: 24))
                if state.frontName != nil { line.append(" in front", .dim) }
            }
            line.append(own("  \(counts)"))
            line.append(own(follow), state.linkCursor.isFollowing ? .dim : .warning)
        }
        for (text, style) in troubles {
            line.append("  ")
            line.append(text, style)
        }
        frame.put(line.fitted(to: area.columns, glyphs: glyphs), at: area.origin, clip: area)
    }

    private var counts: String {
        if layout.density == .line || layout.density == .list {
            let place = state.links.isEmpty ? 0 : state.linkCursor.selected + 1
            return "\(place)/\(grouped(state.links.count))"
        }
        let links = state.links.count == 1 ? "1 link" : "\(grouped(state.links.count)) links"
        guard layout.density != .compact else { return links }
        let events = state.events.count == 1 ? "1 event" : "\(grouped(state.events.count)) events"
        return "\(links)  \(events)"
    }

    private var follow: String {
        let cursor = state.linkCursor
        if cursor.unseen > 0 { return "  +\(grouped(cursor.unseen)) new" }
        return cursor.isFollowing && !state.links.isEmpty ? "  FOLLOW" : ""
    }

    /// What the user must not miss: a journal that cannot be written, a source that failed or is still being read, secrets in sight.
    private var troubles: [(SafeText, Style)] {
        var result: [(SafeText, Style)] = []
        if case .failing(let reason, let held) = state.journal {
            result.append((safe("! \(held) not saved: \(reason)", columns: 60), Style(.error, .bold)))
        }
        if state.showsSecrets { result.append(("! secrets shown", .warning)) }
        if let running = state.lookups.running {
            result.append((safe("fetching \(running.url.host ?? "")", columns: 40), .accent))
        }
        for (name, source) in state.sources.sorted(by: { $0.key < $1.key }) {
            switch source {
            case .reading(let progress):
                let share = progress.map { " \(Int(max(0, min($0, 1)) * 100)) %" } ?? ""
                result.append((safe("reading \(name)\(share)", columns: 40), .accent))
            case .changed(let change): result.append((safe("! \(name) was \(change.rawValue)", columns: 50), .warning))
            case .failed(let reason): result.append((safe("! \(name): \(reason)", columns: 60), .error))
            case .following, .ended: break
            }
        }
        return result
    }

    /// 1284 → 1,284
    func grouped(_ number: Int) -> String {
        var digits = Array(String(number))
        var place = digits.count - 3
        while place > 0 {
            digits.insert(",", at: place)
            place -= 3
        }
        return String(digits)
    }

    /// The second row, while the app in front has a referer to go back to.
    mutating func drawBanner() {
        let area = layout.banner
        guard !area.isEmpty, let text = state.bannerText else { return }
        frame.fill(area, style: .banner)
        let keys: SafeText = layout.density == .compact || layout.density == .list ? "r " : "r: return   X: dismiss "
        let (left, right) = area.split(right: min(keys.columns, area.columns / 2))
        var line = StyledText(own(glyphs.encoding == .utf8 ? " ‹ " : " < "), Style(.banner, .bold))
        line.append(safe(state.mask.beginning(of: text, columns: left.columns), columns: left.columns), Style(.banner, .bold))
        if layout.density != .compact, layout.density != .list, let url = state.bannerURL {
            line.append("   ", .banner)
            line.append(safe(state.mask.beginning(of: url, columns: left.columns), columns: left.columns), .banner)
        }
        frame.put(line.fitted(to: left.columns, glyphs: glyphs), at: left.origin, clip: left)
        frame.put(keys, at: right.origin, style: .banner, clip: right)
    }
}
