public import Foundation
public import Tasks

/// As `NSError`, several errors look the way Bolts for Objective-C has always reported them.
extension AggregateError: CustomNSError {
    /// The key of `errorUserInfo` that the list of errors is under: `errors`.
    public static var errorsKey: String { "errors" }

    /// The domain of Bolts: `bolts`.
    public static var errorDomain: String { "bolts" }

    /// The code of Bolts for several errors: 80175001.
    public var errorCode: Int { 80_175_001 }

    /// The errors under `errors`, in the order of the futures that were given, and a description that names each.
    public var errorUserInfo: [String: Any] {
        [Self.errorsKey: errors, NSLocalizedDescriptionKey: description]
    }
}
