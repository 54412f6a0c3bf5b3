import AppLinks
import LinkLayers

extension LinkInspection {
    /// The app that sent the link, from its record or from the way in which it arrived.
    var knownSourceApplication: String? {
        if let sourceApplication { return sourceApplication }
        guard reading != nil, case .inbound(let application) = entry else { return nil }
        return application
    }

    /// The link after all repairs, as it would be opened. Nil if the repaired text is still not a URL.
    var repairedText: String? {
        hasRepairs ? LinkURL(utf8: repaired)?.absoluteString : link?.inputURL.absoluteString
    }
}
