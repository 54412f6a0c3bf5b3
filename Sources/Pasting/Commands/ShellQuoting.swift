// How a text becomes one word of a shell's command line.
//
//     text          word           because
//     abc-1.2       abc-1.2        nothing in it means anything to a shell
//     a b&c $d      'a b&c $d'     between single quotes everything means itself
//     it's          "it's"         without $ ` \ ! " double quotes do the same for a single one
//     it's $1       'it'"'"'s $1'  else the runs of ' and \ stand between double quotes, the rest between single ones
//     a\b           'a'"\\"'b'
//
// A backslash never stands between single quotes, and `\'` is never written: fish reads escapes there, and bash looks for `!` after them.
// So a word means the same to sh, dash, bash, zsh, ksh, the mksh of Android and fish, typed in or in a script. csh is not among them.

/// A text as a word that a shell takes for just this text.
package enum ShellQuoting {
    package static func word(_ text: String) -> String {
        if !text.isEmpty, text.utf8.allSatisfy(isPlain) { return text }
        if !text.utf8.contains(where: isQuoteOrBackslash) { return "'\(text)'" }
        if !text.utf8.contains(where: isSpecialInDoubleQuotes) { return "\"\(text)\"" }
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

    /// What no shell looks at, wherever in a word it stands.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "@"),
            UInt8(ascii: "%"), UInt8(ascii: "+"), UInt8(ascii: ","):
            true
        default: false
        }
    }

    private static func isQuoteOrBackslash(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\\")
    }

    private static func isSpecialInDoubleQuotes(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "$"), UInt8(ascii: "`"), UInt8(ascii: "\\"), UInt8(ascii: "!"), UInt8(ascii: "\""): true
        default: false
        }
    }
}
