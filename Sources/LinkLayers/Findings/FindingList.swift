/// The findings about a link, in the order in which they were found.
package struct FindingList {
    package private(set) var all: [Finding] = []

    package init() {}

    package mutating func found(_ finding: Finding) {
        all.append(finding)
    }

    mutating func found(_ findings: [Finding]) { all += findings }
}
