// Where the value or error of an outcome is stored: in two words of the future's one object, whatever the value's type.
//
// A stored property of the value's own type would have two costs. Every future would be destroyed through the metadata of
// its type, which for an integer takes longer than everything else. And every field after the property would be located
// through that metadata. With two plain words, the object has the same layout for all types, the state word tells how the
// future ended, and a future of an integer has nothing to destroy.
//
//     integer, string, array, reference, small struct    in the words
//     anything larger or with a larger alignment         in a box, whose reference is in the first word
//     error                                              in the first word

/// Space for a value or an error; `FutureState.ending` tells which.
@usableFromInline typealias FuturePayload = (UInt, UInt)

/// How values of a type are stored in a payload. The compiler evaluates the members when it knows the type.
@usableFromInline
enum PayloadForm<Value> {
    /// Whether the words hold the value itself.
    @inlinable static var isInline: Bool {
        MemoryLayout<Value>.size <= MemoryLayout<FuturePayload>.size
            && MemoryLayout<Value>.alignment <= MemoryLayout<FuturePayload>.alignment
    }

    /// The ending of a future that succeeds with a value of this type.
    @inlinable static var success: FutureEnding {
        isInline && _isPOD(Value.self) ? .plainSuccess : .success
    }
}

/// A box for a value that does not fit into the words.
@usableFromInline
final class ValueBox<Value: Sendable>: Sendable {
    @usableFromInline let value: Value

    @inlinable
    init(_ value: Value) {
        self.value = value
    }
}

extension FutureStorage {
    // Each pointer is made from the payload's own address and used within the call. Only the thread that claimed the future
    // writes, once. A thread reads only after it has seen the future settled, and with the type that the ending names.

    /// Stores an outcome in the payload. Returns the ending for the state word.
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
            // Without the explicit type, the error inside the existential would be stored.
            unsafe put(error, as: (any Error).self)
            return .failure
        case .cancelled:
            return .cancelled
        }
    }

    /// Stores the outcome of another future in the payload; a boxed value is shared, not copied.
    @inlinable @inline(__always)
    final func write(as other: FutureStorage<Value>, _ ending: FutureEnding) -> FutureEnding {
        if ending != .success || PayloadForm<Value>.isInline { return write(other.read(ending)) }
        unsafe put(other.get(ValueBox<Value>.self), as: ValueBox<Value>.self)
        return ending
    }

    @inlinable @inline(__always)
    final func read(_ ending: FutureEnding) -> Outcome<Value> {
        switch ending {
        case .plainSuccess: .success(unsafe get(Value.self))
        case .success: .success(PayloadForm<Value>.isInline ? unsafe get(Value.self) : unsafe get(ValueBox<Value>.self).value)
        case .failure: .failure(unsafe get((any Error).self))
        case .cancelled: .cancelled
        }
    }

    /// Releases the payload of a future with this ending.
    final func empty(_ ending: FutureEnding) {
        switch ending {
        case .plainSuccess, .cancelled: break
        case .success:
            if PayloadForm<Value>.isInline {
                unsafe destroy(Value.self)
            } else {
                // A box of any type. `AnyObject` avoids looking up its metadata.
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
        // This only reads, so several threads may do it at once. The compiler may copy the two words first, which are plain numbers to it.
        // Without `withExtendedLifetime`, it could then release the future before the references in the copy have been retained.
        withExtendedLifetime(self) {
            unsafe withUnsafePointer(to: payload) {
                unsafe UnsafeRawPointer($0).assumingMemoryBound(to: Content.self).pointee
            }
        }
    }

    @unsafe
    private final func destroy<Content>(_ type: Content.Type) {
        unsafe withUnsafeMutablePointer(to: &payload) {
            _ = unsafe UnsafeMutableRawPointer($0).assumingMemoryBound(to: Content.self).deinitialize(count: 1)
        }
    }
}
