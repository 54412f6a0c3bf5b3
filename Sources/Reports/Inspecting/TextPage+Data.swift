import AppLinks
import Bytes
import JSONDocument
import LinkLayers
import Screen
import Secrets

/// A JSON text: the App Link data of the record's link, or a layer.
struct JSONCarrier {
    /// The secrets in the text.
    let secrets: [Range<Int>]
    /// The starts of the strings from which layers were peeled, and the indices of these layers.
    private let layers: [(start: Int, layer: Int)]

    /// - Parameters:
    ///   - layer: The layer that is the text; nil for the data of the link.
    ///   - start: Returns where a range of the outer text begins in this one.
    init(_ layer: Int?, of inspection: LinkInspection, secrets: [Range<Int>], start: (Range<Int>) -> Int = \.lowerBound) {
        self.secrets = secrets
        let inside = inspection.layers.indices.filter { inspection.layers[$0].outer == layer }
        layers = inside.map { (start(inspection.layers[$0].outerRange), $0) }
    }

    /// Returns the layer that was peeled from a string; nil if there is none.
    func layer(at string: Range<Int>) -> Int? {
        string.isEmpty ? nil : layers.first { $0.start == string.lowerBound }?.layer
    }
}

extension TextPage {
    /// Appends the App Link data as nodes below the last one, in the order in which it was written. Returns false if the data is neither an
    /// object nor an array.
    mutating func append(dataOf link: AppLinkReading, of inspection: LinkInspection, depth: Int) -> Bool {
        guard let data = link.data else { return false }
        var isTree = false
        link.withData { view in
            if view.count == 0 || view[0].kind != .object && view[0].kind != .array { return }
            isTree = true
            appendNote(link.isAppLink ? "App Link data" : "App Link data that apps ignore")
            let carrier = JSONCarrier(nil, of: inspection, secrets: secrets.data) {
                link.query.decoded.decoded($0).lowerBound - data.lowerBound
            }
            append(view, in: carrier, of: inspection, depth: depth + 1)
        }
        return isTree
    }

    /// Appends the values in an object or array as nodes.
    mutating func append(_ view: JSONView, in carrier: JSONCarrier, of inspection: LinkInspection, depth: Int) {
        var walk = JSONWalk()
        var count = 0
        walk.begin()
        while let step = walk.step(in: view) {
            guard case .value(let node) = step, let container = walk.containers.last else { continue }
            let inner = depth + walk.containers.count - 1
            if count == TextOutput.mostLines { return leaveOut(depth: inner) }
            count += 1
            outline.begin(depth: inner, in: &texts)
            if container.isObject {
                view.withText(of: container.key) { name in
                    secrets.find(in: name, of: view[container.key], among: carrier.secrets)
                    texts.outside(name, hiding: secrets.found)
                }
            } else {
                texts.output.append(decimal: container.position)
            }
            if append(view, node, in: carrier, of: inspection, depth: inner) { walk.skip(in: view) }
        }
    }

    /// Appends a value to the last node. Returns whether the values in it are not shown.
    private mutating func append(
        _ view: JSONView, _ node: Int, in carrier: JSONCarrier, of inspection: LinkInspection, depth: Int
    ) -> Bool {
        let record = view[node]
        let isSecret = carrier.secrets.cover(record.range)
        switch record.kind {
        case .string:
            outline.beginText(in: texts)
            if let layer = carrier.layer(at: record.contentRange), secrets.areShown || !inspection.isSecret(inspection.layers[layer]) {
                append(layer: layer, of: inspection, depth: depth)
                return false
            }
            texts.output.append(UInt8(ascii: "\""))
            view.withText(of: node) { text in
                secrets.find(in: text, of: record, among: carrier.secrets)
                texts.outside(text, hiding: secrets.found)
            }
            texts.output.append(UInt8(ascii: "\""))
        case .object where isSecret, .array where isSecret, .number where isSecret:
            outline.beginText(in: texts)
            texts.own(Secrets.mask)
            return true
        case .object, .array:
            outline.beginText(.dim, in: texts)
            if record.count == 0 { texts.own(record.kind == .object ? "{}" : "[]") }
        case .number, .bool, .null:
            outline.beginText(record.kind == .null ? .dim : .accent, in: texts)
            view.bytes.withSpan(record.range) { texts.outside($0) }
        }
        return false
    }
}
