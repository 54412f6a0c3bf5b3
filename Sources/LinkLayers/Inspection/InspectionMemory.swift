import AppLinks
import Secrets

/// The memory that the inspection of a link leaves to the next one, so that a program that inspects many links allocates little for each.
package struct InspectionMemory: ~Copyable {
    var reading = LinkReading()
    var finder = SecretFinder()
    var query = LinkQuery()

    package init() {}
}
