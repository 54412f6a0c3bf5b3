public import Dispatch
public import Foundation
internal import Tasks

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
