import Secrets

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
