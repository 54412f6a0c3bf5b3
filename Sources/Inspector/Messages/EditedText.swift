/// The result of editing a text in an editor.
package enum EditedText: Sendable {
    case text(String)
    /// The reason, as a sentence.
    case failed(String)
}
