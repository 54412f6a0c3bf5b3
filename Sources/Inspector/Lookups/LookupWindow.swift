package import AppLinks
import LinkLayers
package import Records
import Screen

/// The window that shows a lookup of a link: its progress while it runs, then its answer.
package struct LookupWindow: Sendable, Equatable {
    package var kind: Lookup.Kind
    package var url: LinkURL
    /// The record that the link came with. Opening the link from the window is recorded under it.
    package var record: RecordID
    /// Whether a verdict is shown of the site as a whole, and not of the link.
    package var isOfSite = false
    /// The first row in view.
    package var top = 0

    package init(_ kind: Lookup.Kind, _ url: LinkURL, record: RecordID) {
        self.kind = kind
        self.url = url
        self.record = record
    }
}

/// The rows of a lookup window, laid out for its width.
struct LookupRows: Sendable {
    var lines: [DetailLine] = []
    var labelColumns = 0
}

/// Everything the rows of an answer are made from. Equal sources have equal rows, so the rows are remembered by it.
struct LookupSource: Sendable, Equatable {
    let window: LookupWindow
    let answer: LookupAnswer
    /// Where the link of a page would open depends on the device.
    let device: SimulatedDevice
    let display: Display

    fileprivate var lines: [DetailLine] {
        let outlines = LookupLines(kind: window.kind, url: window.url, mask: display.mask)
        let time = display.clock(answer.endedAt)
        switch answer.outcome {
        case .page(let page): return PageLines(answer: page, asked: time, device: device, mask: display.mask).lines()
        case .verdict(let verdict):
            return VerdictLines(verdict: window.isOfSite ? verdict.site : verdict.link, asked: time, mask: display.mask).lines()
        case .failed(let failure, let claims): return outlines.lines(of: failure, claims: claims)
        case .stopped(let progress): return outlines.lines(ofStopped: progress, at: time)
        }
    }
}

extension Lookups {
    /// Returns the rows of a window. They are remembered, except those of a running lookup, which are few and soon outdated.
    func rows(of window: LookupWindow, device: SimulatedDevice, display: Display) -> LookupRows {
        if isRunning(window.kind, window.url) {
            return LookupRows(LookupLines(kind: window.kind, url: window.url, mask: display.mask).lines(of: progress), display)
        }
        guard let answer = answer(window.kind, window.url) else { return LookupRows() }
        // Scrolling makes no other rows.
        var unscrolled = window
        unscrolled.top = 0
        let source = LookupSource(window: unscrolled, answer: answer, device: device, display: display)
        return rows.value(for: source) { LookupRows(source.lines, display) }
    }
}

extension LookupRows {
    /// Lays out lines for the width of the window. In a narrow window a label stands above its value.
    fileprivate init(_ lines: [DetailLine], _ display: Display) {
        let columns = WindowPlace(display.size).lookupColumns
        let isNarrow = columns < 34
        let whole = isNarrow ? lines.flatMap(\.stacked) : lines
        let wrapping = DetailWrapping(columns: columns, sanitizer: display.glyphs.sanitizer)
        labelColumns = isNarrow ? 0 : wrapping.labelColumns(of: whole)
        self.lines = wrapping.wrapped(whole, labelColumns: labelColumns)
    }
}

extension DetailLine {
    fileprivate var stacked: [DetailLine] {
        guard !label.isEmpty, !value.isEmpty else { return [withoutIndent] }
        var name = withoutIndent
        name.value = ""
        var rest = withoutIndent
        rest.label = ""
        return [name, rest]
    }

    private var withoutIndent: DetailLine {
        var line = self
        line.indent = 0
        return line
    }
}
