import AppLinks
import LinkLayers

/// The layers of a link as text.
extension InspectionReport {
    /// Appends the layers. Inner layers are indented further.
    func appendLayers(of inspection: LinkInspection, to text: inout TextOutput, _ masking: inout Masking) {
        for (index, layer) in inspection.layers.enumerated() {
            if index == 0 { text.begin("layers") } else { text.beginInner(depth: layer.depth - 1) }
            text.own("\(layer.kind.rawValue) ")
            text.outside(masking.text(layer.path, at: ""))
            text.own(": ")
            text.outside(masking.text(layer.text.string, isSecret: inspection.isSecret(layer.range), at: ""))
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
