import TestSupport
import Testing

@testable import HTTPTransport
@testable import Web

@Suite("The encoding of a page", .waits) struct EncodingTests {
    @Test(
        "every decoder, selected by the label in a header",
        arguments: [
            ("utf-8", [0xC3, 0xA9, 0xFF], "é\u{FFFD}"), (" UTF8 ", [0xC3, 0xA9], "é"), ("iso-8859-1", [0x80, 0xE9, 0x9F], "€éŸ"),
            ("us-ascii", [0x93, 0x94], "“”"), ("iso-8859-15", [0xA4], "€"), ("windows-1251", [0xCF, 0xF0, 0xE8], "При"),
            ("koi8-r", [0xF0, 0xD2, 0xC9], "При"), ("macintosh", [0x8E], "é"), ("iso-8859-8-i", [0xF9], "ש"),
            ("shift_jis", [0x93, 0xFA, 0x96, 0x7B], "日本"), ("x-sjis", [0x87, 0x40], "①"), ("euc-jp", [0xC6, 0xFC, 0xCB, 0xDC], "日本"),
            ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x42, 0x61], "日a"), ("gb2312", [0xD6, 0xD0, 0xCE, 0xC4], "中文"),
            ("big5", [0xA4, 0xA4, 0xA4, 0xE5], "中文"), ("euc-kr", [0xC7, 0xD1], "한"), ("utf-16le", [0xE9, 0x00, 0x3D, 0xD8], "é\u{FFFD}"),
            ("utf-16be", [0x00, 0xE9, 0x41], "é\u{FFFD}"), ("x-user-defined", [0x41, 0x80], "A\u{F780}"),
            ("hz-gb-2312", [0x41], "\u{FFFD}"),
            ("gbk", [0x61, 0xFF, 0x62], "a\u{FFFD}b"), ("euc-jp", [0x61, 0xC6], "a\u{FFFD}"),
        ] as [(String, [UInt8], String)])
    func decoding(label: String, bytes: [UInt8], text: String) {
        let decoded = TextDecoder.decode(bytes, header: label)
        #expect(String(decoding: decoded.utf8, as: UTF8.self) == text)
        #expect(decoded.isKnown)
    }

    @Test("the system supports every encoding of the standard")
    func known() throws {
        #expect(TextEncoding.all.count == 40)
        #expect(TextEncoding.all.map(\.1).joined(separator: " ").split(separator: " ").count == 228)
        for (encoding, labels) in TextEncoding.all {
            for label in labels.split(separator: " ") { #expect(TextEncoding(label: String(label)) == encoding) }
            let label = try #require(labels.split(separator: " ").first)
            #expect(TextDecoder.decode([0x61], header: String(label)).isKnown, "\(encoding.name)")
        }
    }

    @Test("any bytes are decoded to valid UTF-8")
    func anything() throws {
        var random = SeededRandom(seed: 7)
        for (encoding, labels) in TextEncoding.all {
            let label = try #require(labels.split(separator: " ").first)
            for _ in 0..<20 {
                let bytes = (0..<Int.random(in: 0..<200, using: &random)).map { _ in UInt8.random(in: .min ... .max, using: &random) }
                let text = TextDecoder.decode(bytes, header: String(label)).utf8
                #expect(String(validating: text, as: UTF8.self) != nil, "\(encoding.name): \(bytes)")
            }
        }
    }

    @Test(
        "the byte order mark comes first, then the header, the page's own declaration, and windows-1252",
        arguments: [
            ([0xEF, 0xBB, 0xBF], "koi8-r", "", "UTF-8"), ([0xFF, 0xFE], "utf-8", "", "UTF-16LE"), ([0xFE, 0xFF], nil, "", "UTF-16BE"),
            ([], "koi8-r", "<meta charset=utf-8>", "KOI8-R"), ([], "nonsense", "<meta charset=utf-8>", "UTF-8"),
            ([], nil, "<meta charset=koi8-r>", "KOI8-R"), ([], nil, "", "windows-1252"),
        ] as [([UInt8], String?, String, String)])
    func order(mark: [UInt8], header: String?, page: String, name: String) {
        #expect(EncodingSniffer.encoding(of: mark + Array(page.utf8), header: header).name == name)
    }

    @Test(
        "the declaration in the first 1024 bytes, as browsers look for it before they parse the page",
        arguments: [
            ("<META CHARSET='utf-8'>", "UTF-8"), ("<meta charset = \"koi8-r\" />", "KOI8-R"), ("<meta/charset=koi8-r>", "KOI8-R"),
            ("<meta http-equiv=Content-Type content='text/html; charset=koi8-r'>", "KOI8-R"),
            ("<meta content=\"text/html; charset='koi8-r'\" http-equiv=content-type>", "KOI8-R"),
            ("<meta content='text/html; charset=koi8-r'>", nil), ("<meta http-equiv=refresh content='charset=koi8-r'>", nil),
            ("<meta charset=nonsense><meta charset=koi8-r>", "KOI8-R"), ("<meta charset=utf-16>", "UTF-8"),
            ("<meta charset=x-user-defined>", "windows-1252"), ("<!-- <meta charset=koi8-r> --><p>", nil),
            ("<!--><meta charset=koi8-r>", "KOI8-R"),
            ("<a title='<meta charset=koi8-r>'>", nil), ("<metacharset=koi8-r>", nil), ("<? <meta charset=koi8-r>", nil),
            ("<!x></x><meta name=a charset=koi8-r charset=utf-8>", "KOI8-R"), ("<?xml version='1.0' encoding='koi8-r'?>", "KOI8-R"),
            ("<?xml version='1.0'?><meta charset=koi8-r>", "KOI8-R"), ("<meta charset=koi8-r", "KOI8-R"), ("<meta charset=", nil),
            ("<", nil),
            (String(repeating: " ", count: 1003) + "<meta charset=koi8-r>", "KOI8-R"),
            (String(repeating: " ", count: 1024) + "<meta charset=koi8-r>", nil),
        ] as [(String, String?)])
    func prescan(page: String, name: String?) {
        #expect(MetaPrescan.encoding(of: page.utf8.prefix(1024))?.name == name)
    }

    @Test(
        "the declaration in a head that is longer than 1024 bytes",
        arguments: [
            ("<html><head><style>\(long)</style><meta charset=koi8-r>", "KOI8-R"),
            ("<!-- <meta charset=utf-8> \(long)--><META content='text/html; charset=koi8-r' http-equiv=content-type>", "KOI8-R"),
            ("<script>\(long)'<meta charset=utf-8>'</SCRIPT ><meta charset=koi8-r>", "KOI8-R"),
            ("<title>\(long)</title></title><link href='>'><base><?x><meta><metal>", "windows-1252"),
            ("<head>\(long)</head><meta charset=koi8-r>", "windows-1252"), ("<p>\(long)<meta charset=koi8-r>", "windows-1252"),
            ("<title>\(long)<meta charset=koi8-r>", "windows-1252"), ("<noscript>\(long)</noscript><meta charset=utf-16>", "UTF-8"),
            ("<link \(long)", "windows-1252"), ("\(long)<", "windows-1252"), ("<meta \(long)", "windows-1252"),
        ])
    func late(page: String, name: String) {
        #expect(EncodingSniffer.encoding(of: Array(page.utf8), header: nil).name == name)
    }

    private static let long = String(repeating: "a b ", count: 300)
}
