import AppLinks

// Applies all repairs.
//
// One repair may uncover another problem. For example, data that was moved before the # may have the wrong version. So the link is read and
// repaired again until nothing is left to repair. Repairs that settle where the data begins and ends come first, and each is applied alone,
// because editing only a part of the data would destroy the rest. If other repairs change the same bytes, the one with the higher weight is
// applied first. The others follow in the next round if their cause is still there.

extension LinkInspection {
    /// Whether any finding can be repaired.
    package var hasRepairs: Bool { findings.contains { $0.repair != nil } }

    /// The link after all repairs, byte for byte, or the link itself if it needs no repairs.
    ///
    /// Repairing a repaired link changes nothing, and no repair introduces a new error. If something is still left to repair after
    /// many rounds, nobody knows what the link was meant to be, so the link is returned unchanged.
    package var repaired: [UInt8] { repairedInSteps.bytes }

    /// The link after all repairs, and the repairs that were applied, in order.
    var repairedInSteps: (bytes: [UInt8], steps: [RepairStep]) {
        guard hasRepairs else { return (bytes, []) }
        let errors = errors
        var best = RepairedInspection(inspection: self)
        for _ in 0..<Self.mostRounds {
            guard let better = best.better(within: errors) ?? best.betterByOne(within: errors) else {
                return (best.inspection.bytes, best.steps)
            }
            best = better
        }
        return (bytes, [])
    }

    /// The maximum number of rounds. An ordinary link takes one or two of them.
    private static let mostRounds = 32
    /// The maximum number of repairs that are tried alone.
    fileprivate static let mostSingles = 16
    /// The maximum number of repairs that are applied in a row. The later repairs remove errors that the first one uncovered.
    fileprivate static let mostUncovered = 4

    fileprivate var errors: Set<FindingCode> { Set(findings.lazy.filter { $0.severity == .error }.map(\.code)) }

    /// The repairs, highest weight first.
    fileprivate var repairs: [(code: FindingCode, repair: LinkRepair)] {
        findings.compactMap { finding in finding.repair.map { (code: finding.code, repair: $0) } }
            .sorted { $0.code.repairWeight > $1.code.repairWeight }
    }
}

/// A repair that was applied, without its edits, whose places are those of the link at that time.
struct RepairStep {
    var code: FindingCode
    var summary: String
}

/// A link after some of its repairs.
private struct RepairedInspection {
    var inspection: LinkInspection
    /// The repairs that were applied, in order.
    var steps: [RepairStep] = []

    private func applying(_ repairs: some Sequence<(code: FindingCode, repair: LinkRepair)>) -> RepairedInspection {
        var script = EditScript(count: inspection.bytes.count)
        var steps = steps
        for (code, repair) in repairs where script.take(repair) { steps.append(RepairStep(code: code, summary: repair.summary)) }
        let repaired = script.applied(to: inspection.bytes)
        return RepairedInspection(inspection: LinkInspection(repaired, entry: inspection.entry), steps: steps)
    }

    /// Returns the link after the next repairs if it has no errors other than `errors`. Returns nil if there is no repair, or if the
    /// repairs add other errors.
    ///
    /// Once the data is complete, further errors may become visible. These errors are accepted if further repairs remove them.
    func better(within errors: Set<FindingCode>) -> RepairedInspection? {
        var current = self
        var isUncovering = false
        for _ in 0..<LinkInspection.mostUncovered {
            let repairs = current.inspection.repairs
            guard !repairs.isEmpty else { return nil }
            let structural = repairs.first { $0.code.isStructural }
            let next = current.applying(structural.map { [$0] } ?? repairs)
            guard next.inspection.bytes != current.inspection.bytes else { return nil }
            if next.inspection.errors.isSubset(of: errors) { return next }
            isUncovering = isUncovering || structural != nil
            guard isUncovering else { return nil }
            current = next
        }
        return nil
    }

    /// Returns the result of the first single repair that changes the link and adds no error. This result is used if all repairs together
    /// would add an error.
    func betterByOne(within errors: Set<FindingCode>) -> RepairedInspection? {
        inspection.repairs.prefix(LinkInspection.mostSingles).lazy.map { applying([$0]) }
            .first { $0.inspection.errors.isSubset(of: errors) && $0.inspection.bytes != inspection.bytes }
    }
}

extension FindingCode {
    /// Whether the repair settles where the data, or a link inside it, begins and ends.
    fileprivate var isStructural: Bool { repairWeight > 6 }

    /// Repairs that change more of the link have a higher weight, because such repairs may make other repairs unnecessary.
    fileprivate var repairWeight: Int {
        switch self {
        case .quotedPrintable: 10
        case .htmlEscape, .jsonEscape: 9
        case .payloadCut: 8
        case .payloadInFragment, .wrappedLinkCut, .ambiguousNesting, .queryDelimiter: 7
        case .deadService, .noScheme, .malformedStart, .defanged: 6
        // Text that does not belong to the link is removed before anything is escaped.
        case .trailingText: 5
        case .doubleEncoding, .plusForBlank: 4
        case .payloadNotJSON, .payloadNotUTF8, .payloadNotObject: 3
        case .rawJSON: 1
        default: 2
        }
    }
}
