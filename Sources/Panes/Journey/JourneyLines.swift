import AppLinks
package import Deciding
package import Screen

/// The rows of the journey pane: the trail of the selected link, the result of opening it, and the way of the device through the apps,
/// which other links share.
package struct JourneyLines {
    /// The trail of the selected link.
    let trail: Trail
    let deviceTrail: Trail
    /// How the selected link was opened the last time.
    let departure: Departure?
    /// What the last real device did with the selected link.
    let real: RealOpening?
    /// Whether the App Link of the selected link is being looked for.
    let isOpening: Bool
    /// Why there is nothing to say about the selected link at this step; nil if there is.
    let absence: String?
    let device: Device
    let display: Display
    /// Whether the selected link can be opened now.
    let canOpen: Bool
    /// The area of the pane; empty if the pane is not on the screen. The rows then have the width of the screen. A long trail takes the
    /// rows that are left over.
    let pane: Rect

    package init(
        trail: Trail, deviceTrail: Trail, departure: Departure?, real: RealOpening?, isOpening: Bool, absence: String?, device: Device,
        display: Display, canOpen: Bool, pane: Rect
    ) {
        self.trail = trail
        self.deviceTrail = deviceTrail
        self.departure = departure
        self.real = real
        self.isOpening = isOpening
        self.absence = absence
        self.device = device
        self.display = display
        self.canOpen = canOpen
        self.pane = pane
    }

    private var columns: Int { max((pane.isEmpty ? display.size.columns - 2 : pane.columns) - 1, 10) }
    private var glyphs: Glyphs { display.glyphs }
    private var mask: SecretMask { display.mask }

    package func lines() -> [StyledLine] {
        var lines: [StyledLine] = []
        if isOpening {
            lines.append(StyledLine(("Looking for this page's App Link. Esc stops.", .accent)))
        } else if let absence {
            lines.append(StyledLine((absence, .dim)))
        } else if let departure {
            lines += self.lines(of: departure)
        } else if canOpen {
            lines.append(StyledLine(("o", .key), (" opens this link from an app or the browser", .dim)))
        }
        if let real { lines += self.lines(of: real) }
        let hasTrail = !trail.stops.isEmpty
        let hasDeviceTrail = !deviceTrail.stops.isEmpty && !deviceTrail.hasSamePlaces(as: trail)
        var room = max(pane.rows - lines.count, (hasTrail ? 1 : 0) + (hasDeviceTrail ? 1 : 0))
        if hasTrail {
            let own = self.lines(of: trail, "Trail", rows: room - (hasDeviceTrail ? 1 : 0))
            lines = own + lines
            room -= own.count
        }
        if hasDeviceTrail { lines += self.lines(of: deviceTrail, "Device", rows: room) }
        return lines
    }

    private func lines(of trail: Trail, _ label: String, rows: Int) -> [StyledLine] {
        TrailLine(trail: trail, device: device, display: display).lines(label, columns: columns, rows: rows)
    }

    /// Returns the rows of a departure: the app that opened the link and the result, then each destination with the reason why it was taken
    /// or skipped.
    private func lines(of departure: Departure) -> [StyledLine] {
        let account = departure.account(device.label)
        let line = StyledLine((account.who, .text), (account.end, account.role))
        var lines = [line]
        if departure.steps.isEmpty { lines.append(StyledLine(("  the App Link has no target and no web page", .warning))) }
        lines += departure.steps.flatMap { self.lines(of: $0) }
        if let error = departure.outcome.error { lines.append(StyledLine(("  \(error)", .error))) }
        return lines
    }

    /// Returns the rows of an opening on a real device: the device and the result, then what else is known.
    private func lines(of real: RealOpening) -> [StyledLine] {
        let role: Role = real.isInApp.map { $0 ? .ok : .warning } ?? .text
        let wrapping = DetailWrapping(columns: columns, sanitizer: glyphs.sanitizer)
        let words = wrapping.words(mask.text("On \(real.device): \(real.result)"), width: columns)
        return words.map { StyledLine(($0, role)) }
            + real.details.flatMap { detail in
                wrapping.words(mask.text(detail), width: columns - 2).map { StyledLine(("  \($0)", .dim)) }
            }
    }

    /// Returns the rows of a destination, such as `1  skipped     Wheel claims wheel:, but is not installed  wheel://ride/7`. The whole
    /// reason is shown, in several rows if necessary, and as much of the URL as fits.
    private func lines(of step: Departure.Step) -> [StyledLine] {
        let (word, role) = step.result
        var line = StyledLine((" \(step.place)   ".prefix(4) + " ", .text), ("\(word)     ".prefix(11).description, role))
        let indent = 16
        let reasons = DetailWrapping(columns: columns, sanitizer: glyphs.sanitizer).words(mask.text(step.reason), width: columns - indent)
        line.append(reasons.first ?? "", role)
        var lines = [line]
        for reason in reasons.dropFirst() { lines.append(StyledLine((String(repeating: " ", count: indent) + reason, role))) }
        var url = step.url.map { mask.beginning(of: $0.text, columns: columns) } ?? "(no URL)"
        if let name = step.appName { url = "\(mask.beginning(of: name, columns: columns)): \(url)" }
        lines[lines.count - 1].append("  \(url)", step.state == .notReached ? .dim : .value)
        return lines
    }
}
