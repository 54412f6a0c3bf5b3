import AppLinks
import LinkLayers

/// What a report tells about a link beside what the link says.
struct LinkAccount {
    enum Repaired {
        /// There is nothing to put right.
        case unchanged
        /// The link after all repairs; nil for what is no URL even then.
        case changed(String?)
    }

    let findings: [Finding]
    let peeled: PeeledLink
    let repaired: Repaired

    init(_ link: OrdinaryLink) {
        findings = link.findings
        peeled = link.peeled
        repaired = .unchanged
    }

    init(_ inspection: LinkInspection) {
        findings = inspection.findings
        peeled = inspection.peeled
        repaired = inspection.hasRepairs ? .changed(inspection.repairedText) : .unchanged
    }
}
