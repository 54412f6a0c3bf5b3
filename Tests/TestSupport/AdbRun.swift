import JSONDocument

/// What a run of `adb` has printed so far, and its exit status if it has ended.
package struct AdbAnswer: Sendable, Hashable {
    package let output: String
    package let error: String
    /// The exit status. It is negative if a signal ended the run, and nil as long as it has not ended.
    package let status: Int?

    init(_ answer: JSONValue) {
        output = answer["stdout"]?.stringValue ?? ""
        error = answer["stderr"]?.stringValue ?? ""
        status = answer["status"]?.numberValue?.intValue
    }
}

/// A run of `adb` that goes on while the test does other things. It ends with the test device at the latest.
package final class AdbRun: Sendable {
    private let program: HelperProgram
    private let number: Int

    init(_ program: HelperProgram, _ words: [String]) throws {
        self.program = program
        let answer = try program.ask(["start": .array(words.map { .string($0) })])
        guard let number = answer["run"]?.numberValue?.intValue else { throw program.failure("adb was not started: \(answer)") }
        self.number = number
    }

    /// Waits until the run has printed the text or has ended, and returns what it has printed.
    package func wait(for text: String) throws -> AdbAnswer {
        AdbAnswer(try program.ask(["read": .number(JSONNumber(number)), "until": .string(text)]))
    }

    /// Waits for the end.
    package func end() throws -> AdbAnswer { AdbAnswer(try program.ask(["read": .number(JSONNumber(number))])) }

    /// Kills the run.
    @discardableResult
    package func stop() throws -> AdbAnswer { AdbAnswer(try program.ask(["stop": .number(JSONNumber(number))])) }
}
