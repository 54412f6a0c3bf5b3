/// A value moved across threads without a `Sendable` check.
///
/// Bolts is older than `Sendable`. It accepts any closure and any result, and runs closures on any thread. Code written for Bolts must
/// build unchanged, so the API of Bolts does not require `Sendable` here either, and values cross threads inside this wrapper.
// `@unchecked`: two threads never use a wrapped closure at once, because each closure belongs to one job. As in Bolts, the user is
// responsible for the thread safety of results, because several continuations may read the same result.
struct Carried<Wrapped>: @unchecked Sendable {
    let wrapped: Wrapped

    init(_ wrapped: Wrapped) {
        self.wrapped = wrapped
    }
}
