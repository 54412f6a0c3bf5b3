import Secrets

extension LinkReading {
    /// Returns the link after one repair, which must come from one of its findings. If the repair comes from another link and does not fit,
    /// returns the link unchanged.
    public func applying(_ repair: LinkRepair) -> String {
        var script = EditScript(count: inspection.bytes.count)
        script.take(Repair(repair.summary, repair.edits.map { Repair.Edit($0.place, $0.utf8) }))
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
            steps: steps.map { RepairedLink.Step(code: LinkFinding.Code($0.code), summary: $0.summary) })
    }
}
