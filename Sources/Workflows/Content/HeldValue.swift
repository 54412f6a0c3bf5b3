/// A value in a slot. In an object, so that to copy a content is to count references, however large the values are.
@usableFromInline
class HeldValue: @unchecked Sendable {
    // Unchecked: a class that is inherited from cannot be checked. It has nothing in it, and its only heir a constant.

    @inlinable
    init() {}

    @inlinable
    deinit {}

    /// The value, to be read as another type.
    @usableFromInline var any: any Sendable { () }
}

@usableFromInline
final class HeldValueOf<Value: Sendable>: HeldValue, @unchecked Sendable {
    // Unchecked as its superclass.
    @usableFromInline let value: Value

    @inlinable
    init(_ value: Value) {
        self.value = value
    }

    @inlinable
    deinit {}

    @usableFromInline override var any: any Sendable { value }
}
