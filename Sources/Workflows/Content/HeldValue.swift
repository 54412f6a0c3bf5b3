/// A value in a slot. It is an object, so that copying content copies references, however large the values are.
@usableFromInline
class HeldValue: @unchecked Sendable {
    // `@unchecked`: the compiler cannot check a class with subclasses. It has no stored properties, and its only subclass has
    // one constant.

    @inlinable
    init() {}

    @inlinable
    deinit {}

    /// The value without its static type. It can be cast to another type.
    @usableFromInline var any: any Sendable { () }
}

@usableFromInline
final class TypedHeldValue<Value: Sendable>: HeldValue, @unchecked Sendable {
    // `@unchecked` like its superclass.
    @usableFromInline let value: Value

    @inlinable
    init(_ value: Value) {
        self.value = value
    }

    @inlinable
    deinit {}

    @usableFromInline override var any: any Sendable { value }
}
