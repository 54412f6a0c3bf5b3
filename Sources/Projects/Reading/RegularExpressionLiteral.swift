import Bytes

/// A regular expression of JavaScript: `/[a-z/]+/`.
package enum RegularExpressionLiteral {
    /// The length up to which the closing slash is looked for, so that a file full of slashes takes linear time.
    private static let longest = 500

    /// Returns the end of the expression whose opening slash is at an index; nil if nothing closes it on its line, so that the slash divides.
    package static func end(in bytes: [UInt8], at index: Int) -> Int? {
        var (place, isInSet) = (index + 1, false)
        let limit = min(bytes.count, index + longest)
        while place < limit, !ByteClass.isLineEnd(bytes[place]) {
            switch bytes[place] {
            case UInt8(ascii: "\\"): place += 1
            case UInt8(ascii: "["): isInSet = true
            case UInt8(ascii: "]"): isInSet = false
            case UInt8(ascii: "/") where !isInSet: return place + 1
            default: break
            }
            place += 1
        }
        return nil
    }
}
