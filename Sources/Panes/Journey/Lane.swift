import AppLinks
package import Deciding
import Screen

/// A way through apps, such as A → B ↩ A.
package struct Trail: Sendable, Equatable {
    package struct Stop: Sendable, Equatable {
        package var way: TrailStep.Way
        /// What is in front; nil for an app that a link names and that is not on the device.
        package var front: SimulatedDevice.Front?
        /// The name of the referer or of the browser, which may have another name on another device; nil for other apps.
        package var name: String?
        /// When the user went there, in milliseconds since 1970; nil for a link that arrived.
        var time: Int64?
    }

    package private(set) var stops: [Stop] = []
    /// Whether stops before the first one are left out.
    package private(set) var isCut = false

    /// Creates the trail of one link: its sender, its receiver on arrival, and each way that the user then went with it. What other links
    /// did meanwhile is not part of it.
    package init(sender: Referer? = nil, receiver: SimulatedDevice.Front? = nil, legs: [LinkOpenings.Leg] = []) {
        let origin = sender?.app.map { SimulatedDevice.Front.app($0) }
        func stop(_ way: TrailStep.Way, _ front: SimulatedDevice.Front, _ leg: LinkOpenings.Leg? = nil) -> Stop {
            Stop(way: way, front: front, name: front == origin ? sender?.text : front == .browser ? leg?.browser : nil, time: leg?.time)
        }
        if let receiver {
            if let sender { stops.append(Stop(way: .chosen, front: origin, name: sender.text)) }
            stops.append(stop(.arrived, receiver))
        }
        for leg in legs {
            let start = stop(.chosen, leg.from, leg)
            if stops.last?.front != start.front || stops.last?.name != start.name { stops.append(start) }
            stops.append(stop(leg.way, leg.to, leg))
        }
    }

    package init(last count: Int, of steps: [TrailStep]) {
        stops = steps.suffix(count).map { Stop(way: $0.way, front: $0.front) }
        isCut = steps.count > count
    }
}

