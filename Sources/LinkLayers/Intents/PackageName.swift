import Bytes

/// The name of an Android package: at least two words of letters, digits and underscores, each beginning with a letter.
package enum PackageName {
    /// Says why no installed app can have this name, without a final period. Nil if an app can have it.
    ///
    /// - Parameters:
    ///   - place: The place of the name in the link that names the package.
    ///   - secrets: The secrets of that link.
    package static func problem(_ text: String, at place: Range<Int> = 0..<0, _ secrets: [Range<Int>] = []) -> String? {
        if isWellFormed(text) { return nil }
        return "\"\(Quote.beginning(text, at: place, secrets, most: 80))\" is not a package name like com.example.shop"
    }

    private static func isWellFormed(_ text: String) -> Bool {
        let words = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return words.count > 1
            && words.allSatisfy { word in
                word.first.map(ByteClass.isLetter) == true
                    && word.allSatisfy { ByteClass.isLetter($0) || ByteClass.isDigit($0) || $0 == UInt8(ascii: "_") }
            }
    }
}
