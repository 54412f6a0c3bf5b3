import Records
import Testing

@Suite("The numbers of replayed records")
struct RecordNumbersTests {
    private func new(_ numbers: RecordNumbers, _ old: UInt32) -> UInt32 { numbers[RecordID(index: old)].index }

    @Test("a journal that is continued keeps its numbers")
    func same() {
        var numbers = RecordNumbers()
        #expect(new(numbers, 3) == 3)
        numbers.append(RecordID(index: 0), count: 5)
        #expect((0..<5).map { new(numbers, $0) } == [0, 1, 2, 3, 4])
    }

    @Test("records before the replay and between its records shift the numbers of those that follow")
    func shifted() {
        var numbers = RecordNumbers()
        numbers.append(RecordID(index: 2), count: 1)
        numbers.append(RecordID(index: 3), count: 2)
        numbers.append(RecordID(index: 9), count: 1)
        #expect((0..<4).map { new(numbers, $0) } == [2, 3, 4, 9])
    }
}
