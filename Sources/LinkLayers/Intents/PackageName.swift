import Bytes

/// The name of an Android package: at least two words of letters, digits and underscores, each beginning with a letter.
package enum PackageName {
    /// Says why no installed app can have this name, without a final period. Nil if an app can have it.
    package static func problem(_ text: String) -> String? {
        isWellFormed(text) ? nil : "\"\(text.prefix(80))\" is not a package name like com.example.shop"
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
