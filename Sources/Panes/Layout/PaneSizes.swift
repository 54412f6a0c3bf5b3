/// A pane of the screen. The raw value is the number key that selects the pane.
package enum Pane: Int, CaseIterable, Sendable {
    case links = 1
    case detail, events
}

/// The user's arrangement of the panes.
package struct PaneArrangement: Sendable, Equatable {
    package var focus = Pane.links
    /// Whether the focused pane fills the screen.
    package var isZoomed = false
    /// Whether the row of the banner stays when the banner goes. It does once a banner was shown, so that the panes do not jump while links
    /// with and without a referer arrive. A screen with few rows gives the row to the panes.
    package var keepsBannerRow = false
    package var sizes = PaneSizes()
    /// Whether the events of all links are shown, and not only those of the link in view.
    package var showsAllEvents = false

    package init() {}
}

/// A border between panes that the user can move.
package enum Divider: String, CaseIterable, Sendable {
    /// The border between the details and the events beside them.
    case columns
    /// The border below the links.
    case links
    /// The border above the events.
    case events
}

/// The sizes that the user gave to panes: for each kind of layout and each border, the part before the border, in thousandths.
///
/// As a text, each size is a line such as `wide columns 620`.
package struct PaneSizes: Sendable, Equatable {
    /// The sizes, by the words before them in the text.
    private var shares: [String: Int] = [:]

    package init() {}

    /// Parses the text of a file; nil if a line is not as expected. Lines about the borders of earlier versions have no effect.
    package init?(_ text: String) {
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            guard words.count == 3, let share = Int(words[2]), (0...1000).contains(share) else { return nil }
            if words[0] == "portrait" || words[1] == "journey" { continue }
            guard let density = Layout.Density(rawValue: words[0]), let divider = Divider(rawValue: words[1]) else { return nil }
            shares[Self.words(divider, density)] = share
        }
    }

    package var text: String { shares.map { "\($0.key) \($0.value)\n" }.sorted().joined() }

    private static func words(_ divider: Divider, _ density: Layout.Density) -> String { "\(density.rawValue) \(divider.rawValue)" }

    /// Returns the size of the part before a border; nil if the user has not moved the border.
    func size(before divider: Divider, of total: Int, in density: Layout.Density) -> Int? {
        shares[Self.words(divider, density)].map { ($0 * total + 500) / 1000 }
    }

    package mutating func setSize(_ size: Int, before divider: Divider, of total: Int, in density: Layout.Density) {
        guard total > 0 else { return }
        shares[Self.words(divider, density)] = min(max((size * 1000 + total / 2) / total, 0), 1000)
    }
}
