extension StringProtocol {
    /// The words with a capital at the beginning, as a sentence begins.
    package var atSentenceStart: String { prefix(1).uppercased() + dropFirst() }
}
