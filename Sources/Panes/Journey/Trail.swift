import AppLinks
package import Deciding
import Screen

/// A way through apps as it is shown, such as A → B ↩ A.
package struct Trail: Sendable, Equatable {
    package enum Place: Sendable, Equatable {
        case front(SimulatedDevice.Front)
        /// An app that a link names and that is not on the device.
        case named(String)
    }

    package struct Stop: Sendable, Equatable {
        package var way: TrailStep.Way
        package var place: Place
    }

    package private(set) var stops: [Stop] = []
    /// Whether stops before the first one are left out.
    package private(set) var isCut = false

    /// Creates the trail of one link: the app that sent it, the app that received it when it arrived, and each way that the user then went
    /// with it. What other links did meanwhile is not part of it.
    package init(sender: Place? = nil, receiver: SimulatedDevice.Front? = nil, legs: [LinkOpenings.Leg] = []) {
        if let receiver {
            if let sender { stops.append(Stop(way: .chosen, place: sender)) }
            stops.append(Stop(way: .arrived, place: .front(receiver)))
        }
        for leg in legs {
            if stops.last?.place != .front(leg.from) { stops.append(Stop(way: .chosen, place: .front(leg.from))) }
            stops.append(Stop(way: leg.way, place: .front(leg.to)))
        }
    }

    /// Creates a trail of the last steps of the device.
    package init(last count: Int, of steps: [TrailStep]) {
        stops = steps.suffix(count).map { Stop(way: $0.way, place: .front($0.front)) }
        isCut = steps.count > count
    }

    /// Returns whether both trails lead through the same places.
    func hasSamePlaces(as other: Trail) -> Bool { stops.map(\.place) == other.stops.map(\.place) }
}

/// The row of a trail, such as `Nieuws → Shop ↩ Nieuws · Café`. A dot stands before an app to which no link led.
struct TrailLine {
    let trail: Trail
    let device: Device
    let display: Display

    private static let cut = "..."

    /// A stop with the arrow that leads to it.
    private struct Part {
        var arrow: String
        var name: String
        var columns: Int
    }

    /// Returns the trail in at most so many rows, with the newest stop at the end. If not all stops fit, the first ones are left out.
    func lines(_ label: String, columns: Int, rows mostRows: Int) -> [StyledLine] {
        let parts = trail.stops.enumerated().map { offset, stop in
            let (arrow, name) = (offset == 0 && !trail.isCut ? "" : arrow(stop.way), name(of: stop.place))
            return Part(arrow: arrow, name: name, columns: display.glyphs.sanitizer.text(arrow + name, columns: columns).columns)
        }
        let room = columns - label.count - 1
        var rows: [Range<Int>] = []
        for first in parts.indices {
            rows = self.rows(of: parts, from: first, room: room)
            if rows.count <= mostRows { break }
        }
        return rows.enumerated().map { index, row in
            var line = StyledLine((index == 0 ? label + " " : String(repeating: " ", count: label.count + 1), .key))
            if index == 0, trail.isCut || row.lowerBound > 0 { line.append(Self.cut, .dim) }
            for part in row {
                let isContinuation = part == row.lowerBound && index > 0
                line.append(isContinuation ? String(parts[part].arrow.dropFirst()) : parts[part].arrow, .dim)
                line.append(parts[part].name, part == parts.count - 1 ? .accent : .text)
            }
            return line
        }
    }

    /// Returns the parts of each row. A row after the first begins with an arrow.
    private func rows(of parts: [Part], from first: Int, room: Int) -> [Range<Int>] {
        var rows: [Range<Int>] = []
        var start = first
        var used = trail.isCut || first > 0 ? Self.cut.count : 0
        for index in parts.indices.dropFirst(first) {
            if used + parts[index].columns > room, index > start {
                rows.append(start..<index)
                // The space before its arrow is left out.
                (start, used) = (index, -1)
            }
            used += parts[index].columns
        }
        return rows + [start..<parts.count]
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
