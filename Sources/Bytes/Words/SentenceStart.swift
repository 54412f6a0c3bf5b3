extension StringProtocol {
    /// The text with its first letter in uppercase, as at the beginning of a sentence.
    package var atSentenceStart: String { prefix(1).uppercased() + dropFirst() }
}
