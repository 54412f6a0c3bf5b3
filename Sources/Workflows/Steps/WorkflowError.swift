public import Foundation
public import JSONDocument

/// Why a built-in step failed, if there is no more specific error, such as an error of the file system.
public enum WorkflowError: Error, Hashable {
    /// The step needs a value in this slot, and the slot is empty.
    case noInput(step: String, slot: String)
    /// The data is not JSON; the finding describes the error and its place.
    case notJSON(step: String, finding: JSONFinding?)
    /// The data is JSON but neither an object nor an array, and the step does not allow fragments.
    case fragment(step: String)
}

extension WorkflowError: CustomStringConvertible, LocalizedError {
    /// What happened, in which step, and where in the data.
    public var description: String {
        switch self {
        case .noInput(let step, let slot):
            "Step “\(step)” found nothing in the slot “\(slot)”; a step before it has to write there."
        case .notJSON(let step, let finding?):
            "Step “\(step)” found no JSON: line \(finding.line), column \(finding.column): \(finding.message)"
        case .notJSON(let step, nil):
            "Step “\(step)” found no JSON."
        case .fragment(let step):
            "Step “\(step)” found a bare JSON value; it wants an object or an array unless allowsFragments is set."
        }
    }

    /// The description.
    public var errorDescription: String? { description }
}
