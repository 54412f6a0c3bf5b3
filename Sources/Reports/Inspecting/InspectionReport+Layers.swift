import AppLinks
import Bytes
import LinkLayers

/// The layers of a link as text.
extension InspectionReport {
    /// Appends the layers. Inner layers are indented further.
    func appendLayers(of inspection: LinkInspection, to text: inout TextOutput) {
        for (index, layer) in inspection.layers.enumerated() {
            if index == 0 { text.begin("layers") } else { text.beginInner(depth: layer.depth - 1) }
            text.own("\(layer.kind.rawValue) ")
            text.outside(masked: layer.path)
            text.own(": ")
            text.outside(masked: layer.text.string, isSecret: inspection.isSecret(layer.range))
            text.endLine()
        }
    }
}

extension LinkInspection {
    /// The link after all repairs, as it would be opened. Nil if the repaired text is still not a URL.
    var repairedText: String? {
        hasRepairs ? LinkURL(utf8: repaired)?.absoluteString : link?.inputURL.absoluteString
    }
}
