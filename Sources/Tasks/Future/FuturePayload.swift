// Where the value or the error of an outcome lies: two words in the future's one object, whatever the value's type.
//
// A stored property of the value's own type would do, but for two things. Every future would be destroyed by way of its
// type's description, which for a number takes longer than all else; and every field behind it would be found by way of
// that description, too. As it is, the object has the same shape for all types, the state word says how it ended, and a
// future of a number has nothing to destroy.
//
//     number, text, array, reference, small struct     in the words
//     anything larger, or aligned to more              in a box, whose reference is in the first word
//     error                                            in the first word

/// Room for a value or an error; `FutureState.ending` tells what is in it.
@usableFromInline typealias FuturePayload = (UInt, UInt)

/// How values of a type are kept in a payload. All of it is known when the type is.
@usableFromInline
enum PayloadForm<Value> {
    /// Whether a value is in the words themselves.
    @inlinable static var isInline: Bool {
        MemoryLayout<Value>.size <= MemoryLayout<FuturePayload>.size
            && MemoryLayout<Value>.alignment <= MemoryLayout<FuturePayload>.alignment
    }

    /// How a future ends that succeeds with such a value.
    @inlinable static var success: FutureEnding {
        isInline && _isPOD(Value.self) ? .plainSuccess : .success
    }
}

/// A value that is too large for the words.
@usableFromInline
final class ValueBox<Value: Sendable>: Sendable {
    @usableFromInline let value: Value

    @inlinable
    init(_ value: Value) {
        self.value = value
    }
}

extension FutureStorage {
    // Each pointer is made of the payload's own address and used within the call. Only who has claimed the future writes,
    // once; only who has seen it settled reads, and with the type it was written with, as the ending tells.

    /// Puts an outcome into the payload; answers how the state word has to say so.
    @inlinable @inline(__always)
    final func write(_ outcome: consuming Outcome<Value>) -> FutureEnding {
        switch outcome {
        case .success(let value):
            if PayloadForm<Value>.isInline {
                unsafe put(value, as: Value.self)
            } else {
                unsafe put(ValueBox(value), as: ValueBox<Value>.self)
            }
            return PayloadForm<Value>.success
        case .failure(let error):
            // The type is spelt out: without it, the error inside the existential would be put.
            unsafe put(error, as: (any Error).self)
            return .failure
        case .cancelled:
            return .cancelled
        }
    }

    /// Puts what another has ended with into the payload, too: a value in a box stays in it, and is shared.
    @inlinable @inline(__always)
    final func write(as other: FutureStorage<Value>, _ ending: FutureEnding) -> FutureEnding {
        if ending != .success || PayloadForm<Value>.isInline { return write(other.read(ending)) }
        unsafe put(other.get(ValueBox<Value>.self), as: ValueBox<Value>.self)
        return ending
    }

    /// The outcome that ended so.
    @inlinable @inline(__always)
    final func read(_ ending: FutureEnding) -> Outcome<Value> {
        switch ending {
        case .plainSuccess: .success(unsafe get(Value.self))
        case .success: .success(PayloadForm<Value>.isInline ? unsafe get(Value.self) : unsafe get(ValueBox<Value>.self).value)
        case .failure: .failure(unsafe get((any Error).self))
        case .cancelled: .cancelled
        }
    }

    /// Lets go of what ended so.
    final func empty(_ ending: FutureEnding) {
        switch ending {
        case .plainSuccess, .cancelled: break
        case .success:
            if PayloadForm<Value>.isInline {
                unsafe destroy(Value.self)
            } else {
                // A box, of whatever: to name its type would be to look it up.
                unsafe destroy(AnyObject.self)
            }
        case .failure: unsafe destroy((any Error).self)
        }
    }

    @unsafe @inlinable @inline(__always)
    final func put<Content>(_ content: Content, as type: Content.Type) {
        unsafe withUnsafeMutablePointer(to: &payload) {
            _ = unsafe UnsafeMutableRawPointer($0).initializeMemory(as: Content.self, to: content)
        }
    }

    @unsafe @inlinable @inline(__always)
    final func get<Content>(_ type: Content.Type) -> Content {
        // Reads, and so may be done by many at once; the words may be copied for it, whoever owns what they refer to.
        unsafe withUnsafePointer(to: payload) {
            unsafe UnsafeRawPointer($0).assumingMemoryBound(to: Content.self).pointee
        }
    }

    @unsafe
    private final func destroy<Content>(_ type: Content.Type) {
        unsafe withUnsafeMutablePointer(to: &payload) {
            _ = unsafe UnsafeMutableRawPointer($0).assumingMemoryBound(to: Content.self).deinitialize(count: 1)
        }
    }
}
