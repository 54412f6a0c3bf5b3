#if canImport(Combine)
    public import Combine

    extension Tasks.Future {
        /// A publisher of the value. A failure is passed on, and a cancellation is the failure `CancellationError`.
        ///
        /// The value arrives on the thread that settles the future. To go the other way, settle a ``Promise`` in the `sink` of a publisher.
        public var publisher: AnyPublisher<Value, any Error> {
            Combine.Future<Value, any Error> { settle in
                // Safe: `settle` may be called on any thread, and only this continuation calls it, once.
                nonisolated(unsafe) let settle = settle
                self.continueWith(.immediate) { future in
                    if let outcome = future.outcome { unsafe settle(Result(outcome)) }
                }
            }
            .eraseToAnyPublisher()
        }
    }
#endif
