import AppLinks

// All repairs at once
//
// One repair may uncover what another one is for (data that was moved before the # can have the wrong version), so the link is read again
// and repaired again until there is nothing left to do. Of repairs that would change the same bytes the weightier one is done first and the
// others get their turn in the next round, if their reason is still there.

extension LinkInspection {
    /// Whether something can be put right.
    package var hasRepairs: Bool { findings.contains { $0.repair != nil } }

    /// The link after all repairs, byte for byte; the link itself where there are none.
    ///
    /// Repairing what is repaired changes nothing, and no repair makes an error appear that was not there.
    package var repaired: [UInt8] {
        guard hasRepairs else { return bytes }
        let errors = errors
        var best = self
        for _ in 0..<Self.mostRounds {
            let script = best.script(best.repairs)
            guard !script.isEmpty else { return best.bytes }
            let next = LinkInspection(script.applied(to: best.bytes), entry: link?.entry)
            guard next.errors.isSubset(of: errors) else { return best.bytes(improvedOneByOne: errors) }
            best = next
        }
        return best.bytes
    }

    private static let mostRounds = 16

    private var errors: Set<FindingCode> { Set(findings.lazy.filter { $0.severity == .error }.map(\.code)) }

    /// The repairs, the weightiest first.
    private var repairs: [Repair] {
        let weighed = findings.compactMap { finding in finding.repair.map { (weight: finding.code.repairWeight, repair: $0) } }
        return weighed.enumerated().sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }.map(\.element.repair)
    }

    private func script(_ repairs: [Repair]) -> EditScript {
        var script = EditScript()
        for repair in repairs { script.take(repair, count: bytes.count) }
        return script
    }

    /// Where all repairs together would do harm: those that do none by themselves.
    private func bytes(improvedOneByOne errors: Set<FindingCode>) -> [UInt8] {
        var best = self
        for _ in 0..<Self.mostRounds {
            let better = best.repairs.prefix(Self.mostRounds).lazy.map { repair in
                LinkInspection(best.script([repair]).applied(to: best.bytes), entry: best.link?.entry)
            }.first { $0.errors.isSubset(of: errors) && $0.bytes != best.bytes }
            guard let better else { break }
            best = better
        }
        return best.bytes
    }
}

extension FindingCode {
    /// What changes more of the link is done first: it may be all there is to do.
    fileprivate var repairWeight: Int {
        switch self {
        case .deadService, .noScheme: 6
        case .payloadCut: 5
        case .doubleEncoding, .plusForBlank: 4
        case .payloadNotJSON, .payloadNotUTF8, .payloadNotObject, .payloadInFragment: 3
        case .rawJSON: 1
        default: 2
        }
    }
}
