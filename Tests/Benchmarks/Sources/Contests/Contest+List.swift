extension Contest {
    /// The rows about time, in the order of the table.
    package static let timed = [
        create, before, after, chain, flatChain, fanOut, all, any, read, queueHop, awaiting, cancellation,
    ]

    /// The rows about memory.
    package static let weighed = [pendingMemory, continuedMemory, delayMemory, cancelledDelayMemory]
}
