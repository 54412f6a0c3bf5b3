import AppLinks
import LinkLayers
import Services

extension LinkInspection {
    /// The app that sent the link, from its record or from the way in which it arrived.
    var knownSourceApplication: String? {
        if let sourceApplication { return sourceApplication }
        guard reading != nil, case .inbound(let application) = entry else { return nil }
        return application
    }

    /// The link with all repairs and no other change, so that a `#Intent;` behind a fragment stays as Android reads it. Nil if the text is
    /// not a URL even when repaired.
    var repairedText: String? {
        guard hasRepairs || reading != nil else { return nil }
        let repaired = repaired
        return LinkURL(utf8: repaired).map { _ in String(decoding: repaired, as: UTF8.self) }
    }

    /// Returns whether the service of the outer link opens a layer only where it cannot open the app.
    func isFallback(_ layer: Layer) -> Bool {
        parameters.contains { $0.rule.isFallback && $0.layer == layer.outer && $0.range(in: layers).contains(layer.range.lowerBound) }
    }

    /// The link with all repairs. Nil if no repair changes it, as when a repaired start would lead to a service that has shut down.
    var changedText: String? {
        guard hasRepairs, let repairedText, !repairedText.utf8.elementsEqual(bytes) else { return nil }
        return repairedText
    }
}
