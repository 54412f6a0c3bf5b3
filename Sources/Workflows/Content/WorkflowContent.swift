/// What the steps of a workflow hand to one another: values in slots, each of the type its key says.
///
///     enum Page {
///         static let address = WorkflowContent.Key<URL>("address")
///     }
///     content[Page.address] = url
///
/// A value: every step gets a copy, and a change reaches the next one only. What a class instance in a slot refers to is
/// shared, though.
public struct WorkflowContent: Sendable {
    /// What is in a slot. A step that says it has no output leaves a mark, which is not the same as never having written.
    private enum Entry: Sendable {
        case value(any Sendable)
        case noOutput
    }

    /// In the order they were first written. They are few: looking at each is quicker than hashing one.
    private var entries: [(slot: WorkflowSlot, entry: Entry)] = []

    /// A content with nothing in it.
    public init() {}

    /// The value under `key`; `nil` if there is none, or one of another type. Setting `nil` takes the value away.
    public subscript<Value>(key: Key<Value>) -> Value? {
        get { value(in: key.slot) }
        set { set(newValue.map { .value($0) }, in: key.slot) }
    }

    /// Writes what a step has come to. `nil` says that it has no output: a success with nothing to show.
    public mutating func setOutput<Value>(_ output: Value?, for key: Key<Value>) {
        set(output.map { .value($0) } ?? .noOutput, in: key.slot)
    }

    /// What observers get of a workflow: the object, or the data if no step has written an object.
    ///
    /// - Parameter type: `nil` comes back for an output of another type.
    public func output<Value: Sendable>(as type: Value.Type = Value.self) -> Value? {
        entry(in: .object) == nil ? value(in: .data) : value(in: .object)
    }

    /// Whether there is nothing in it.
    public var isEmpty: Bool { entries.isEmpty }

    private func value<Value>(in slot: WorkflowSlot) -> Value? {
        guard case .value(let value)? = entry(in: slot) else { return nil }
        return value as? Value
    }

    private func entry(in slot: WorkflowSlot) -> Entry? { entries.first { $0.slot == slot }?.entry }

    private mutating func set(_ entry: Entry?, in slot: WorkflowSlot) {
        let index = entries.firstIndex { $0.slot == slot }
        switch (index, entry) {
        case (let index?, let entry?): entries[index].entry = entry
        case (let index?, nil): entries.remove(at: index)
        case (nil, let entry?): entries.append((slot, entry))
        case (nil, nil): break
        }
    }
}

extension WorkflowContent: CustomStringConvertible {
    /// The names of the slots that are written, in alphabetical order.
    public var description: String {
        "WorkflowContent(\(entries.map(\.slot.name).sorted().joined(separator: ", ")))"
    }
}
