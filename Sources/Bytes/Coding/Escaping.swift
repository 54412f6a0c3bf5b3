extension StringProtocol {
    /// Returns the text with characters replaced that have a meaning where the text is written, such as `<` in XML.
    ///
    /// This looks at the Unicode scalars. For Swift, `<` and a combining mark after it are one character, which is not equal to `<`; a parser
    /// of XML sees the `<`.
    package func escaping(_ replacements: [Unicode.Scalar: String]) -> String {
        var result = ""
        for scalar in unicodeScalars {
            if let replacement = replacements[scalar] {
                result.unicodeScalars.append(contentsOf: replacement.unicodeScalars)
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
