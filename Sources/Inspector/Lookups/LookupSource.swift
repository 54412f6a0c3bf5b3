import AppLinks
import Screen

extension Lookup.Kind {
    /// The tab of the detail pane that shows lookups of this kind.
    var tab: DetailTab { self == .page ? .page : .verdict }
}

extension DetailTab {
    /// The kind of lookup that the tab shows; nil if it shows none.
    var lookup: Lookup.Kind? {
        switch self {
        case .page: .page
        case .verdict: .verdict
        case .decoded, .raw, .journey, .events, .diff, .whatIf: nil
        }
    }
}

/// All values from which the rows of an answer are made. Equal sources have equal rows, so the source is the key under which the rows are
/// cached.
struct LookupSource: Sendable, Equatable {
    let kind: Lookup.Kind
    let url: LinkURL
    let answer: Dated<LookupOutcome>
    /// A sentence that tells what decides which app gets a link with a custom scheme. It is nil unless the answer is about the web target
    /// of such a link.
    let customLink: String?
    /// Whether the verdict about the whole site is folded.
    let isSiteFolded: Bool
    /// The simulated device. The app that a page opens depends on it.
    let device: SimulatedDevice
    let display: Display
    /// The width of the pane.
    let columns: Int

    fileprivate var lines: [DetailLine] {
        let outlines = LookupLines(kind: kind, url: url, mask: display.mask)
        let time = display.clock(answer.time)
        switch answer.value {
        case .page(let page): return PageLines(answer: page, asked: time, device: device, mask: display.mask).lines()
        case .verdict(let verdict):
            let own = customLink.map { [DetailLine("itself", $0, valueRole: .text).overflowing(.words), .blank] } ?? []
            let site = VerdictLines(verdict: verdict.site, asked: time, mask: display.mask)
            return own + VerdictLines(verdict: verdict.link, asked: time, mask: display.mask).lines(site: site, isSiteFolded: isSiteFolded)
        case .failed(let failure, let claims): return outlines.lines(of: failure, claims: claims)
        case .stopped(let progress): return outlines.lines(ofStopped: progress, at: time)
        }
    }
}

extension Lookups {
    /// Returns the rows of the last lookup of a web link: its progress while it runs, then its answer. The rows of an answer are cached.
    /// The rows of a running lookup are not cached, because they are few and change often.
    func rows(
        of kind: Lookup.Kind, _ url: LinkURL, customLink: String?, isSiteFolded: Bool, device: SimulatedDevice, display: Display,
        columns: Int
    ) -> DetailRows {
        let outlines = LookupLines(kind: kind, url: url, mask: display.mask)
        if isRunning(kind, url) { return display.rows(outlines.lines(of: progress), columns: columns) }
        guard let answer = answer(kind, url) else {
            let before = outlines.linesBefore + outlines.lines(of: earlier(kind, url), display)
            return display.rows(before, columns: columns)
        }
        let source = LookupSource(
            kind: kind, url: url, answer: answer, customLink: customLink, isSiteFolded: isSiteFolded, device: device, display: display,
            columns: columns)
        return rows.value(for: source) { display.rows(source.lines, columns: columns) }
    }
}

extension Display {
    /// Lays out lines for the width of a pane. In a narrow pane, a label is above its value.
    func rows(_ lines: [DetailLine], columns: Int) -> DetailRows {
        let wrapping = DetailWrapping(columns: columns, sanitizer: glyphs.sanitizer)
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
