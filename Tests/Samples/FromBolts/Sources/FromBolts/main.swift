import BoltsSwift
import Dispatch
import Foundation

// A price list, as an app of 2017 would load it: each price comes from a callback on a queue, and the tasks are chained and combined.

enum ShopError: Error {
    case soldOut(String)
}

class PriceLoader {
    private let queue = DispatchQueue(label: "prices")
    private let prices = ["apple": 3, "pear": 4, "plum": 2]

    func price(of fruit: String) -> Task<Int> {
        let source = TaskCompletionSource<Int>()
        queue.async {
            if let price = self.prices[fruit] {
                source.set(result: price)
            } else {
                source.set(error: ShopError.soldOut(fruit))
            }
        }
        return source.task
    }
}

let loader = PriceLoader()
let background = Executor.queue(DispatchQueue.global())

let text = loader.price(of: "apple")
    .continueOnSuccessWith(background) { price in price * 2 }
    .continueOnSuccessWithTask { price in Task("two apples: \(price)") }
text.waitUntilCompleted()
print(text.result ?? "nothing")

let missing = loader.price(of: "fig").continueOnErrorWith { (error: Error) -> Int in
    print("error: \(error)")
    return 0
}
missing.waitUntilCompleted()
print("fig: \(missing.result ?? -1)")

let all = Task.whenAllResult(["apple", "pear", "plum"].map { loader.price(of: $0) })
all.waitUntilCompleted()
print("all: \(all.result ?? [])")

let some = Task.whenAll(loader.price(of: "pear"), loader.price(of: "fig"))
some.waitUntilCompleted()
print("faulted: \(some.faulted), errors: \((some.error as? AggregateError)?.errors.count ?? 0)")

let gone = Task<Int>.execute(background) { throw CancelledError() }
gone.waitUntilCompleted()
print("cancelled: \(gone.cancelled)")

Task<Void>.withDelay(0.01).continueWith(.mainThread) { _ in
    print("on the main thread: \(Thread.isMainThread)")
    exit(0)
}
RunLoop.main.run()
