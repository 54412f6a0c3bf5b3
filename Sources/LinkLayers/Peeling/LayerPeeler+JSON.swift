import Bytes
import JSONDocument

extension LayerPeeler {
    /// Examines the strings of a document in source order, and adds the strings that are links, JSON or encoded text as layers.
    ///
    /// - Parameter decoded: Returns the text of a string, given the range between its quotes. The closure is called for ranges from left to
    ///   right.
    mutating func examine(
        _ document: JSONDocument, in index: Int?, path: String, _ sink: inout some FindingSink, decoded: (Range<Int>) -> MappedText
    ) {
        guard let root = document.root else { return }
        var trail = Trail()
        var told = 0
        var stack = [(node: root, place: Trail.start)]
        while let (node, place) = stack.popLast(), layers.count < Self.most {
            let top = stack.count
            switch node.kind {
            case .object:
                for member in node.members where Self.matters(member.value, in: document) {
                    stack.append((member.value, trail.step(from: place, .key(member.key))))
                }
                stack.reverse(from: top)
            case .array:
                for (position, element) in node.elements.enumerated() where Self.matters(element, in: document) {
                    stack.append((element, trail.step(from: place, .position(position))))
                }
                stack.reverse(from: top)
            case .string:
                guard let range = node.contentRange else { continue }
                let text = decoded(range)
                // Findings about the input link use places in the link, not in its decoded data.
                let bytes = index == nil ? text.original : range
                take(text, nil, at: ValuePlace(outer: index, range: bytes, isInJSON: true), &sink) { trail.path(to: place, from: path) }
            case .number:
                guard sink.isListening, told < Self.mostRounded, PayloadFindings.isRounded(node.text) else { continue }
                told += 1
                PayloadFindings.tellRounded(decoded(node.range).original, &sink)
            case .bool, .null: break
            }
        }
    }

    private static func matters(_ node: JSONDocument.Node, in document: JSONDocument) -> Bool {
        switch node.kind {
        case .object, .array: node.count > 0
        case .string: node.contentRange.map { ValueForm.mayHoldLayer(document.source, $0) } ?? false
        case .number: PayloadFindings.mayBeRounded(document.source[node.range])
        case .bool, .null: false
        }
    }

    /// The maximum number of rounded numbers reported for one document.
    private static let mostRounded = 16

    /// The steps of a walk through a document. Each step points to the one before it, so that paths share their beginnings.
    private struct Trail {
        enum Step {
            case key(JSONDocument.Node)
            case position(Int)
        }

        static let start = -1
        private var steps: [(before: Int, step: Step)] = []

        mutating func step(from place: Int, _ step: Step) -> Int {
            steps.append((place, step))
            return steps.count - 1
        }

        /// Returns the path to a step. Only the first 16 steps after `path` are included.
        func path(to place: Int, from path: String) -> String {
            var way: [Step] = []
            var place = place
            while place >= 0 {
                way.append(steps[place].step)
                place = steps[place].before
            }
            return way.reversed().prefix(16).reduce(path) { path, step in
                switch step {
                case .key(let key): LayerPeeler.path(path, key.stringValue ?? "")
                case .position(let position): "\(path)[\(position)]"
                }
            }
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

/// Finds the bytes of a link from which bytes of its decoded data came. Requests should go from left to right, because each step back
/// starts a new pass over the data.
struct DataCursor {
    private let bytes: [UInt8]
    private let data: Range<Int>
    private var decoded = 0
    private var written: Int

    /// Creates a cursor over `data`, which is percent-encoded text in `bytes`.
    init(_ bytes: [UInt8], data: Range<Int>) {
        self.bytes = bytes
        self.data = data
        written = data.lowerBound
    }

    /// Returns where bytes of the decoded data are written in the link.
    mutating func place(of range: Range<Int>) -> Range<Int> {
        let start = place(of: range.lowerBound)
        return start..<place(of: range.upperBound)
    }

    private mutating func place(of index: Int) -> Int {
        if index < decoded {
            decoded = 0
            written = data.lowerBound
        }
        while decoded < index, written < data.upperBound {
            let isEscape =
                bytes[written] == UInt8(ascii: "%") && PercentCoding.escape(in: bytes.span, at: written, end: data.upperBound) != nil
            written += isEscape ? 3 : 1
            decoded += 1
        }
        return written
    }
}
