import Testing

@testable import Tasks

/// Values of every type are stored whole and released once.
@Suite struct `A future's value` {
    /// Larger than the two words that a future reserves for its value.
    struct Large: Equatable, Sendable {
        var words = (0, 0, 0, 0, 0)
        var text = "a text that is too long to lie in the string itself"

        static func == (left: Large, right: Large) -> Bool { left.words == right.words && left.text == right.text }
    }

    /// Small enough, but with an alignment of more than one word.
    typealias Aligned = SIMD2<Double>

    struct Mistake: Error, Equatable { var text: String }

    private static func keeps<Value: Sendable & Equatable>(_ value: Value, _ other: Value) -> Bool {
        let promise = Promise<Value>()
        let continued = promise.future.continueOnSuccessWith { $0 }
        let followed = promise.future.continueOnSuccessWithFuture { Future($0) }
        promise.set(value)
        let futures = [promise.future, continued, followed, Future(value), Future(outcome: .success(value))]
        return futures.allSatisfy { $0.result == value && $0.result != other && $0.error == nil && !$0.isCancelled }
    }

    @Test func `is stored unchanged, whatever its size and kind`() {
        #expect(Self.keeps(1, 2))
        #expect(Self.keeps(UInt8(255), 0))
        #expect(Self.keeps(true, false))
        #expect(Self.keeps("short", "other"))
        #expect(Self.keeps("a text that is too long to lie in the string itself", ""))
        #expect(Self.keeps([1, 2, 3], []))
        #expect(Self.keeps(["name": [1: 2.5]], [:]))
        #expect(Self.keeps(Int?.none, 1))
        #expect(Self.keeps(String?.some("text"), nil))
        #expect(Self.keeps(Large(), Large(words: (1, 2, 3, 4, 5))))
        #expect(Self.keeps(Large?.some(Large()), nil))
        #expect(Self.keeps(Aligned(1, 2), Aligned(2, 1)))
        #expect(Self.keeps([Large()], []))
        #expect(MemoryLayout<Large>.size > MemoryLayout<FuturePayload>.size)
        #expect(MemoryLayout<Aligned>.alignment > MemoryLayout<FuturePayload>.alignment)
    }

    @Test func `may be an error without being a failure`() {
        let value: any Error = Mistake(text: "value")
        let succeeded = Future<any Error>(value)
        #expect(succeeded.result as? Mistake == Mistake(text: "value"))
        #expect(succeeded.error == nil)
        let failed = Future<any Error>(error: Mistake(text: "error"))
        #expect(failed.result == nil)
        #expect(failed.error as? Mistake == Mistake(text: "error"))
    }

    /// The optimized program releases each future right after its last use, which here is the read of its value.
    @Test func `outlives a future that is read for the last time`() {
        func nested(_ value: [Int]) -> Future<Future<[Int]>?> { Future(Future(value)) }
        for number in 0..<100 { #expect(nested([number, 1]).result??.result == [number, 1]) }
        func failed(_ text: String) -> Future<Future<Int>?> { Future(Future(error: Mistake(text: text))) }
        for number in 0..<100 { #expect(failed("\(number)").result??.error as? Mistake == Mistake(text: "\(number)")) }
    }

    @Test(arguments: [true, false]) func `is released once, with the last reference`(isLarge: Bool) {
        let objects = LiveObjects()
        do {
            let promise = Promise<Held>()
            let last = promise.future.continueOnSuccessWith { $0 }
            promise.set(Held(objects.make(), isLarge: isLarge))
            #expect(last.result != nil)
            #expect(objects.count == 1)
        }
        #expect(objects.count == 0)
    }

    @Test func `or error is released with the last reference`() {
        let objects = LiveObjects()
        do {
            let failed = Future<Int>(error: HeldError(object: objects.make()))
            #expect(failed.continueOnSuccessWith { $0 }.isFaulted)
            #expect(objects.count == 1)
        }
        #expect(objects.count == 0)
    }

    @Test func `that comes too late is released`() {
        let objects = LiveObjects()
        let promise = Promise<Held>()
        promise.cancel()
        #expect(!promise.trySet(Held(objects.make(), isLarge: true)))
        #expect(objects.count == 0)
    }

    enum Held: Sendable {
        case small(LiveObjects.Object)
        case large(LiveObjects.Object, String, String)

        init(_ object: LiveObjects.Object, isLarge: Bool) {
            self = isLarge ? .large(object, "", "") : .small(object)
        }
    }

    struct HeldError: Error {
        let object: LiveObjects.Object
    }
}
