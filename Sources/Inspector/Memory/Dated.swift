/// A value with the time it came. Its identity stands for its content, so that comparing two of them does not compare what they hold.
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
