import Bytes
import JSONDocument

extension LayerPeeler {
    /// Examines the strings of a document in source order, and adds the strings that are links, JSON or encoded text as layers.
    ///
    /// - Parameter decoded: Returns the text of a string, given the range between its quotes. The closure is called for ranges from left to
    ///   right.
    mutating func examine(
        _ view: JSONView, in index: Int?, path: String, _ sink: inout FindingList, decoded: (Range<Int>) -> MappedText
    ) {
        guard view.count > 0 else { return }
        var trail = Trail()
        var told = 0
        var stack: [(node: Int, place: Int)] = []
        stack.reserveCapacity(16)
        stack.append((0, Trail.start))
        while let (node, place) = stack.popLast(), layers.count < Self.most {
            let top = stack.count
            let record = view[node]
            switch record.kind {
            case .object, .array:
                var child = node + 1
                for position in 0..<Int(record.count) {
                    let key = record.kind == .object ? child : nil
                    if key != nil { child += 1 }
                    if Self.matters(child, in: view) {
                        stack.append((child, trail.step(from: place, key.map { .key($0) } ?? .position(position))))
                    }
                    child = view[child].nextIndex
                }
                stack.reverse(from: top)
            case .string:
                let text = decoded(record.contentRange)
                // Findings about the input link use places in the link, not in its decoded data.
                let bytes = index == nil ? text.original : record.contentRange
                take(text, nil, at: ValuePlace(outer: index, range: bytes, isInJSON: true), &sink) {
                    trail.path(to: place, from: path, in: view)
                }
            case .number:
                guard told < Self.mostRounded, PayloadFindings.isRounded(view.source(of: node)) else { continue }
                told += 1
                PayloadFindings.tellRounded(decoded(record.range).original, &sink)
            case .bool, .null: break
            }
        }
    }

    private static func matters(_ node: Int, in view: JSONView) -> Bool {
        let record = view[node]
        return switch record.kind {
        case .object, .array: record.count > 0
        case .string:
            view.bytes.withSpan(record.contentRange) {
                ValueForm.mayHoldLayer($0, 0..<$0.count) && (record.flags.contains(.needsDecoding) || ValueForm.of($0) != nil)
            }
        case .number: view.bytes.withSpan(record.range) { PayloadFindings.mayBeRounded($0) }
        case .bool, .null: false
        }
    }

    /// The maximum number of rounded numbers reported for one document.
    private static let mostRounded = 16

    /// The steps of a walk through a document. Each step points to the one before it, so that paths share their beginnings.
    private struct Trail {
        enum Step {
            case key(Int)
            case position(Int)
        }

        static let start = -1
        private var steps: [(before: Int, step: Step)] = []

        mutating func step(from place: Int, _ step: Step) -> Int {
            steps.append((place, step))
            return steps.count - 1
        }

        /// Returns the path to a step. Only the first 16 steps after `path` are included.
        func path(to place: Int, from path: String, in view: JSONView) -> String {
            var way: [Step] = []
            var place = place
            while place >= 0 {
                way.append(steps[place].step)
                place = steps[place].before
            }
            var whole = LayerPath(path)
            for step in way.reversed().prefix(16) {
                switch step {
                case .key(let key): whole.append(name: key, in: view)
                case .position(let position): whole.append(position: position)
                }
            }
            return whole.text
        }
    }
}

extension Array {
    /// Reverses the elements from `start` on.
    fileprivate mutating func reverse(from start: Int) {
        var (low, high) = (start, count - 1)
        while low < high {
            swapAt(low, high)
            low += 1
            high -= 1
        }
    }
}
