public import Foundation

extension WorkflowContent {
    /// The name of a slot and the type of its value.
    ///
    /// Two keys are the same only if one is a copy of the other. Keys with equal names are different.
    public struct Key<Value: Sendable>: Sendable {
        @usableFromInline let slot: WorkflowSlot

        /// Creates a key for a new slot.
        ///
        /// - Parameter name: The name of the slot in descriptions and errors.
        public init(_ name: String) {
            slot = WorkflowSlot(name)
        }

        init(slot: WorkflowSlot) {
            self.slot = slot
        }

        /// The name of the slot in descriptions and errors.
        public var name: String { slot.name }
    }
}

extension WorkflowContent.Key {
    /// The slot that steps read and write by default: the output of the last step, of any type.
    ///
    /// It is a single slot for all types. Reading a value as a type other than its own returns nil.
    public static var object: WorkflowContent.Key<Value> { WorkflowContent.Key(slot: .object) }
}

extension WorkflowContent.Key where Value == Data {
    /// The slot for bytes. File steps load and save these bytes, and JSON steps parse them.
    public static var data: WorkflowContent.Key<Data> { WorkflowContent.Key(slot: .data) }
}

/// The identity of a key.
@usableFromInline
final class WorkflowSlot: Sendable {
    static let object = WorkflowSlot("object")
    static let data = WorkflowSlot("data")

    let name: String

    init(_ name: String) {
        self.name = name
    }
}
