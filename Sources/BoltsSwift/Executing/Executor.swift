public import Dispatch
public import Foundation
internal import Tasks

/// Where a closure runs, by the names of Bolts for Swift.
public enum Executor {
    /// At once on the calling thread, while no more than 21 closures are nested there; beyond, on a global queue.
    case `default`
    /// At once on the calling thread.
    case immediate
    /// On the main thread: at once if that is the calling one, else later.
    case mainThread
    /// On a dispatch queue, later.
    case queue(DispatchQueue)
    /// As an operation of a queue, later.
    case operationQueue(OperationQueue)
    /// However this closure calls the one it is given, before it returns.
    case closure((() -> Void) -> Void)
    /// However this closure calls the one it is given, whenever it likes.
    case escapingClosure((@escaping () -> Void) -> Void)

    /// Runs `closure` the way this executor runs things.
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
