package import LinkLayers

extension State {
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
