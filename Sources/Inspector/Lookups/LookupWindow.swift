package import AppLinks
package import Records
import Screen

/// The window that shows a lookup of a link: its progress while it runs, then its answer.
package struct LookupWindow: Sendable, Equatable {
    package var kind: Lookup.Kind
    package var url: LinkURL
    /// The record from which the link came. If the user opens the link from the window, the result is stored for this record.
    package var record: RecordID
    /// Whether the window shows the verdict about the whole site, and not about the link.
    package var isOfSite = false
    /// The first row in view.
    package var top = 0
}

/// All values from which the rows of an answer are made. Equal sources have equal rows, so the source is the key under which the rows are
/// cached.
struct LookupSource: Sendable, Equatable {
    let window: LookupWindow
    let answer: Dated<LookupOutcome>
    /// The simulated device. The app that a page opens depends on it.
    let device: SimulatedDevice
    let display: Display

    fileprivate var lines: [DetailLine] {
        let outlines = LookupLines(kind: window.kind, url: window.url, mask: display.mask)
        let time = display.clock(answer.time)
        switch answer.value {
        case .page(let page): return PageLines(answer: page, asked: time, device: device, mask: display.mask).lines()
        case .verdict(let verdict):
            return VerdictLines(verdict: window.isOfSite ? verdict.site : verdict.link, asked: time, mask: display.mask).lines()
        case .failed(let failure, let claims): return outlines.lines(of: failure, claims: claims)
        case .stopped(let progress): return outlines.lines(ofStopped: progress, at: time)
        }
    }
}

extension Lookups {
    /// Returns the rows of a window. The rows of an answer are cached. The rows of a running lookup are not cached, because they are few
    /// and change often.
    func rows(of window: LookupWindow, device: SimulatedDevice, display: Display) -> DetailRows {
        if isRunning(window.kind, window.url) {
            return display.lookupRows(LookupLines(kind: window.kind, url: window.url, mask: display.mask).lines(of: progress))
        }
        guard let answer = answer(window.kind, window.url) else { return display.lookupRows([]) }
        // The rows do not depend on the scroll position, so it is not part of the key.
        var unscrolled = window
        unscrolled.top = 0
        let source = LookupSource(window: unscrolled, answer: answer, device: device, display: display)
        return rows.value(for: source) { display.lookupRows(source.lines) }
    }
}

extension Display {
    /// Lays out lines for the width of a lookup window. In a narrow window, a label is above its value.
    fileprivate func lookupRows(_ lines: [DetailLine]) -> DetailRows {
        let wrapping = DetailWrapping(columns: WindowPlace(size).lookupColumns, sanitizer: glyphs.sanitizer)
        guard wrapping.columns < 34 else { return wrapping.rows(of: lines) }
        return DetailRows(wrapping.wrapped(lines.flatMap(\.stacked), labelColumns: 0), labelColumns: 0)
    }
}

extension DetailLine {
    fileprivate var stacked: [DetailLine] {
        let line = with(\.indent, 0)
        return label.isEmpty || value.isEmpty ? [line] : [line.with(\.value, ""), line.with(\.label, "")]
    }
}
