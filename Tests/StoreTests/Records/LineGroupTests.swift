import Records
import Testing

@testable import Store

@Suite("The events in groups of lines")
struct LineGroupTests {
    private static let event = Array("{\"event\":\"e\",\"text\":\"\(String(repeating: "x", count: 6_000))\"}".utf8)

    /// Returns how many of ten long events are read to find their links.
    private func read(_ group: inout LineGroup) -> Int {
        for _ in 0..<10 { group.addRecord(Self.event[...], isCut: false) }
        return group.facts.mentions.count
    }

    @Test func `only the first events of each second are read, however many groups a source fills`() {
        var group = LineGroup(from: .standardInput)
        let start = ContinuousClock.now
        #expect(read(&group) == 5)
        group.removeAll(at: start)
        #expect(read(&group) == 5)
        group.removeAll(at: start + .milliseconds(500))
        #expect(read(&group) == 0)
        group.removeAll(at: start + .seconds(1))
        #expect(read(&group) == 5)
    }
}
