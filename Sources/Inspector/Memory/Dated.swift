/// A value with the time it came. Its identity stands for its content, so that comparing two of them does not compare what they hold.
package final class Dated<Value: Sendable>: Sendable, Equatable {
    package let value: Value
    /// Milliseconds since 1970.
    package let time: Int64

    init(_ value: Value, at time: Int64) {
        self.value = value
        self.time = time
    }

    package static func == (left: Dated, right: Dated) -> Bool { left === right }
}
