/// A value moved across threads without a `Sendable` check.
///
/// Bolts is older than `Sendable`: it accepts any closure and any result and runs them where it is told. Code written for it
/// must build unchanged, so no public API here requires `Sendable`, and values travel inside this wrapper.
struct Carried<Wrapped>: @unchecked Sendable {
    // `@unchecked`: this module never lets two threads use a wrapped closure at once, because each closure belongs to one job.
    // For results the user is responsible: several continuations may read the same one, as they may in Bolts.
    let wrapped: Wrapped

    init(_ wrapped: Wrapped) {
        self.wrapped = wrapped
    }
}
