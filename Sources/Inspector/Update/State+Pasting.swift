package import Pasting
import Records

extension State {
    /// What is longer is taken apart away from the keys and the screen.
    static let mostReadAtOnce = 64 << 10

    /// A long paste was taken apart; whatever the user has opened meanwhile stays.
    mutating func deliverRead(_ text: PastedText) -> [Effect] {
        pastesBeingRead = max(pastesBeingRead - 1, 0)
        let opened = overlay
        defer { overlay = opened }
        return deliver(text, .paste)
    }

    /// Whether something goes on that ends by itself: an lookup, or the reading of something long.
    package var isBusy: Bool {
        if lookups.running != nil || pastesBeingRead > 0 { return true }
        guard let shown else { return false }
        return shown.record != nil && shown.content == nil && !shown.isUnreadable
    }

    /// Delivers what was found in a text that was pasted, typed or given, and says what else is to be known about it.
    mutating func deliver(_ text: PastedText, _ source: RecordSource) -> [Effect] {
        guard !text.records.isEmpty else {
            notice = Notice(.plain, "The paste was empty.")
            return []
        }
        overlay = nil
        notice = Notice(text)
        return [.deliver(text.records.map(\.bytes), source)]
    }
}

extension Notice {
    /// What became of a paste; nil when all of it was taken as it stands.
    package init?(_ text: PastedText) {
        let sentences = text.account
        guard !sentences.isEmpty else { return nil }
        let isBad = text.linksLeftOut > 0 || text.records.contains { !$0.notes.isEmpty }
        self.init(isBad ? .bad : .plain, sentences.joined(separator: " "))
    }
}
