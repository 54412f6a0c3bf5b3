import Bytes
import LinkLayers
import Secrets

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

    var values: [String: String] = [:]
    private var added = 0

    /// The most bytes of a name.
    private static let longestName = 100

    /// Returns whether a text can be the name of a variable: a letter or `_`, then also digits and `-`.
    static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, ByteClass.isLetter(first) || first == UInt8(ascii: "_") else { return false }
        return text.utf8.count <= longestName && text.utf8.allSatisfy(isNameByte)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        ByteClass.isLetterOrDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
    }

    /// The maximum number of variables that are compared with a misspelled name.
    private static let mostCompared = 1000

    /// Returns the variable that a misspelled name most likely stands for.
    func nearest(to name: String) -> String? { NearestWord.to(name, among: values.keys.prefix(Self.mostCompared).sorted()) }

    /// Returns a text with the values of its variables. A `{{` that is not followed by a name and `}}` stays as it is.
    mutating func expanded(_ text: String) throws(Problem) -> String {
        guard text.utf8.contains(UInt8(ascii: "{")) else { return text }
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var shown = 0
        var place = 0
        while let start = bytes.place(of: "{{", in: place..<bytes.count) {
            guard let (name, end) = Self.name(in: bytes, from: start + 2) else {
                place = start + 1
                continue
            }
            guard let value = values[name] else { throw .unknown(name) }
            result += bytes[shown..<start]
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
        let written = bytes[start...].drop { $0 == 0x20 }.prefix(longestName + 1).prefix(while: isNameByte)
        let end = bytes[written.endIndex...].firstIndex { $0 != 0x20 } ?? bytes.count
        guard bytes.has("}}", at: end, before: bytes.count) else { return nil }
        let name = String(decoding: written, as: UTF8.self)
        return isName(name) ? (name, end + 2) : nil
    }
}

/// Texts that stand for the secrets of recorded links, and the variables with which a suite writes them.
///
///     variables:
///       secret1: put-secret-1-here
///     links:
///       - link: shop://?access_token={{secret1}}
struct SecretStandIns {
    /// The secrets by their bytes, with their numbers.
    private var numbers: [[UInt8]: Int] = [:]
    /// Whether a text has two braces, which would begin a variable.
    private(set) var hasBraces = false

    /// The numbers of the secrets in the last link.
    private var used: Set<Int> = []

    var count: Int { numbers.count }

    private static let braces = "{{"

    mutating func beginLink() { used = [] }

    /// Returns a link with a text in place of each secret. A secret of only digits is replaced by eight other digits, because it may be a
    /// number in JSON.
    mutating func replacing(_ link: String) -> String {
        let bytes = Array(link.utf8)
        let secrets = LinkInspection(bytes).secrets
        if secrets.isEmpty { return link }
        var result: [UInt8] = []
        var shown = 0
        for range in secrets {
            result += bytes[shown..<range.lowerBound]
            let secret = Array(bytes[range])
            result += secret.allSatisfy(ByteClass.isDigit) ? Array("11111111".utf8) : standIn(for: secret)
            shown = range.upperBound
        }
        return String(decoding: result + bytes[shown...], as: UTF8.self)
    }

    private mutating func standIn(for secret: [UInt8]) -> [UInt8] {
        let number = numbers[secret] ?? numbers.count + 1
        numbers[secret] = number
        return Array(Self.standIn(number).utf8)
    }

    /// Returns a text that is the same in every encoding. Its end keeps the text of secret 1 from being a prefix of that of secret 10.
    private static func standIn(_ number: Int) -> String { "\(start)\(number)-here" }

    private static let start = "put-secret-"

    private static func variable(_ number: Int) -> String { "secret\(number)" }

    /// Returns a text as a suite writes it, with variables. The text is searched byte by byte, as the reader of suites does.
    mutating func written(_ text: String) -> String {
        let bytes = Array(text.utf8)
        guard !numbers.isEmpty || bytes.contains(UInt8(ascii: "{")) else { return text }
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            let rest = bytes[index...]
            if rest.starts(with: Self.braces.utf8) {
                hasBraces = true
                result += "{{braces}}".utf8
                index += Self.braces.utf8.count
            } else if let (number, count) = standIn(at: rest) {
                used.insert(number)
                result += "{{\(Self.variable(number))}}".utf8
                index += count
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Returns the number of the secret whose stand-in is at the start of the bytes, and the length of the stand-in. Returns nil if
    /// there is no stand-in.
    private func standIn(at bytes: ArraySlice<UInt8>) -> (number: Int, count: Int)? {
        guard bytes.first == UInt8(ascii: "p"), bytes.starts(with: Self.start.utf8) else { return nil }
        let digits = bytes.dropFirst(Self.start.utf8.count).prefix { ByteClass.isDigit($0) }
        guard let number = Int(String(decoding: digits, as: UTF8.self)), 1...max(numbers.count, 1) ~= number, !numbers.isEmpty else {
            return nil
        }
        let standIn = Self.standIn(number)
        return bytes.starts(with: standIn.utf8) ? (number, standIn.utf8.count) : nil
    }

    var variables: [(name: String, value: String)] { variables(numbers.isEmpty ? [] : Array(1...numbers.count)) }

    var variablesOfLink: [(name: String, value: String)] { variables(used.sorted()) }

    private func variables(_ numbers: [Int]) -> [(name: String, value: String)] {
        (hasBraces ? [("braces", Self.braces)] : []) + numbers.map { (Self.variable($0), Self.standIn($0)) }
    }
}
