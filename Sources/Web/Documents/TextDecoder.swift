import AppLinks
import Deciding
import Foundation
import Platform

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

    /// https://encoding.spec.whatwg.org/#names-and-labels
    static let all: [(TextEncoding, String)] = [
        (utf8, "unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8"),
        (system("IBM866", "CP866"), "866 cp866 csibm866 ibm866"),
        (system("ISO-8859-2"), "csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2"),
        (system("ISO-8859-3"), "csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3"),
        (system("ISO-8859-4"), "csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4"),
        (system("ISO-8859-5"), "csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988"),
        (
            system("ISO-8859-6"),
            "arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6 iso-8859-6-e iso-8859-6-i iso-ir-127 iso8859-6 "
                + "iso88596 iso_8859-6 iso_8859-6:1987"
        ),
        (
            system("ISO-8859-7"),
            "csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 iso8859-7 iso88597 iso_8859-7 iso_8859-7:1987 sun_eu_greek"
        ),
        (
            system("ISO-8859-8"),
            "csiso88598e csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-ir-138 iso8859-8 iso88598 iso_8859-8 iso_8859-8:1988 visual"
        ),
        (system("ISO-8859-8-I", "ISO-8859-8"), "csiso88598i iso-8859-8-i logical"),
        (system("ISO-8859-10"), "csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6"),
        (system("ISO-8859-13"), "iso-8859-13 iso8859-13 iso885913"),
        (system("ISO-8859-14"), "iso-8859-14 iso8859-14 iso885914"),
        (system("ISO-8859-15"), "csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9"),
        (system("ISO-8859-16"), "iso-8859-16"),
        (system("KOI8-R"), "cskoi8r koi koi8 koi8-r koi8_r"),
        (system("KOI8-U"), "koi8-ru koi8-u"),
        (system("macintosh", "MACINTOSH"), "csmacintosh mac macintosh x-mac-roman"),
        (system("windows-874", "CP874"), "dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874"),
        (system("windows-1250", "CP1250"), "cp1250 windows-1250 x-cp1250"),
        (system("windows-1251", "CP1251"), "cp1251 windows-1251 x-cp1251"),
        (
            windows1252,
            "ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 "
                + "us-ascii windows-1252 x-cp1252"
        ),
        (system("windows-1253", "CP1253"), "cp1253 windows-1253 x-cp1253"),
        (
            system("windows-1254", "CP1254"),
            "cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 latin5 windows-1254 x-cp1254"
        ),
        (system("windows-1255", "CP1255"), "cp1255 windows-1255 x-cp1255"),
        (system("windows-1256", "CP1256"), "cp1256 windows-1256 x-cp1256"),
        (system("windows-1257", "CP1257"), "cp1257 windows-1257 x-cp1257"),
        (system("windows-1258", "CP1258"), "cp1258 windows-1258 x-cp1258"),
        (system("x-mac-cyrillic", "MAC-UK", "MACUKRAINIAN", "MAC-CYRILLIC", "MACCYRILLIC"), "x-mac-cyrillic x-mac-ukrainian"),
        (system("GBK", "GB18030"), "chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk"),
        (system("gb18030", "GB18030"), "gb18030"),
        (system("Big5", "BIG5-HKSCS", "BIG5"), "big5 big5-hkscs cn-big5 csbig5 x-x-big5"),
        (system("EUC-JP", "EUC-JP-MS", "EUC-JP"), "cseucpkdfmtjapanese euc-jp x-euc-jp"),
        (system("ISO-2022-JP"), "csiso2022jp iso-2022-jp"),
        (system("Shift_JIS", "CP932", "SHIFT_JIS"), "csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis"),
        (
            system("EUC-KR", "CP949", "UHC", "EUC-KR"),
            "cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 windows-949"
        ),
        (TextEncoding("replacement", .replacement), "csiso2022kr hz-gb-2312 iso-2022-cn iso-2022-cn-ext iso-2022-kr replacement"),
        (utf16BE, "unicodefffe utf-16be"),
        (utf16LE, "csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le"),
        (TextEncoding("x-user-defined", .userDefined), "x-user-defined"),
    ]

    private static func system(_ name: String, _ names: String...) -> TextEncoding {
        TextEncoding(name, .system(names.isEmpty ? [name] : names))
    }
}
