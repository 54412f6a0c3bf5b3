import AppLinks
import Bytes
import JSONDocument

/// Finds truncated JSON in a parameter: it ends at an unescaped `&` or `#`, or at the end of a truncated link.
enum CutJSON {
    /// Reports truncated JSON in a value, and returns whether there is any. App Link data has findings of its own.
    static func tell(
        _ component: LinkQuery.Component, _ value: Range<Int>, _ edits: LayerEdits, _ url: SplitLink, _ sink: inout FindingList
    ) -> Bool {
        let bytes = url.bytes
        let first = bytes[value.lowerBound]
        guard
            first == UInt8(ascii: "{") || first == UInt8(ascii: "[") || first == PercentCoding.percent,
            let decoded = component.value, url.query.decoded.withSpan(decoded, ValueForm.isJSON)
        else { return false }
        let document = JSONDocument(url.query.decoded.bytes(decoded))
        guard document.endsEarly else { return false }
        if let cut = CutPayload(bytes, value, document) {
            let sign = bytes[cut.signs[0]] == UInt8(ascii: "#") ? "#" : "&"
            let message =
                "The JSON in this parameter is truncated at an unescaped \(sign): the rest is read as \(sign == "#" ? "the fragment" : "other parameters")."
            let repair = edits.repair("Escape the \(sign) as \(sign == "#" ? "%23" : "%26").", cut.edits(bytes))
            sink.found(Finding(.payloadCut, message, range: edits.place(cut.signs[0]..<cut.signs[0] + 1), repair: repair))
        } else {
            let message = "The JSON in this parameter is truncated: JSON parsers reject all of it."
            sink.found(Finding(.jsonCut, message, range: edits.place(value.upperBound..<value.upperBound)))
        }
        return true
    }

    /// Reports truncated JSON that is packed in base64.
    static func tellPacked(_ layer: Layer, _ sink: inout FindingList) {
        let message = "The JSON in this base64 is truncated: JSON parsers reject all of it."
        sink.found(Finding(.jsonCut, message, range: layer.range))
    }
}
