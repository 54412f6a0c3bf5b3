public import Foundation

extension WorkflowContent {
    /// The name of a slot and the type of what is in it.
    ///
    /// Two keys are the same if one is a copy of the other: equal names do not make them so.
    public struct Key<Value: Sendable>: Sendable {
        @usableFromInline let slot: WorkflowSlot

        /// A key of its own.
        ///
        /// - Parameter name: What descriptions and errors call it.
        public init(_ name: String) {
            slot = WorkflowSlot(name)
        }

        init(slot: WorkflowSlot) {
            self.slot = slot
        }

        /// What descriptions and errors call it.
        public var name: String { slot.name }
    }
}

extension WorkflowContent.Key {
    /// The slot steps read and write unless told otherwise: what the last of them made, of whatever type.
    ///
    /// It is one slot for all types. Read as another type than was written, it is empty.
    public static var object: WorkflowContent.Key<Value> { WorkflowContent.Key(slot: .object) }
}

extension WorkflowContent.Key where Value == Data {
    /// The slot for bytes: what file steps load and save, and what JSON is read from.
    public static var data: WorkflowContent.Key<Data> { WorkflowContent.Key(slot: .data) }
}

/// The identity behind a key.
@usableFromInline
final class WorkflowSlot: Sendable, Hashable {
    static let object = WorkflowSlot("object")
    static let data = WorkflowSlot("data")

    let name: String

    init(_ name: String) {
        self.name = name
    }

    @usableFromInline static func == (left: WorkflowSlot, right: WorkflowSlot) -> Bool {
        left === right
    }

    @usableFromInline func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
