/// Makes a line of JSON from another program safe for a terminal.
package enum JSONLine {
    /// Returns the same JSON without invisible characters. Bytes that are not UTF-8 become U+FFFD.
    ///
    /// In a string, an invisible character becomes the escape `\uXXXX`, which has the same meaning. Tabs and line ends between values
    /// become spaces.
    package static func safe(_ line: [UInt8]) -> [UInt8] {
        guard !line.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else { return line }
        var result: [UInt8] = []
        result.reserveCapacity(line.count + 32)
        var isInString = false
        var isEscaped = false
        for scalar in String(decoding: line, as: UTF8.self).unicodeScalars {
            if scalar == "\"", !isEscaped { isInString.toggle() }
            isEscaped = scalar == "\\" && !isEscaped
            guard !Visibility.isVisible(scalar) else {
                result += UTF8.encode(scalar).map(Array.init) ?? []
                continue
            }
            if !isInString, ["\t", "\n", "\r"].contains(scalar) {
                result.append(0x20)
                continue
            }
            for unit in String(scalar).utf16 {
                let digits = String(unit, radix: 16)
                result += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8
            }
        }
        return result
    }
}
