extension JSONDocument {
    /// Returns the document with one member or element per line, indented by two spaces per level; nil if it is not valid.
    ///
    /// Strings and numbers are copied as written, and duplicate keys are kept. The indentation stops growing at forty levels. Without this
    /// limit, the output for a text of only brackets would grow with the square of its depth.
    package func indented() -> [UInt8]? {
        guard isValid else { return nil }
        var output: [UInt8] = []
        output.reserveCapacity(source.count * 2)
        var depth = 0
        var isInString = false
        var isEscaped = false
        var isAfterOpening = false
        func breakLine() {
            output.append(UInt8(ascii: "\n"))
            output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * min(depth, 40)))
        }
        for byte in source {
            if isInString {
                output.append(byte)
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            switch byte {
            case 0x20, 0x09, 0x0A, 0x0D: continue
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if !isAfterOpening { breakLine() }
                output.append(byte)
                isAfterOpening = false
                continue
            default: break
            }
            if isAfterOpening { breakLine() }
            isAfterOpening = false
            output.append(byte)
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                isAfterOpening = true
            case UInt8(ascii: ","): breakLine()
            case UInt8(ascii: ":"): output.append(UInt8(ascii: " "))
            case UInt8(ascii: "\""): isInString = true
            default: break
            }
        }
        return output
    }
}
