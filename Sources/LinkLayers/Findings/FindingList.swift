/// The findings about a link, in the order in which they were found.
package struct FindingList {
    package private(set) var all: [Finding] = []
    /// The secrets of the link, which no message may quote. See ``Quote/beginning(_:at:_:most:)``.
    var secrets: [Range<Int>] = []

    package init() {}

    /// Creates an empty list that reuses the memory of other findings.
    init(reusing memory: inout [Finding]) {
        swap(&all, &memory)
        all.removeAll(keepingCapacity: true)
    }

    package mutating func found(_ finding: Finding) {
        all.append(finding)
    }

    /// Adds a finding that is the cause of others, and removes the findings about its consequences.
    mutating func found(cause: Finding, of consequences: (Finding) -> Bool) {
        all.removeAll(where: consequences)
        all.append(cause)
    }

    /// Removes the repairs of the findings so far.
    mutating func withholdRepairs() {
        for index in all.indices { all[index].repair = nil }
    }

    /// Returns the places of the findings with a code, in the order in which they were found.
    func places(of code: FindingCode) -> [Range<Int>] { all.compactMap { $0.code == code ? $0.range : nil } }

    mutating func found(_ findings: [Finding]) {
        // Most checks find nothing.
        if !findings.isEmpty { all += findings }
    }
}
