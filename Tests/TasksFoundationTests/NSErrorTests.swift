import Foundation
import Tasks
import TasksFoundation
import Testing

/// How failures appear as `NSError`.
struct NSErrorTests {
    struct Mistake: Error, Equatable {
        var number: Int
    }

    @Test("task-084: several errors become the NSError of Bolts, with the list of errors under its key")
    func task084() throws {
        let mistakes = [Mistake(number: 1), Mistake(number: 2)]
        let all = Future.whenAll([Future(error: mistakes[0]), Future(1), Future(error: mistakes[1])])

        let error = try #require(all.error) as NSError
        #expect(error.domain == "bolts")
        #expect(error.code == 80_175_001)
        let errors = try #require(error.userInfo["errors"] as? [any Error])
        #expect(errors.compactMap { $0 as? Mistake } == mistakes)
        #expect(error.localizedDescription.contains("2 errors"))
    }

    @Test("a single error is passed on unchanged")
    func single() throws {
        let all = Future.whenAll([Future(1), Future(error: Mistake(number: 7))])
        #expect(all.error as? Mistake == Mistake(number: 7))
    }
}
