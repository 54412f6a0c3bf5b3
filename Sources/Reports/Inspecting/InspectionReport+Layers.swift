import AppLinks
import LinkLayers

/// What was peeled off a link, and how it is put right.
extension InspectionReport {
    /// `layers`: each with what it is, its names, what it was peeled from, what was in it, and its bytes in the link as it came.
    func append(_ inspection: LinkInspection, to json: inout JSONOutput, _ masking: inout Masking) {
        json.key("layers")
        json.beginArray()
        let peeled = inspection.peeled
        for (index, layer) in peeled.layers.enumerated() {
            let isSecret = inspection.isSecret(layer.range)
            json.beginObject()
            json.key("kind")
            json.string(layer.kind.rawValue)
            json.key("path")
            json.string(masking.text(layer.path, at: "layers[\(index)].path"))
            json.key("from")
            let from = String(decoding: peeled.from(layer), as: UTF8.self)
            json.string(masking.text(from, isSecret: isSecret && !layer.wrapsLink, at: "layers[\(index)].from"))
            json.key("to")
            json.string(masking.text(layer.text.string, isSecret: isSecret, at: "layers[\(index)].to"))
            json.key("range")
            json.range(layer.range)
            json.endObject()
        }
        json.endArray()
    }

    /// `repair`: what it does, and the edits of the link's bytes that do it.
    func append(_ repair: Repair, at path: String, to json: inout JSONOutput, _ masking: inout Masking) {
        json.key("repair")
        json.beginObject()
        json.key("summary")
        json.string(repair.summary)
        json.key("edits")
        json.beginArray()
        for (index, edit) in repair.edits.enumerated() {
            json.beginObject()
            json.key("range")
            json.range(edit.range)
            json.key("text")
            // Words taken out of a secret have lost the name that tells what they are.
            let isSecret = isSecret(edit.range)
            let text = String(decoding: edit.replacement, as: UTF8.self)
            json.string(masking.text(text, isSecret: isSecret, at: "\(path).edits[\(index)].text"))
            json.endObject()
        }
        json.endArray()
        json.endObject()
    }

    private func isSecret(_ range: Range<Int>) -> Bool {
        guard case .link(let inspection) = content else { return false }
        return !range.isEmpty && inspection.isSecret(range)
    }

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

extension JSONOutput {
    mutating func range(_ range: Range<Int>) {
        beginArray()
        number(range.lowerBound)
        number(range.upperBound)
        endArray()
    }
}

extension LinkInspection {
    /// The link after all repairs as it would be opened; nil for what is no URL even then.
    var repairedText: String? {
        hasRepairs ? LinkURL(utf8: repaired)?.absoluteString : link?.inputURL.absoluteString
    }
}
