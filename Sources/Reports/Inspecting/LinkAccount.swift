import AppLinks
import LinkLayers

/// The parts of a report that go beyond the content of the link.
struct LinkAccount {
    enum Repaired {
        /// Nothing needs a repair.
        case unchanged
        /// The link after all repairs. Nil if it is not a URL even then.
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
