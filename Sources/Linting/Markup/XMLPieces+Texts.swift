import Bytes

extension XMLPieces {
    /// The texts and the values of attributes that may have links. The names of namespaces and schemas look like links but are not.
    var texts: [SourceText] {
        var texts: [SourceText] = []
        for piece in all {
            switch piece {
            case .opening(let tag):
                for attribute in tag.attributes where !Self.isNamespace(attribute.name) { add(attribute.value, &texts) }
            case .text(let range): add(range, &texts)
            case .closing: break
            }
        }
        return texts
    }

    private func add(_ range: Range<Int>, _ texts: inout [SourceText]) {
        guard bytes[range].contains(UInt8(ascii: ":")) else { return }
        texts.append(SourceText(text: text(range), isValue: true))
    }

    private static func isNamespace(_ name: String) -> Bool { name.hasPrefix("xmlns") || name.hasSuffix("chemaLocation") }
}
