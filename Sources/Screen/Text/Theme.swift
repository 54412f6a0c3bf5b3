/// A set of colors.
package enum Theme: String, Sendable, CaseIterable {
    /// The terminal's own text and background, with colors of medium lightness that are readable on both light and dark backgrounds.
    case terminal
    case dark, light
    case highContrast = "high-contrast"
    /// Blue, yellow and orange in place of green and red.
    case colorBlind = "color-blind"

    /// Returns the theme with this name. The spelling `colour-blind` is known too.
    package init?(name: String) { self.init(rawValue: name.lowercased().replacing("colour", with: "color")) }
}
