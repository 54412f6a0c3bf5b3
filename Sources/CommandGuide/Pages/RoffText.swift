/// Writes text so that roff shows exactly its characters.
///
/// The result is ASCII. Other characters become `\[uXXXX]`, which groff and mandoc both read in every locale.
enum RoffText {
    /// Returns text with its characters escaped, for the middle of a line.
    static func escaped(_ text: some StringProtocol) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            // A plain hyphen may become U+2010, which cannot be pasted as an option. The others become typographic characters.
            case "-": result += "\\-"
            case "\\": result += "\\e"
            case "'": result += "\\(aq"
            case "`": result += "\\(ga"
            case "^": result += "\\(ha"
            case "~": result += "\\(ti"
            case "\"": result += "\\(dq"
            case " "..."}": result.unicodeScalars.append(scalar)
            default: result += scalar.value < 0x20 || scalar.value == 0x7F ? " " : "\\[u\(hexadecimal(scalar.value))]"
            }
        }
        return result
    }

    /// Returns a line of text. A period at its beginning does not make it a request.
    static func line(_ text: some StringProtocol) -> String { safeStart(escaped(text)) }

    /// Returns a line that roff reads as text, even if the line begins with a period.
    static func safeStart(_ line: String) -> String { line.hasPrefix(".") ? "\\&" + line : line }

    /// Returns lines of filled text: each sentence begins a line, and no line is longer than `width` unless one word is.
    static func filled(_ text: some StringProtocol, width: Int = 78) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(whereSeparator: \.isWhitespace) {
            let escaped = escaped(word)
            if !line.isEmpty, line.utf8.count + 1 + escaped.utf8.count > width {
                lines.append(safeStart(line))
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + escaped
            if endsSentence(word) {
                lines.append(safeStart(line))
                line = ""
            }
        }
        if !line.isEmpty { lines.append(safeStart(line)) }
        return lines
    }

    private static func endsSentence(_ word: some StringProtocol) -> Bool { word.hasSuffix(".") && !word.hasSuffix("..") }

    private static func hexadecimal(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(4 - digits.count, 0)) + digits
    }
}
