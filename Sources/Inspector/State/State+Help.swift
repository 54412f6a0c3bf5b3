import Screen

extension State {
    /// Returns the rows of the help that contain a word.
    func helpRows(_ word: String) -> [HelpRow] {
        let source = HelpSource(columns: windowPlace.columns, word: word, keys: preferences.keys, glyphs: display.glyphs)
        return helps.value(for: source) { HelpRow.all(source) }
    }
}
