import AppLinks

// All repairs at once
//
// One repair may uncover what another one is for (data that was moved before the # can have the wrong version), so the link is read again
// and repaired again until there is nothing left to do. Where the data begins and ends is settled first and alone: what is done to a part of
// it that was taken for the whole destroys the rest. Of other repairs that would change the same bytes the weightier one is done first and
// the others get their turn in the next round, if their reason is still there.

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
            guard let better = best.better(within: errors) ?? best.betterByOne(within: errors) else { break }
            best = better
        }
        return best.bytes
    }

    private static let mostRounds = 16
    /// How many repairs in a row may be needed until an error that the first one uncovered is gone.
    private static let mostUncovered = 4

    private var errors: Set<FindingCode> { Set(findings.lazy.filter { $0.severity == .error }.map(\.code)) }

    /// The repairs, the weightiest first.
    private var repairs: [(code: FindingCode, repair: Repair)] {
        let weighed = findings.compactMap { finding in finding.repair.map { (code: finding.code, repair: $0) } }
        return weighed.enumerated()
            .sorted { ($1.element.code.repairWeight, $0.offset) < ($0.element.code.repairWeight, $1.offset) }
            .map(\.element)
    }

    private func applying(_ repairs: [Repair]) -> LinkInspection {
        var script = EditScript()
        for repair in repairs { script.take(repair, count: bytes.count) }
        return LinkInspection(script.applied(to: bytes), entry: link?.entry)
    }

    /// The link after the next repairs, without other errors than these; nil where there is no repair or it does harm.
    ///
    /// Once the data is whole, one can see what else is wrong with it. That is no harm if it can be put right as well.
    private func better(within errors: Set<FindingCode>) -> LinkInspection? {
        var current = self
        var isUncovering = false
        for _ in 0..<Self.mostUncovered {
            let repairs = current.repairs
            let structural = repairs.first { $0.code.isStructural }
            let next = current.applying(structural.map { [$0.repair] } ?? repairs.map(\.repair))
            guard next.bytes != current.bytes else { return nil }
            if next.errors.isSubset(of: errors) { return next }
            isUncovering = isUncovering || structural != nil
            guard isUncovering else { return nil }
            current = next
        }
        return nil
    }

    /// Where all repairs together would do harm: the first that does none by itself.
    private func betterByOne(within errors: Set<FindingCode>) -> LinkInspection? {
        repairs.prefix(Self.mostRounds).lazy.map { applying([$0.repair]) }
            .first { $0.errors.isSubset(of: errors) && $0.bytes != bytes }
    }
}

extension FindingCode {
    /// Whether its repair settles where the data, or a link inside, begins and ends.
    fileprivate var isStructural: Bool { repairWeight > 6 }

    /// What changes more of the link is done first: it may be all there is to do.
    fileprivate var repairWeight: Int {
        switch self {
        case .htmlEscape: 9
        case .payloadCut: 8
        case .payloadInFragment, .wrappedLinkCut: 7
        case .deadService, .noScheme: 6
        case .doubleEncoding, .plusForBlank: 4
        case .payloadNotJSON, .payloadNotUTF8, .payloadNotObject: 3
        case .rawJSON: 1
        default: 2
        }
    }
}
