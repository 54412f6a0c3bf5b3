import Bytes
import JSONDocument

extension LayerPeeler {
    /// Examines the strings of a document in source order, and adds the strings that are links, JSON or encoded text as layers.
    ///
    /// - Parameter text: Returns a part of the document, given its range. The closure is called for ranges from left to right.
    mutating func examine(
        _ view: JSONView, in index: Int?, _ sink: inout FindingList, text: (Range<Int>) -> MappedText
    ) {
        guard view.count > 0 else { return }
        var told = 0
        var reached: Int? = 0
        walk.begin()
        while let node = reached, layers.count < Self.most {
            let record = view[node]
            switch record.kind {
            case .object, .array: walk.enter(node, in: view)
            case .string:
                var text = text(record.contentRange)
                if record.flags.contains(.needsDecoding) { text = text.jsonDecoded(0..<text.count) }
                // Findings about the input link use places in the link, not in its decoded data.
                let place = ValuePlace(outer: index, range: index == nil ? nil : record.contentRange, isInJSON: true)
                take(text, nil, at: place, named: .value(view), &sink)
            case .number:
                if told < Self.mostRounded, PayloadFindings.isRounded(view.source(of: node)) {
                    told += 1
                    PayloadFindings.tellRounded(text(record.range).original, &sink)
                }
            case .bool, .null: break
            }
            reached = walk.next(in: view) { Self.matters($0, in: view) }
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
}
