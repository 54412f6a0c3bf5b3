public import Foundation

/// The values that the steps of a workflow pass on: named slots, each with the type of its key.
///
///     enum Page {
///         static let address = WorkflowContent.Key<URL>("address")
///     }
///     content[Page.address] = url
///
/// Content has value semantics: every step gets a copy, and changes reach only the next step. A class instance in a slot is
/// still shared.
public struct WorkflowContent: Sendable {
    /// A slot's value; `nil` if a step has explicitly written no output, which differs from a slot that was never written.
    @usableFromInline typealias Entry = (any Sendable)?

    /// The entries, in the order they were first written. There are few entries, so a linear search is faster than hashing.
    @usableFromInline var entries: [(slot: WorkflowSlot, entry: Entry)] = []

    /// Creates empty content.
    public init() {}

    /// The value under `key`; `nil` if there is no value or it has another type. Setting `nil` removes the value.
    @inlinable
    public subscript<Value>(key: Key<Value>) -> Value? {
        get { value(in: key.slot) }
        set { if let newValue { set(newValue, in: key.slot) } else { remove(key.slot) } }
    }

    /// Writes the output of a step. `nil` means that the step succeeded without output.
    @inlinable
    public mutating func setOutput<Value>(_ output: Value?, for key: Key<Value>) {
        if let output { set(output, in: key.slot) } else { set(nil, in: key.slot) }
    }

    /// Returns the output that observers of a workflow receive: the object slot, or the data slot if no step has written an object.
    ///
    /// - Parameter type: The type to read the output as; the result is `nil` if the output has another type.
    public func output<Value: Sendable>(as type: Value.Type = Value.self) -> Value? {
        entry(in: .object) == nil ? value(in: .data) : value(in: .object)
    }

    /// Whether no slot has been written.
    public var isEmpty: Bool { entries.isEmpty }

    @inlinable
    func value<Value: Sendable>(in slot: WorkflowSlot) -> Value? {
        (entry(in: slot) ?? nil) as? Value
    }

    @usableFromInline
    func index(of slot: WorkflowSlot) -> Int? { entries.firstIndex { $0.slot === slot } }

    @usableFromInline
    func entry(in slot: WorkflowSlot) -> Entry? { index(of: slot).map { entries[$0].entry } }

    @usableFromInline
    mutating func set(_ entry: Entry, in slot: WorkflowSlot) {
        if let index = index(of: slot) {
            entries[index].entry = entry
        } else {
            if entries.isEmpty { entries.reserveCapacity(6) }
            entries.append((slot, entry))
        }
    }

    @usableFromInline
    mutating func remove(_ slot: WorkflowSlot) {
        if let index = index(of: slot) { entries.remove(at: index) }
    }
}

extension WorkflowContent: CustomStringConvertible {
    /// The names of the written slots, in alphabetical order.
    public var description: String {
        "WorkflowContent(\(entries.map(\.slot.name).sorted().joined(separator: ", ")))"
    }
}

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
