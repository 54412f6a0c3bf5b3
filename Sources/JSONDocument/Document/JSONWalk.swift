/// Visits a value of a document and everything in it, in the order of the text. The walk does not recurse.
///
///     {"a":[1,2]}      value {…} · value [1,2] (key a) · value 1 (position 0) · value 2 (position 1) · end […] · end {…}
package struct JSONWalk {
    /// A step of a walk.
    package enum Step {
        /// The index of a value. Its key or position is that of the last container. A container is entered in the next step, unless it is
        /// skipped.
        case value(Int)
        /// The end of a container.
        case end(Container)
    }

    /// A container that is being visited.
    package struct Container {
        /// The index of the container.
        package let node: Int
        /// Whether the container is an object. If not, it is an array.
        package let isObject: Bool
        /// The index of the key of the current member.
        package fileprivate(set) var key = 0
        /// The position of the current element or member.
        package fileprivate(set) var position = -1
        fileprivate let end: Int
    }

    /// The containers around the current value, the outermost first.
    package private(set) var containers: [Container] = []
    /// The index of the node that comes next.
    private var next = 0
    /// The container that the next step enters.
    private var container: Int?
    private var isAtStart = true

    package init() {}

    /// Begins at a value.
    package mutating func begin(at root: Int = 0) {
        containers.removeAll(keepingCapacity: true)
        (next, container, isAtStart) = (root, nil, true)
    }

    /// Returns the next step; nil after the last one. The document must have a value.
    package mutating func step(in view: JSONView) -> Step? {
        if let container {
            let record = view[container]
            containers.append(Container(node: container, isObject: record.kind == .object, end: record.nextIndex))
            self.container = nil
        }
        if var last = containers.last {
            if last.end == next { return .end(containers.removeLast()) }
            last.position += 1
            if last.isObject {
                last.key = next
                next += 1
            }
            containers[containers.count - 1] = last
        } else if !isAtStart {
            return nil
        }
        isAtStart = false
        let node = next
        switch view[node].kind {
        case .object, .array: container = node
        case .string, .number, .bool, .null: break
        }
        next += 1
        return .value(node)
    }

    /// Does not enter the container that was visited last.
    package mutating func skip(in view: JSONView) {
        guard let container else { return }
        next = view[container].nextIndex
        self.container = nil
    }
}
