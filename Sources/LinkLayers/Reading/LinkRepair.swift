import Secrets

/// The edits that fix one problem of a link. They are applied together or not at all.
///
///     let link = LinkReading("shop://item?name=red shoes")
///     if let repair = link.findings.lazy.compactMap(\.repair).first {
///         repair.summary                   // what to do, for people
///         link.applying(repair)            // shop://item?name=red%20shoes
///     }
///
/// One repair may uncover another problem. ``LinkReading/repaired()`` applies all repairs until nothing is left to repair.
public struct LinkRepair: Sendable, Hashable {
    /// A place in the link and the bytes that replace it. If the place is empty, the bytes are inserted there.
    public struct Edit: Sendable, Hashable {
        /// The place in the bytes of ``LinkReading/utf8``.
        public internal(set) var place: Range<Int>
        /// The bytes that replace those at the place.
        public internal(set) var utf8: [UInt8]
        /// The replacement as text. It may contain secrets.
        public var replacement: String { String(decoding: utf8, as: UTF8.self) }

        package init(_ place: Range<Int>, _ utf8: some Sequence<UInt8>) {
            self.place = place
            self.utf8 = Array(utf8)
        }

        // Up to a quarter of a million edits of a link share these bytes.
        static let space = Array("%20".utf8)
        static let percent = Array("%25".utf8)
    }

    /// What the edits do, as an imperative: `Escape the & as %26.`
    public package(set) var summary: String
    /// The edits in the order of the link, without overlaps.
    public internal(set) var edits: [Edit]

    package init(_ summary: String, _ edits: [Edit]) { (self.summary, self.edits) = (summary, edits) }

    init(_ summary: String, _ place: Range<Int>, _ utf8: some Sequence<UInt8>) { self.init(summary, [Edit(place, utf8)]) }
}

/// A link after all repairs.
public struct RepairedLink: Sendable, Hashable {
    /// The repaired link. It may contain secrets.
    public let link: String
    /// The repaired link with each secret replaced by eight `•`.
    public let masked: String
    /// What was changed, in the order in which it was changed.
    public let steps: [Step]

    /// One repair that was applied, possibly after other repairs had uncovered its problem.
    public struct Step: Sendable, Hashable {
        /// The problem that was repaired.
        public let code: FindingCode
        /// What was done, as an imperative: `Escape the & as %26.`
        public let summary: String
    }
}

extension LinkReading {
    /// Returns the link after one repair, which must come from one of its findings. If the repair comes from another link and does not fit,
    /// returns the link unchanged.
    public func applying(_ repair: LinkRepair) -> String {
        var script = EditScript(count: inspection.bytes.count)
        script.take(repair)
        return String(decoding: script.applied(to: inspection.bytes), as: UTF8.self)
    }

    /// Returns the link after all repairs, and what was changed. Nil if nothing can be repaired.
    ///
    /// Repairs are applied and the link is read again until nothing is left to repair, so this takes several times as long as the reading.
    /// No repair introduces a new error, and repairing a repaired link changes nothing.
    public func repaired() -> RepairedLink? {
        let (bytes, steps) = inspection.repairedInSteps
        guard bytes != inspection.bytes else { return nil }
        return RepairedLink(
            link: String(decoding: bytes, as: UTF8.self), masked: String(decoding: Secrets.masked(bytes), as: UTF8.self),
            steps: steps.map { RepairedLink.Step(code: $0.code, summary: $0.summary) })
    }
}
