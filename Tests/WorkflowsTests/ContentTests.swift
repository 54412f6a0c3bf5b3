import Foundation
import Tasks
import Testing
import Workflows

/// What steps pass to each other.
struct ContentTests {
    @Test("bk-017: the first step's input is absent")
    func bk017() async throws {
        let workflow = Workflow([.closure { (input: String?) in input == nil ? "nothing" : "something" }])
        #expect(try await workflow.output() == "nothing")
    }

    @Test("bk-019: a slot keeps its value while steps write other slots")
    func bk019() async throws {
        let workflow = Workflow([
            .data("a"),
            .closure(from: .data) { data in data?.count },
            .closure(from: .data) { data in data.map { String(decoding: $0, as: UTF8.self) } },
        ])
        #expect(try await workflow.output() == "a")
    }

    @Test("bk-022: class instances in slots are shared, the slots are not")
    func bk022() throws {
        let object = Target()
        var first = WorkflowContent()
        first[.object] = object
        var second = first
        let shared: Target? = second[.object]
        #expect(shared === object)
        second[.data] = Data()
        #expect(first[.data] == nil)
    }

    @Test("bk-023: a step without a key gets the whole content")
    func bk023() async throws {
        let words = WorkflowContent.Key<[String]>("words")
        let workflow = Workflow([
            .content { $0[words] = ["a", "b"] },
            .content { $0.setOutput($0[words]?.count, for: .object) },
        ])
        #expect(try await workflow.output() == 2)
    }

    @Test("bk-025: setting nil removes a value")
    func bk025() {
        let key = WorkflowContent.Key<Int>("number")
        var content = WorkflowContent()
        content[key] = 1
        #expect(content[key] == 1 && !content.isEmpty)
        content[key] = nil
        #expect(content[key] == nil && content.isEmpty)
    }

    @Test("bk-029: a last step without output is a success; the observers get no output, although there is data")
    func bk029() async {
        let outputs = Recorder<Data?>()
        let workflow = Workflow([.data("a"), .content { $0.setOutput(nil as String?, for: .object) }])
        workflow.onSuccess(on: .immediate) { (_, output: Data?) in outputs.note(output) }
        #expect(await workflow.runToEnd().succeeded)
        #expect(outputs.entries == [nil])
    }

    @Test("bk-030: after the end, the workflow has the content of the last step that succeeded", arguments: [false, true])
    func bk030(fails: Bool) async {
        let workflow = Workflow([.append(1), .append(2)] + (fails ? [.fail(Mistake()), .append(3)] : []))
        #expect(await workflow.runToEnd().succeeded == !fails)
        #expect(workflow.content?.output() == [1, 2])
    }

    @Test("a failing step may leave its own content")
    func keep() async {
        let workflow = Workflow([
            WorkflowStep("page") { content, run in
                var content = content
                content[.data] = Data("error page".utf8)
                run.keep(content)
                throw Mistake(number: 500)
            }
        ])
        #expect(await workflow.runToEnd().error as? Mistake == Mistake(number: 500))
        #expect(workflow.content?[.data] == Data("error page".utf8))
    }

    @Test("bk-108: a plain closure reads the output of the previous step, and its own output replaces it")
    func bk108() async throws {
        let workflow = Workflow([.closure { (_: Int?) in "seven" }, .closure { (word: String?) in word?.count }])
        #expect(try await workflow.output() == 5)
        #expect(workflow.content?[WorkflowContent.Key<String>.object] == nil)
    }

    @Test("bk-110: there is no step without its closure: the type system refuses it")
    func bk110() {
        func takesNothing<Name, Place, Body>(_ make: (Name, Place, Body) -> WorkflowStep) -> Bool {
            Body.self is any ExpressibleByNilLiteral.Type
        }
        #expect(!takesNothing(WorkflowStep.init(_:on:body:)))
        #expect(!takesNothing(WorkflowStep.content(_:on:body:)))
    }

    @Test("reading the object as a type other than its own returns nil")
    func otherType() async throws {
        let workflow = Workflow([.closure { (_: Int?) in "seven" }, .closure { (number: Int?) in number == nil }])
        #expect(try await workflow.output() == true)
    }

    @Test("the output is the object, or the data if no step has written an object")
    func output() {
        var content = WorkflowContent()
        content[.data] = Data("a".utf8)
        #expect(content.output(as: Data.self) == Data("a".utf8))
        content[.object] = 1
        #expect(content.output(as: Data.self) == nil)
        #expect(content.output() == 1)
        let anything: (any Sendable)? = content[.object]
        #expect(anything as? Int == 1)
    }

    @Test("keys with equal names are different keys; descriptions show the names")
    func keys() {
        let one = WorkflowContent.Key<Int>("number")
        let other = WorkflowContent.Key<Int>("number")
        var content = WorkflowContent()
        content[one] = 1
        #expect(content[other] == nil)
        content[.data] = Data()
        #expect(content.description == "WorkflowContent(data, number)")
        #expect(one.name == "number")
    }

    @Test("values may arrive later, from a future or from async code")
    func later() async throws {
        let promise = Promise<Int?>()
        let workflow = Workflow([
            .future { (_: Int?, _) in promise.future },
            .async { (number: Int?) in
                await Task.yield()
                return number.map { $0 + 1 }
            },
        ])
        workflow.start()
        promise.set(1)
        #expect(try await workflow.completion.value.output() == 2)
    }
}
