import BoltsSwift
import Testing

/// README's example program for this library; see `ReadmeProgram`.
struct ReadmeTests {
    @Test("an application that was written for Bolts-Swift")
    func boltsSwift() {
        var printed: [String] = []
        func print(_ text: some CustomStringConvertible) { printed.append(text.description) }
        // README: begin bolts
        let source = TaskCompletionSource<Int>()
        let text = source.task
            .continueOnSuccessWith { $0 * 2 }
            .continueOnSuccessWithTask { Task("\($0) apples") }

        source.set(result: 21)
        print(text.result ?? "nothing")  // 42 apples
        print(Task.whenAll(text, Task.cancelledTask()).cancelled)  // true: the rule of Bolts-Swift
        // README: end
        #expect(printed == ["42 apples", "true"])
    }
}