/// The lane of a link: its way through the apps, with what opened each step and when, and below it what refused the link.
///
///     Heldshop ──#41──▸ heldapp ──r 12:04:31──▸ Heldshop
///     no referer ──#42 ✕ payload cut──▸ Shop
///       ✕ Wheel claims wheel:, but is not installed  wheel://ride/7
package struct Lane {
    let trail: Trail
    let device: Device
    let display: Display
    package var number: Int?
    /// The error in the link in a few words; nil if it has none.
    package var error: String?
    /// How the link was opened the last time.
    package var departure: Departure?
    /// What the last real device did with the link.
    package var real: RealOpening?
    /// A line about what is going on: the step in view, or an opening that runs. It comes first.
    package var news: StyledLine?
    /// Why no app received the link when it arrived; nil if one did.
    package var refusal: String?

    package init(_ trail: Trail, on device: Device, _ display: Display) {
        self.trail = trail
        self.device = device
        self.display = display
    }

    private var isUTF8: Bool { display.glyphs.encoding == .utf8 }
    private var mask: SecretMask { display.mask }
    private var refused: String { isUTF8 ? "✕ " : "x " }

    /// The most bytes of the name of an app, and the bytes that are searched for secrets, so that one that is cut is seen too.
    private static let nameBytes = (shown: 100, searched: 400)
    /// The most rows of a way. If it is longer, its first stops are left out.
    private static let mostRows = 4

    package func lines(columns: Int) -> [StyledLine] {
        let columns = max(columns, 10)
        func words(_ sign: String, _ text: String, _ role: Role) -> [StyledLine] {
            display.words(text, width: columns - sign.count).enumerated().map { index, row in
                StyledLine((index == 0 ? sign : String(repeating: " ", count: sign.count), role), (row, role))
            }
        }
        var lines = news.map { [$0] } ?? []
        if let refusal { lines += words(refused, refusal, .warning) }
        lines += way(columns: columns)
        for step in departure?.steps ?? [] where step.state == .skipped {
            let url = step.url.map { mask.beginning(of: $0.text, columns: columns) } ?? "(no URL)"
            let name = step.appName.map { "\(mask.beginning(of: $0, columns: columns)): " } ?? ""
            lines += words(refused, mask.text(step.reason), .warning)
            lines[lines.count - 1].append("  \(name)\(url)", .value)
        }
        if let departure, let failure = departure.failure, departure.steps.isEmpty { lines += words(refused, mask.text(failure), .error) }
        if let error = departure?.outcome.error { lines += words("  ", mask.text("\(error)"), .error) }
        if let real {
            let role: Role = real.isInApp.map { $0 ? .ok : .warning } ?? .text
            lines += words("", mask.text("On \(real.device): \(real.result)"), role)
            lines += real.details.flatMap { words("  ", mask.text($0), .dim) }
        }
        return lines
    }

    /// The way as one line, however long it is; nil if the link led nowhere.
    package var line: String? { way(columns: 1 << 24).first?.text }

    /// A stop with what leads to it, before the first stop of a row too.
    private typealias Part = (step: StyledLine.Span, name: String, columns: Int)

    /// Returns the way in a few rows, with the newest stop at the end. If not all stops fit, the first ones are left out.
    private func way(columns: Int) -> [StyledLine] {
        // Whatever opens a broken link, its first step does not look like a success.
        let broken = error == nil ? nil : trail.stops.firstIndex { $0.way != .chosen }
        let parts = trail.stops.enumerated().map { offset, stop -> Part in
            let isFirst = offset == 0 && !trail.isCut
            let arrow = step(to: stop, isBroken: offset == broken)
            let step = !isFirst ? arrow : stop.way == .chosen ? "" : "no referer" + arrow
            let name = name(of: stop)
            let width = display.glyphs.sanitizer.text(step + name, columns: columns).columns
            return (StyledLine.Span(text: step, role: offset == broken ? .error : .dim), name, width)
        }
        guard !parts.isEmpty else { return [] }
        var rows: [Range<Int>] = []
        var first = 0
        repeat {
            rows = self.rows(of: parts, from: first, columns: columns)
            first += 1
        } while rows.count > Self.mostRows && first < parts.count
        return rows.enumerated().map { index, row in
            var line = StyledLine((index == 0 && (trail.isCut || row.lowerBound > 0) ? "..." : index > 0 ? " " : "", .dim))
            for part in row {
                line.spans.append(parts[part].step)
                line.append(parts[part].name, part == parts.count - 1 ? .accent : .text)
            }
            return line
        }
    }

    private func rows(of parts: [Part], from first: Int, columns: Int) -> [Range<Int>] {
        var rows: [Range<Int>] = []
        var (start, used) = (first, first > 0 || trail.isCut ? 3 : 0)
        for index in parts.indices.dropFirst(first) {
            if used + parts[index].columns > columns, index > start {
                rows.append(start..<index)
                (start, used) = (index, 1)
            }
            used += parts[index].columns
        }
        return rows + [start..<parts.count]
    }

    private func name(of stop: Trail.Stop) -> String {
        let name = stop.name.map { mask.text($0.beginning(Self.nameBytes.searched)) } ?? stop.front.map(device.label) ?? ""
        return name.beginning(Self.nameBytes.shown)
    }

    /// Returns the arrow to a stop, with what led there: the link, or the key of what the user did and its time.
    private func step(to stop: Trail.Stop, isBroken: Bool) -> String {
        let what: String
        switch stop.way {
        case .chosen, .changed: return isUTF8 ? " · " : " | "
        case .arrived: what = number.map { "#\($0)" } ?? ""
        case .opened: what = "o"
        case .returned: what = "r"
        }
        let time = stop.time.map { " " + display.clock($0) } ?? ""
        let words = what + time + (isBroken ? " \(refused)\(error ?? "")" : "")
        return isUTF8 ? " ──\(words)──▸ " : " --\(words)--> "
    }
}

extension TimelineStep {
    /// Returns a sentence for the step, such as `Shop → Nieuws #41`.
    ///
    /// - Parameter number: The number of the link of the step in the list.
    package func words(number: Int?, on device: Device, _ display: Display) -> String {
        let names = [from, self.device.front].map(device.label(of:))
        let link = number.map { " #\($0)" } ?? ""
        let isUTF8 = display.glyphs.encoding == .utf8
        return switch cause {
        case .start: "\(names[1]) in front"
        case .arrived, .opened: names[0] == names[1] ? names[1] + link : names.joined(separator: isUTF8 ? " → " : " -> ") + link
        case .failed: "\(names[0])\(link): \(LinkEnd.failed.word)"
        case .returned: names.joined(separator: isUTF8 ? " ↩ " : " <- ") + link
        case .changed(let words), .restored(let words): words
        }
    }
}
