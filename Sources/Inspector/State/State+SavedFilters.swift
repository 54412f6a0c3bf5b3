extension State {
    /// The filters that Up offers in the empty line: the last one, and then those of the settings.
    var offeredFilters: [Preferences.SavedFilter] {
        let saved = preferences.filters
        guard !filtering.lastText.isEmpty, !saved.contains(where: { $0.text == filtering.lastText }) else { return saved }
        return [Preferences.SavedFilter(name: "", text: filtering.lastText)] + saved
    }

    /// The name of the filter in effect in the settings; empty if it has none.
    var filterName: String { preferences.filters.first { $0.text == filtering.text }?.name ?? "" }
}
