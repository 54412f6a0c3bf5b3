package import Pasting
import Records

extension State {
    /// Delivers a long paste that was parsed in the background. A window that the user opened in the meantime stays open.
    mutating func deliverRead(_ text: PastedText) -> [Effect] {
        edges.pastesBeingRead = max(edges.pastesBeingRead - 1, 0)
        let opened = overlay
        defer { overlay = opened }
        return deliver(text, .paste)
    }

    /// Whether work is running that ends without the user: a lookup, or the parsing of a record or a paste.
    package var isBusy: Bool {
        lookups.running != nil || edges.pastesBeingRead > 0 || detail.isWaiting
    }

    /// Delivers the records in a text, and shows a notice if parts of the text were left out or changed.
    mutating func deliver(_ text: PastedText, _ source: RecordSource) -> [Effect] {
        guard !text.records.isEmpty else { return notify(.plain, "The paste was empty.") }
        overlay = nil
        notice = Notice(text)
        return [.deliver(text.records.map(\.bytes), source)]
    }
}

extension Notice {
    /// Creates a notice about the parts of a paste that were left out or changed; nil if there are none.
    package init?(_ text: PastedText) {
        let sentences = text.account
        guard !sentences.isEmpty else { return nil }
        let isBad = text.linksLeftOut > 0 || text.records.contains { !$0.notes.isEmpty }
        self.init(isBad ? .bad : .plain, sentences.joined(separator: " "))
    }
}
