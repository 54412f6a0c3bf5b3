import AppLinks
import Secrets
package import Services

/// The memory that the inspection of a link leaves to the next one, so that a program that inspects many links allocates little for each.
package struct InspectionMemory: ~Copyable {
    var reading: AppLinkReading?
    var finder = SecretFinder()
    var peeler: LayerPeeler
    var findings: [Finding] = []
    var secrets: [Range<Int>] = []
    /// The maximum number of findings and secrets whose memory is kept.
    private static let mostKept = 256

    /// - Parameter services: The services that links may belong to.
    package init(services: KnownServices = .embedded) { peeler = LayerPeeler(services: services) }

    /// Removes the results of the previous inspection.
    mutating func empty() {
        if findings.capacity > Self.mostKept { findings = [] } else { findings.removeAll(keepingCapacity: true) }
        if secrets.capacity > Self.mostKept { secrets = [] } else { secrets.removeAll(keepingCapacity: true) }
        // The texts of the layers refer to the reading, which can be used again only if nothing refers to it.
        peeler.layers.removeAll(keepingCapacity: true)
        if !peeler.parameters.isEmpty { peeler.parameters.removeAll(keepingCapacity: true) }
    }
}
