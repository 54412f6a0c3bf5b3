/// A value with the time of its arrival. Instances are compared by identity, because comparing their values could take long.
final class Dated<Value: Sendable>: Sendable, Equatable {
    let value: Value
    /// Milliseconds since 1970.
    let time: Int64

    init(_ value: Value, at time: Int64) {
        self.value = value
        self.time = time
    }

    static func == (left: Dated, right: Dated) -> Bool { left === right }
}
