extension StringProtocol {
    /// Returns the text in which each character that has a special meaning in the output, such as `<` in XML, is replaced.
    ///
    /// The method compares Unicode scalars, because Swift treats `<` and a combining mark after it as one character, which does not equal
    /// `<`. An XML parser still sees the `<`.
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
