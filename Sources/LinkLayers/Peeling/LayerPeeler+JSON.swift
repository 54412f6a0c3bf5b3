import Bytes
import JSONDocument

extension LayerPeeler {
    /// Examines the strings of a document in source order, and adds the strings that are links, JSON or encoded text as layers.
    ///
    /// - Parameter text: Returns a part of the document, given its range.
    mutating func examine(
        _ view: JSONView, in index: Int?, _ sink: inout FindingList, text: (Range<Int>) -> MappedText
    ) {
        guard view.count > 0 else { return }
        var told = 0
        walk.begin()
        while layers.count < Self.most, let step = walk.step(in: view) {
            guard case .value(let node) = step else { continue }
            let record = view[node]
            switch record.kind {
            case .string:
                guard Self.mayBeLayer(record, in: view) else { continue }
                var text = text(record.contentRange)
                if record.flags.contains(.needsDecoding) { text = text.jsonDecoded(0..<text.count) }
                // Findings about the input link use places in the link, not in its decoded data.
                let place = ValuePlace(outer: index, range: index == nil ? nil : record.contentRange, isInJSON: true)
                take(text, nil, at: place, named: .value(view), &sink)
            case .number:
                guard told < Self.mostRounded, view.bytes.withSpan(record.range, PayloadFindings.mayBeRounded),
                    PayloadFindings.isRounded(view.source(of: node))
                else { continue }
                told += 1
                PayloadFindings.tellRounded(text(record.range).original, &sink)
            case .object, .array, .bool, .null: break
            }
        }
    }

    /// Returns whether a string may be a link, JSON or encoded text. `true` means that it needs a closer look.
    private static func mayBeLayer(_ record: NodeRecord, in view: JSONView) -> Bool {
        view.bytes.withSpan(record.contentRange) {
            ValueForm.mayHoldLayer($0, 0..<$0.count) && (record.flags.contains(.needsDecoding) || ValueForm.of($0) != nil)
        }
    }

    /// The maximum number of rounded numbers reported for one document.
    private static let mostRounded = 16
}
