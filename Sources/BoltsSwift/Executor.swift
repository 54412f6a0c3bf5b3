public import Dispatch
public import Foundation
import Tasks

/// The place where a closure runs.
public enum Executor {
    /// Runs at once on the calling thread for up to 21 nested closures. Closures that are nested deeper run on a global queue.
    case `default`
    /// Runs at once on the calling thread.
    case immediate
    /// Runs on the main thread, at once if the caller is on the main thread, and otherwise asynchronously.
    case mainThread
    /// Runs asynchronously on a dispatch queue.
    case queue(DispatchQueue)
    /// Runs asynchronously as an operation of an operation queue.
    case operationQueue(OperationQueue)
    /// Passes the closure to another closure, which must run it before returning.
    case closure((() -> Void) -> Void)
    /// Passes the closure to another closure, which may run it at any time.
    case escapingClosure((@escaping () -> Void) -> Void)

    /// Runs `closure` as the kind of this executor requires.
    public func execute(_ closure: @escaping () -> Void) {
        switch self {
        case .default:
            if !NestingDepth.nest(closure) { Self.run(closure, on: .global()) }
        case .immediate:
            closure()
        case .mainThread:
            if MainQueue.isCurrent { closure() } else { Self.run(closure, on: .main) }
        case .queue(let queue):
            Self.run(closure, on: queue)
        case .operationQueue(let queue):
            let carried = Carried(closure)
            queue.addOperation { carried.wrapped() }
        case .closure(let run):
            run(closure)
        case .escapingClosure(let run):
            run(closure)
        }
    }

    private static func run(_ closure: @escaping () -> Void, on queue: DispatchQueue) {
        let carried = Carried(closure)
        queue.async { carried.wrapped() }
    }
}

extension Executor: CustomStringConvertible, CustomDebugStringConvertible {
    /// The kind of executor.
    public var description: String {
        switch self {
        case .default: "Default Executor"
        case .immediate: "Immediate Executor"
        case .mainThread: "Main Thread Executor"
        case .queue: "Dispatch Queue Executor"
        case .operationQueue: "Operation Queue Executor"
        case .closure: "Closure Executor"
        case .escapingClosure: "Escaping Closure Executor"
        }
    }

    /// The kind of executor, and its queue if it has one.
    public var debugDescription: String {
        switch self {
        case .queue(let queue): "\(description): \(queue.label)"
        case .operationQueue(let queue): "\(description): \(queue.name ?? "unnamed")"
        default: description
        }
    }
}

/// Counts the closures of the default executor that are nested on one thread.
final class NestingDepth {
    /// The greatest depth at which a closure still runs at once. The first closure has the depth 0.
    private static let limit = 20

    private static let threadLocal = ThreadLocal<NestingDepth>()

    private var depth = 0

    /// Runs `closure` one level deeper and returns true. Returns false without running it if the depth limit is exceeded.
    static func nest(_ closure: () -> Void) -> Bool {
        threadLocal.with(orMake: { NestingDepth() }) { current in
            if current.depth > limit { return false }
            current.depth += 1
            closure()
            current.depth -= 1
            return true
        }
    }
}

/// A value moved across threads without a `Sendable` check.
///
/// Bolts is older than `Sendable`. It accepts any closure and any result, and runs closures on any thread. Code written for Bolts must
/// build unchanged, so the API of Bolts does not require `Sendable` here either, and values cross threads inside this wrapper.
// `@unchecked`: two threads never use a wrapped closure at once, because each closure belongs to one job. As in Bolts, the user is
// responsible for the thread safety of results, because several continuations may read the same result.
struct Carried<Wrapped>: @unchecked Sendable {
    let wrapped: Wrapped

    init(_ wrapped: Wrapped) {
        self.wrapped = wrapped
    }
}
