import LinkLayers

/// The layers, findings and repairs of a link: the parts of a report that go beyond the link's content.
struct LinkAccount {
    enum Repaired {
        /// The link needs no repair.
        case unchanged
        /// The link after all repairs. Nil if the repaired text is still not a URL.
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
