import Bytes

// This file turns a text into one word of a shell command.
//
//    text          word           because
//    abc-1.2       abc-1.2        no character has a meaning to a shell
//    a b&c $d      'a b&c $d'     between single quotes, every character is literal
//    it's          "it's"         without $ ` \ ! ", double quotes can enclose a single quote
//    it's $1       'it'"'"'s $1'  otherwise, runs of ' and \ go between double quotes and the rest between single quotes
//    a\b           'a'"\\"'b'
//
// A backslash is never put between single quotes, because fish reads escapes there. `\'` is never written, because bash looks for `!` after
// it. So a word means the same to sh, dash, bash, zsh, ksh, Android's mksh and fish, whether typed or in a script. csh is not supported.

/// Quotes text as one shell word.
package enum ShellQuoting {
    package static func word(_ text: String) -> String {
        if !text.isEmpty, text.utf8.allSatisfy(isPlain) { return text }
        if !text.utf8.contains(where: isQuoteOrBackslash) { return "'\(text)'" }
        if !text.utf8.contains(where: "$`\\!\"".utf8.contains) { return "\"\(text)\"" }
        var word = ""
        var rest = Substring(text).utf8
        while !rest.isEmpty {
            let plain = rest.prefix { !isQuoteOrBackslash($0) }
            if !plain.isEmpty { word += "'\(Substring(plain))'" }
            rest = rest.dropFirst(plain.count)
            let special = rest.prefix(while: isQuoteOrBackslash)
            if !special.isEmpty { word += "\"\(Substring(special).replacing("\\", with: "\\\\"))\"" }
            rest = rest.dropFirst(special.count)
        }
        return word
    }

    /// Returns whether a byte has no meaning to any shell, anywhere in a word.
    private static func isPlain(_ byte: UInt8) -> Bool {
        ByteClass.isLetterOrDigit(byte) || "-_./:@%+,".utf8.contains(byte)
    }

    private static func isQuoteOrBackslash(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\\")
    }
}
