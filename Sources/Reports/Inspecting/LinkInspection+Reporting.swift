import AppLinks
import LinkLayers

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
}
