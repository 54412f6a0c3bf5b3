import Bytes

/// The variables of a suite. `{{name}}` in a text stands for the value of a variable. Values stay as they are, so a value may contain `{{`.
struct SuiteVariables {
    /// The reason why the variables of a text have no values.
    enum Problem: Error, Equatable {
        case unknown(String)
        case tooLong
    }

    /// The maximum number of bytes of a text with the values of its variables. The inspector shows as many bytes of a record.
    static let longestText = 1 << 20
    /// The most bytes that the values may add to all texts of a suite together. A short suite could otherwise fill the memory.
    static let mostAdded = 32 << 20

    private var values: [String: String] = [:]
    private var added = 0

    /// The most bytes of a name.
    private static let longestName = 100

    /// Returns whether a text can be the name of a variable: a letter or `_`, then also digits and `-`.
    static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, ByteClass.isLetter(first) || first == UInt8(ascii: "_") else { return false }
        return text.utf8.count <= longestName && text.utf8.allSatisfy(isNameByte)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        ByteClass.isLetter(byte) || ByteClass.isDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
    }

    /// The maximum number of variables that are compared with a misspelled name.
    private static let mostCompared = 1000

    /// Returns the variable that a misspelled name most likely stands for.
    func nearest(to name: String) -> String? { NearestWord.to(name, among: values.keys.prefix(Self.mostCompared).sorted()) }

    mutating func set(_ name: String, to value: String) { values[name] = value }

    /// Returns a text with the values of its variables. A `{{` that is not followed by a name and `}}` stays as it is.
    mutating func expanded(_ text: String) throws(Problem) -> String {
        guard text.utf8.contains(UInt8(ascii: "{")) else { return text }
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var shown = 0
        var place = 0
        while place + 1 < bytes.count {
            guard bytes[place] == UInt8(ascii: "{"), bytes[place + 1] == UInt8(ascii: "{"),
                let (name, end) = Self.name(in: bytes, from: place + 2)
            else {
                place += 1
                continue
            }
            guard let value = values[name] else { throw .unknown(name) }
            result += bytes[shown..<place]
            result += value.utf8
            added += value.utf8.count
            guard result.count <= Self.longestText, added <= Self.mostAdded else { throw .tooLong }
            (shown, place) = (end, end)
        }
        return shown == 0 ? text : String(decoding: result + bytes[shown...], as: UTF8.self)
    }

    /// Returns the name of the variable that begins at a place, without the spaces around it, and the place after its braces; nil if no
    /// variable begins there.
    private static func name(in bytes: [UInt8], from start: Int) -> (name: String, end: Int)? {
        var (lower, upper) = (start, start)
        while lower < bytes.count, bytes[lower] == 0x20 { lower += 1 }
        upper = lower
        while upper < bytes.count, upper - lower <= longestName, isNameByte(bytes[upper]) { upper += 1 }
        var end = upper
        while end < bytes.count, bytes[end] == 0x20 { end += 1 }
        guard end + 1 < bytes.count, bytes[end] == UInt8(ascii: "}"), bytes[end + 1] == UInt8(ascii: "}") else { return nil }
        let name = String(decoding: bytes[lower..<upper], as: UTF8.self)
        return isName(name) ? (name, end + 2) : nil
    }
}
