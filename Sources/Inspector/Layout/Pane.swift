/// A pane of the screen. The raw value is the number key that selects the pane.
package enum Pane: Int, CaseIterable, Sendable {
    case links = 1
    case detail, journey, events

    package var next: Pane { Pane(rawValue: rawValue + 1) ?? .links }
    package var previous: Pane { Pane(rawValue: rawValue - 1) ?? .events }
}

/// The user's arrangement of the panes.
package struct Panes: Sendable, Equatable {
    package var focus = Pane.links
    /// Whether the focused pane fills the screen.
    package var isZoomed = false
    /// The pane that is shown in the middle, detail or journey, if there is no room for both and neither has the focus.
    package var middle = Pane.detail
    /// Whether the row of the banner stays when the banner goes. It does once a banner was shown, so that the panes do not jump while links
    /// with and without a referer arrive. A screen with few rows gives the row to the panes.
    var keepsBannerRow = false
    package var sizes = PaneSizes()
}
