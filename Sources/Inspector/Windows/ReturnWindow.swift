import AppLinks
import Deciding
import Panes
import Screen

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
