import Panes
import Records
import Screen

struct SamplesWindow: ListWindow {
    var cursor: ListCursor

    func hints(_ state: State) -> [(keys: String, word: String)] { [("j/k", "move"), ("Enter", "deliver"), ("Esc", "close")] }

    func press(_ key: Key, _ command: Command?, _ state: inout State) -> Reaction {
        guard key == .enter, let sample = state.samples[at: cursor] else { return .unused }
        return .close { _ in [.deliver(Array(sample.link.utf8), .sample)] }
    }

    func draw(on canvas: inout Canvas, _ state: State) {
        let area = canvas.window("Samples", columns: 90, rows: cursor.count)
        canvas.rows(state.samples, of: cursor, in: area) { StyledText($1.safe(" \($0.title)", columns: area.columns)) }
    }
}

extension State {
    /// Handles `s`: offers the samples. On the first screen, plays a whole round trip with the first one.
    mutating func startSample() -> [Effect] {
        guard lists.isEmpty, journey.trail.isEmpty, let sample = samples.first else {
            overlay = SamplesWindow(cursor: ListCursor(count: samples.count))
            return []
        }
        isPlayingSample = true
        return [.deliver(Array(sample.link.utf8), .sample)]
    }

    /// Returns from the sample that is being played, once it has been received and read.
    mutating func continueSample(now: Int64) -> [Effect] {
        guard isPlayingSample, detail.reading != nil else { return [] }
        isPlayingSample = false
        guard let way = wayBack else { return [] }
        return act(.goBack(way), now: now)
            + notify(.good, "That was a round trip; the arrows show its steps. Now paste a link of yours; \(.sample) has more.")
    }
}
