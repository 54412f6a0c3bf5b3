import AppLinks
import Deciding
import Foundation
import JSONDocument
import Platform
import Secrets

/// Converts a page to UTF-8. Bytes that cannot be decoded become U+FFFD; decoding never fails.
enum TextDecoder {
    struct Decoded {
        var utf8: [UInt8]
        var encoding: TextEncoding
        /// False if the system does not know the encoding and the page was read as windows-1252.
        var isKnown = true
    }

    static func decode(_ bytes: [UInt8], header: String?) -> Decoded {
        let encoding = EncodingSniffer.encoding(of: bytes, header: header)
        let start = EncodingSniffer.byteOrderMark(of: bytes)?.length ?? 0
        let rest = start == 0 ? bytes : Array(bytes.dropFirst(start))
        switch encoding.way {
        case .utf8: return Decoded(utf8: Array(String(decoding: rest, as: UTF8.self).utf8), encoding: encoding)
        case .utf16(let isBigEndian): return Decoded(utf8: utf16(rest, isBigEndian: isBigEndian), encoding: encoding)
        case .windows1252: return Decoded(utf8: singleBytes(rest) { windows1252[Int($0 - 0x80)] }, encoding: encoding)
        case .userDefined: return Decoded(utf8: singleBytes(rest) { 0xF780 + UInt32($0 - 0x80) }, encoding: encoding)
        case .replacement: return Decoded(utf8: rest.isEmpty ? [] : replacement, encoding: encoding)
        case .system(let names):
            for name in names {
                if let text = system(rest, name) { return Decoded(utf8: text, encoding: encoding) }
            }
            return Decoded(utf8: singleBytes(rest) { windows1252[Int($0 - 0x80)] }, encoding: encoding, isKnown: false)
        }
    }

    private static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]
    /// The result of iconv for a failure, which is `(size_t)-1` in C.
    private static let failed = Int(bitPattern: UInt.max)

    private static func utf16(_ bytes: [UInt8], isBigEndian: Bool) -> [UInt8] {
        let units = (0..<bytes.count / 2).lazy.map { unit in
            let index = unit * 2
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return isBigEndian ? first << 8 | second : second << 8 | first
        }
        var text = Array(String(decoding: units, as: UTF16.self).utf8)
        if !bytes.count.isMultiple(of: 2) { text += replacement }
        return text
    }

    private static func singleBytes(_ bytes: [UInt8], _ scalar: (UInt8) -> UInt32) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count + bytes.count / 8)
        for byte in bytes {
            if byte < 0x80 {
                text.append(byte)
            } else {
                text += Unicode.Scalar(scalar(byte)).flatMap { UTF8.encode($0) }.map(Array.init) ?? replacement
            }
        }
        return text
    }

    /// The characters of the bytes from 0x80 on. Up to 0x9F, most of them differ from Latin-1.
    private static let windows1252: [UInt32] =
        [
            0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D, 0x8F,
            0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
        ] + Array(0xA0...0xFF)

    /// Decodes with iconv. Returns nil if the system does not know the encoding.
    private static func system(_ bytes: [UInt8], _ name: String) -> [UInt8]? {
        guard let converter = unsafe iconv_open("UTF-8", name), unsafe converter != iconv_t(bitPattern: -1) else { return nil }
        defer { unsafe iconv_close(converter) }
        var source = bytes.map { CChar(bitPattern: $0) }
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count * 2)
        var buffer = [CChar](repeating: 0, count: 1 << 14)
        // Both buffers belong to this function, and iconv stays within the counts that it receives.
        unsafe source.withUnsafeMutableBufferPointer { source in
            unsafe buffer.withUnsafeMutableBufferPointer { buffer in
                var next = source.baseAddress
                var left = source.count
                while true {
                    var out = buffer.baseAddress
                    var room = buffer.count
                    let isAtEnd = left == 0
                    // A last call without a source writes a character that iconv still holds back.
                    let result = unsafe isAtEnd ? iconv(converter, nil, nil, &out, &room) : iconv(converter, &next, &left, &out, &room)
                    let code = errno
                    unsafe text.append(contentsOf: buffer.prefix(buffer.count - room).map { UInt8(bitPattern: $0) })
                    if result != failed {
                        if isAtEnd { return }
                    } else if code == EILSEQ, left > 0 {
                        text += replacement
                        unsafe next = next.map { unsafe $0 + 1 }
                        left -= 1
                    } else if code != E2BIG {
                        // The page ends in the middle of a character.
                        text += replacement
                        return
                    }
                }
            }
        }
        return text
    }
}

/// A character encoding of the Encoding Standard, with its name in the standard and the way to decode it.
struct TextEncoding: Sendable, Equatable {
    enum Way: Sendable, Equatable {
        case utf8
        case utf16(isBigEndian: Bool)
        case windows1252
        /// The whole page becomes one replacement character, because these encodings have been used to hide scripts.
        case replacement
        case userDefined
        /// The C library decodes the encoding, under the first of these names that the library knows.
        case system([String])
    }

    let name: String
    let way: Way

    /// Looks up a label as the standard does. Space characters around the label and the case of its letters do not matter.
    init?(label: String) {
        guard let found = Self.labels[label.trimmingBlanks.lowercased()] else { return nil }
        self = found
    }

    private init(_ name: String, _ way: Way) {
        self.name = name
        self.way = way
    }

    static let utf8 = TextEncoding("UTF-8", .utf8)
    static let utf16LE = TextEncoding("UTF-16LE", .utf16(isBigEndian: false))
    static let utf16BE = TextEncoding("UTF-16BE", .utf16(isBigEndian: true))
    static let windows1252 = TextEncoding("windows-1252", .windows1252)

    private static let labels: [String: TextEncoding] = {
        var labels: [String: TextEncoding] = [:]
        for (encoding, names) in all {
            for label in names.split(separator: " ") { labels[String(label)] = encoding }
        }
        return labels
    }()

    /// Each encoding with its labels, from Resources/encodings/encodings.json. The C library knows an encoding under its `system` names.
    /// https://encoding.spec.whatwg.org/#names-and-labels
    static let all: [(TextEncoding, String)] = {
        let own = [utf8, utf16LE, utf16BE, windows1252, Self("replacement", .replacement), Self("x-user-defined", .userDefined)]
        let table = JSONDocument(ResourceFile("encodings/encodings.json")?.bytes ?? []).root
        return (table.map { Array($0.members) } ?? []).compactMap { member in
            guard let name = member.key.stringValue, let labels = member.value["labels"]?.stringValue else { return nil }
            let names = member.value["system"]?.elements.compactMap(\.stringValue) ?? []
            return (own.first { $0.name == name } ?? Self(name, .system(names)), labels)
        }
    }()
}
