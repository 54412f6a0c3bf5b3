import Testing

@testable import Records

@Suite("Where the reading of a log goes on")
struct LogPositionTests {
    private func line(_ time: String, _ text: String) -> ArraySlice<UInt8> {
        Array("11-26 09:42:\(time)  1402  1455 I Shop    : \(text)".utf8)[...]
    }

    private func isNew(_ line: ArraySlice<UInt8>, _ position: inout LogPosition) -> Bool { position.note(line) }

    @Test("the lines with the last time are left out when the device repeats them, and only as often as they came")
    func repeats() {
        var position = LogPosition()
        #expect(isNew(line("00.000", "a"), &position) && isNew(line("00.001", "b"), &position) && isNew(line("00.001", "b"), &position))
        #expect(position.time == "11-26 09:42:00.001")
        position.resume()
        #expect(!isNew(line("00.001", "b"), &position) && !isNew(line("00.001", "b"), &position))
        #expect(isNew(line("00.001", "b"), &position) && isNew(line("00.001", "c"), &position) && isNew(line("00.002", "d"), &position))
    }

    @Test("without an interruption, equal lines are all new")
    func equal() {
        var position = LogPosition()
        #expect((0..<3).allSatisfy { _ in isNew(line("00.000", "a"), &position) })
    }

    @Test("once another time has come, nothing is left out")
    func later() {
        var position = LogPosition()
        _ = isNew(line("00.000", "a"), &position)
        position.resume()
        #expect(isNew(line("00.005", "x"), &position) && isNew(line("00.000", "a"), &position))
    }

    @Test("dividers and noise have no time", arguments: ["--------- beginning of main", "", "11-26 09:42:00", "11-26T09:42:00.000 x"])
    func noise(text: String) {
        var position = LogPosition()
        #expect(isNew(Array(text.utf8)[...], &position))
        #expect(position.time == nil)
    }
}
