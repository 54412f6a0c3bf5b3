import Pages

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
        (
            system("ISO-8859-2"), "csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2"
        ),
        (
            system("ISO-8859-3"), "csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3"
        ),
        (
            system("ISO-8859-4"), "csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4"
        ),
        (
            system("ISO-8859-5"), "csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988"
        ),
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
