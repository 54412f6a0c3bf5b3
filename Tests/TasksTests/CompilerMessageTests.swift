#if os(Linux)
    import Testing

    /// Compiles programs with a mistake, and reads what the compiler says.
    @Suite struct `The compiler` {
        private struct Program: Sendable {
            var text: String
            var message: String
        }

        private static let programs = [
            Program(text: "let a = Future(1).continueWith { _ in Future(2) }", message: "use continueWithFuture"),
            Program(text: "let b = Future(1).continueOnSuccessWith { Future($0) }", message: "use continueOnSuccessWithFuture"),
            Program(text: "let c = Future(1).map { number in Future(number) }", message: "use flatMap"),
            Program(
                text: "let i = Future(1).continueOnSuccessWith(.mainActor) { _ in Future(2) }", message: "use continueOnSuccessWithFuture"),
            Program(text: "let j = Future(1).continueWith(.mainActor) { _ in Future(2) }", message: "use continueWithFuture"),
            Program(text: "let k = Future(1).map(.mainActor) { _ in Future(2) }", message: "use flatMap"),
            Program(text: "let d = Future<Void>.withDelay(0.5)", message: "write .seconds(0.5)"),
            Program(text: "let e = Future<Void>.withDelay(5)", message: "write .seconds(0.5)"),
            Program(text: "let f = Future(1).timeout(after: 5)", message: "write .seconds(0.5)"),
            Program(text: "CancellationTokenSource().cancel(after: 5)", message: "write .seconds(0.5)"),
            Program(text: "Future(1).wait(atMost: 5)", message: "write .seconds(0.5)"),
            Program(
                text: "final class Note {}; let g = Future(1).map { _ in Note() }", message: "'Note' does not conform to the 'Sendable'"),
            Program(text: "let h: Int = await Future(1).value", message: "not marked with 'try'"),
        ]

        @Test func `says what to write instead`() throws {
            let messages = try compile(Self.programs.map(\.text))
            for (index, program) in Self.programs.enumerated() {
                let line = messages.filter { $0.contains("main.swift:\(index + 2):") }.joined(separator: "\n")
                #expect(line.contains(program.message), "\(program.text): \(line)")
            }
        }

        @Test func `accepts the right forms without a word`() throws {
            let messages = try compile([
                "let a = Future(1).continueWithFuture { _ in Future(2) }",
                "let b = Future(1).flatMap { Future($0) }",
                "let c = Future<Void>.withDelay(.seconds(5))",
                "let d = Future(1).timeout(after: .milliseconds(500))",
                "CancellationTokenSource().cancel(after: .seconds(1))",
                "let e = Future(1).continueWith { future in future.result ?? 0 }",
                "let f = Future(1).continueOnSuccessWith { number in let next = number + 1; return next }",
                "Future(1).continueWith { _ in }",
                "let n = Future(1).map(.mainActor) { $0 + 1 }",
                "let o = Future(1).flatMap(.mainActor) { Future($0) }",
                "let p = Future(1).recover(.mainActor) { _ in 2 }",
            ])
            #expect(messages == [])
        }

        private func compile(_ lines: [String]) throws -> [String] {
            try SwiftCompiler.messages(for: (["import Tasks"] + lines).joined(separator: "\n"))
        }
    }
#endif
