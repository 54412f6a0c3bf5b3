import AppLinks

/// Writes what is to be changed in a layer into the link that the layer was peeled off.
///
///     shop://a?u=https%3A%2F%2Fb.example%2F%3Fq%3Dred+shoes        the + of the layer is the + of the link,
///     shop://a?u=https%3A%2F%2Fb.example%2F%3Fq%3Dred%2520shoes    and the %20 for it is encoded as often as its place asks for
struct LayerEdits {
    let text: MappedText
    /// How often bytes of the layer are percent-encoded in the link.
    private let levels: Int

    /// For the text of a layer; of the link itself where there is no `index`.
    init(_ text: MappedText, in index: Int?, of layers: [Layer]) {
        self.text = text
        levels = Self.levels(of: index, in: layers)
    }

    /// The bytes of the link that bytes of the layer came from.
    func place(_ range: Range<Int>) -> Range<Int> { text.original(range) }

    /// What bytes of the layer are written as in the link. In the strings of JSON on the way nothing needs another escape: all but letters,
    /// digits and `-._~` is percent-encoded.
    func written(_ bytes: [UInt8]) -> [UInt8] {
        (0..<levels).reduce(bytes) { written, _ in Bytes.encoded(written) }
    }

    /// Edits of the layer as a repair of the link; nil where no byte of the layer can be changed by itself, as in base64.
    func repair(_ summary: String, _ edits: [Repair.Edit]) -> Repair? {
        guard !text.isPacked else { return nil }
        var written = edits.map { Repair.Edit(place($0.range), self.written($0.replacement)) }
        // What was put together of pieces, as the data of an intent, need not be in the order of the link.
        written.sort { ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound) }
        guard zip(written, written.dropFirst()).allSatisfy({ $0.range.upperBound <= $1.range.lowerBound }) else { return nil }
        return Repair(summary, written)
    }

    private static func levels(of index: Int?, in layers: [Layer]) -> Int {
        var levels = 0
        var next = index
        while let index = next {
            let layer = layers[index]
            next = layer.outer
            switch layer.kind {
            // Their data stands in them as it is.
            case .intent, .androidApp: continue
            case .percentEncoding: levels += 1
            case .clickWrapper, .attribution, .link, .intentFallback, .base64, .json: break
            }
            if let outer = layer.outer {
                // In a link it is a parameter. In JSON it is a string, and of an encoding it is all.
                if SchemeName.end(in: layers[outer].text.bytes) != nil { levels += 1 }
            } else if layer.outerRange.lowerBound > 0 {
                levels += 1
            }
        }
        return levels
    }
}
