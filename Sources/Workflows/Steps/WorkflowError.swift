public import Foundation
public import JSONDocument

/// Why a built-in step failed, if there is no more specific error, such as an error of the file system.
public enum WorkflowError: Error, Hashable {
    /// The step needs a value in this slot, and the slot is empty.
    case noInput(step: String, slot: String)
    /// The step yielded no output and reported no error.
    case noOutput(step: String)
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
        case .noOutput(let step):
            "Step “\(step)” returned nil, which means that it failed."
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

/// The bridge to `NSError`, for code that checks domains and codes, as with BkTask.
extension WorkflowError: CustomNSError {
    /// BkTask's domain for the errors of its own steps.
    public static var errorDomain: String { "com.backelite.bktask.ErrorDomain" }

    /// 0, BkTask's only code, or 3840 if the data is not acceptable as JSON: Foundation's code for that, which BkTask passes on.
    public var errorCode: Int {
        switch self {
        case .noInput, .noOutput: 0
        case .notJSON, .fragment: 3840
        }
    }

    /// The description.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: description] }
}
