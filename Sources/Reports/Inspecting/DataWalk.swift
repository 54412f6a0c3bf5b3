import Bytes
import JSONDocument

/// Visits a value of a document and everything in it, in the order of the text. The walk does not recurse.
///
///    {"a":[1,2]}      value {…} · value [1,2] (key a) · value 1 (position 0) · value 2 (position 1) · end […] · end {…}
struct DataWalk {
    enum Step {
        /// A value. Its key or position is that of the last frame. A container is entered in the next step, unless it is skipped.
        case value(Int)
        /// The end of a container.
        case end(Frame)
    }

    /// A container that is being visited.
    struct Frame {
        /// The index of the container's node.
        let start: Int
        let end: Int
        let isObject: Bool
        /// The index of the key of the current member.
        fileprivate(set) var key = 0
        /// The index of the current element or member.
        fileprivate(set) var position = -1
    }

    /// The containers around the current value, the outermost first.
    private(set) var frames: [Frame] = []
    /// The index of the node that comes next.
    private var next = 0
    /// The container that the next step enters.
    private var container: Int?
    private var isAtStart = true

    /// Begins at a value.
    mutating func begin(at root: Int) {
        frames.removeAll(keepingCapacity: true)
        (next, container, isAtStart) = (root, nil, true)
    }

    /// Returns the next step; nil after the last one.
    mutating func step(_ records: Span<NodeRecord>) -> Step? {
        if let container {
            frames.append(Frame(start: container, end: records[container].nextIndex, isObject: records[container].kind == .object))
            self.container = nil
        }
        if let last = frames.indices.last {
            if frames[last].end == next { return .end(frames.removeLast()) }
            frames[last].position += 1
            if frames[last].isObject {
                frames[last].key = next
                next += 1
            }
        } else if !isAtStart {
            return nil
        }
        isAtStart = false
        let node = next
        switch records[node].kind {
        case .object, .array: container = node
        case .string, .number, .bool, .null: break
        }
        next += 1
        return .value(node)
    }

    /// Does not enter the container that was visited last.
    mutating func skip(_ records: Span<NodeRecord>) {
        guard let container else { return }
        next = records[container].nextIndex
        self.container = nil
    }
}
