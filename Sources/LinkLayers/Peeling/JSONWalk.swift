import JSONDocument

/// A walk over the values of a document in source order. The containers around the value that was reached are its path.
struct JSONWalk {
    /// A container, and how far the walk has come in it.
    private struct Container {
        let isObject: Bool
        /// The number of values that were not reached yet.
        var left: Int
        /// The position of the value that was reached.
        var position = -1
        /// The key of the value that was reached, if the container is an object.
        var key = 0
        /// The key or value that follows.
        var next: Int
    }

    private var containers: [Container] = []

    /// Begins a walk at the root of another document.
    mutating func begin() { containers.removeAll(keepingCapacity: true) }

    /// Goes into a container, so that its first value is the next one.
    mutating func enter(_ node: Int, in view: JSONView) {
        let record = view[node]
        containers.append(Container(isObject: record.kind == .object, left: Int(record.count), next: node + 1))
    }

    /// Goes to the next value for which `matters` returns true, and returns its node. Returns nil at the end of the document.
    mutating func next(in view: JSONView, where matters: (Int) -> Bool) -> Int? {
        while var container = containers.popLast() {
            while container.left > 0 {
                container.left -= 1
                container.position += 1
                container.key = container.next
                let value = container.isObject ? container.next + 1 : container.next
                container.next = view[value].nextIndex
                guard matters(value) else { continue }
                containers.append(container)
                return value
            }
        }
        return nil
    }

    /// Appends the way from the root to the value that was reached. Only its first 16 steps are included.
    func appendWay(in view: JSONView, to path: inout LayerPath) {
        for container in containers.prefix(16) {
            if container.isObject { path.append(name: container.key, in: view) } else { path.append(position: container.position) }
        }
    }
}
