extension Contest {
    /// The rows about time, in the order of the table.
    public static let timed = [
        create, before, after, chain, flatChain, fanOut, all, read, queueHop, awaiting, cancellation,
    ]

    /// The rows about memory.
    public static let weighed = [pendingMemory, continuedMemory]
}
