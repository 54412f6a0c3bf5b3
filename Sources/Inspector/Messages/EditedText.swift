/// What became of a text that the user edited in an editor.
package enum EditedText: Sendable {
    case text(String)
    /// The reason, as a sentence.
    case failed(String)
}
