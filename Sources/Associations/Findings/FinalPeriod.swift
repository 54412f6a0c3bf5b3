extension String {
    /// A message without its final period, to continue the sentence.
    package var withoutFinalPeriod: String { hasSuffix(".") ? String(dropLast()) : self }
}
