import AppLinks
import Screen

/// The row of a trail, such as `Nieuws → Shop ↩ Nieuws · Café`. A dot stands before an app to which no link led.
struct TrailLine {
    let trail: Trail
    let device: Device
    let display: Display

    /// Returns the row with as many of the last stops as fit, with the newest at the end.
    func line(_ label: String, columns: Int) -> StyledLine {
        var room = columns - label.count - 5
        var parts: [(arrow: String, name: String)] = []
        for (offset, stop) in trail.stops.enumerated().reversed() {
            let arrow = offset == 0 && !trail.isCut ? "" : arrow(stop.way)
            let name = name(of: stop.place)
            room -= display.glyphs.sanitizer.text(arrow + name, columns: columns).columns
            guard room >= 0 || parts.isEmpty else { break }
            parts.insert((arrow, name), at: 0)
        }
        var line = StyledLine((label + " ", .key))
        if trail.isCut || parts.count < trail.stops.count { line.append("...", .dim) }
        for (offset, part) in parts.enumerated() {
            line.append(part.arrow, .dim)
            line.append(part.name, offset == parts.count - 1 ? .accent : .text)
        }
        return line
    }

    private func name(of place: Trail.Place) -> String {
        switch place {
        case .front(let front): device.label(of: front)
        case .named(let name): display.mask.text(name)
        }
    }

    private func arrow(_ way: TrailStep.Way) -> String {
        let isUTF8 = display.glyphs.encoding == .utf8
        return switch way {
        case .arrived, .opened: isUTF8 ? " → " : " -> "
        case .chosen: isUTF8 ? " · " : " | "
        case .returned: isUTF8 ? " ↩ " : " <- "
        }
    }
}
