/// A value moved across threads without a `Sendable` check.
///
/// Bolts is older than `Sendable`: it accepts any closure and any result, and runs closures on any thread. Code written for
/// Bolts must build unchanged, so no public API here requires `Sendable`, and values travel inside this wrapper.
struct Carried<Wrapped>: @unchecked Sendable {
    // `@unchecked`: this module never lets two threads use a wrapped closure at once, because each closure belongs to one
    // job. The user is responsible for results: as in Bolts, several continuations may read the same result.
    let wrapped: Wrapped

    init(_ wrapped: Wrapped) {
        self.wrapped = wrapped
    }
}
