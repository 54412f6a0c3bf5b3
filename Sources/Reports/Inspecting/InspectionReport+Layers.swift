import AppLinks
import LinkLayers

/// What was peeled off a link, for people.
extension InspectionReport {
    /// The layers for people, the inner ones further to the right.
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
    /// The link after all repairs as it would be opened; nil for what is no URL even then.
    var repairedText: String? {
        hasRepairs ? LinkURL(utf8: repaired)?.absoluteString : link?.inputURL.absoluteString
    }
}
