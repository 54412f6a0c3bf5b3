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
    /// What is in a slot: `nil` is the mark of a step that says it has no output, which is not the same as never having written.
    @usableFromInline typealias Entry = HeldValue?

    /// In the order they were first written. They are few: looking at each is quicker than hashing one.
    @usableFromInline var entries: [(slot: WorkflowSlot, entry: Entry)] = []

    /// A content with nothing in it.
    public init() {}

    /// The value under `key`; `nil` if there is none, or one of another type. Setting `nil` takes the value away.
    @inlinable
    public subscript<Value>(key: Key<Value>) -> Value? {
        get { value(in: key.slot) }
        set { if let newValue { set(HeldValueOf(newValue), in: key.slot) } else { remove(key.slot) } }
    }

    /// Writes what a step has come to. `nil` says that it has no output: a success with nothing to show.
    @inlinable
    public mutating func setOutput<Value>(_ output: Value?, for key: Key<Value>) {
        if let output { set(HeldValueOf(output), in: key.slot) } else { set(nil, in: key.slot) }
    }

    /// What observers get of a workflow: the object, or the data if no step has written an object.
    ///
    /// - Parameter type: `nil` comes back for an output of another type.
    public func output<Value: Sendable>(as type: Value.Type = Value.self) -> Value? {
        entry(in: .object) == nil ? value(in: .data) : value(in: .object)
    }

    /// Whether there is nothing in it.
    public var isEmpty: Bool { entries.isEmpty }

    @inlinable
    func value<Value: Sendable>(in slot: WorkflowSlot) -> Value? {
        guard let held = entry(in: slot) ?? nil else { return nil }
        // As a rule it is read as what it was written.
        return (held as? HeldValueOf<Value>)?.value ?? held.any as? Value
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
    /// The names of the slots that are written, in alphabetical order.
    public var description: String {
        "WorkflowContent(\(entries.map(\.slot.name).sorted().joined(separator: ", ")))"
    }
}
