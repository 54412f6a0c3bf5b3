import LinkLayers
import TestSupport
import Testing

/// What happens to a link between the program that wrote it and the one that opens it.
@Suite("Findings about links that were shortened, copied from source text, or written by a faulty program")
struct CopyingFindingsTests {
    @Test(
        "a link that was cut has one finding for it, and no repair",
        arguments: [
            "https://shop.example.com/p/42?utm_source=mail&utm_campa…", "https://shop.example.com/p/42?token=Vx9Lm2W…",
            "https://shop.example.com/path/to/a/...", "https://shop.example.com/produc...", "https://shop.example.com/p/how-to-co…",
            "https://shop.example.com/p?id=4711-A...", "https://shop.example.com/p?x=1#sect…", "acme://product/42?title=a b&nam…",
            "https://l.facebook.com/l.php?u=https%3A%2F%2Fshop.example.com%2Fp%2F42%3Futm_source%3Dfb%26utm_med%",
            "https://l.facebook.com/l.php?u=https%3A%2F%2Fshop.example.com%2Fp%2F42%3Fa%3D1%2", "acme://search?q=red%20shoes%2",
            "https://a.example/login?next=%2Fp%2F42%", "shop.example.com/p/4…", "https://shop.example.com/p/…/reviews",
            "acme://a/…/…/b?x=1",
        ])
    func cut(link: String) {
        let inspection = LinkInspection(link)
        #expect(inspection.codes.filter { $0 == .probablyCut }.count == 1)
        #expect(!inspection.codes.contains { $0 == .badEscape || $0 == .unescapedUnicode })
        #expect(!inspection.hasRepairs)
    }

    @Test(
        "data that was cut in an escape is also no JSON",
        arguments: [
            "acme://p?al_applink_data=%7B%22target_url%22%3A%20%22a%3A%2F%2Fb%22%2C%20%2", "acme://p?al_applink_data=%7B%22x%22%3A%2",
        ])
    func cutData(link: String) {
        let inspection = LinkInspection(link)
        #expect(Set(inspection.codes) == [.payloadNotJSON, .probablyCut])
        #expect(!inspection.hasRepairs)
    }

    @Test("a web link of Android's log, whose path is hidden, has a finding of its own instead")
    func shortenedInLog() {
        for link in ["https://shop.example.com/...", "http://shop.example.com:8080/...", "ftp://shop.example.com/..."] {
            #expect(LinkInspection(link).codes.filter { $0 == .shortenedInLog || $0 == .probablyCut } == [.shortenedInLog], "\(link)")
            #expect(!LinkInspection(link).hasRepairs)
        }
        for link in ["https://shop.example.com/a/...", "https://shop.example.com/...?x=1", "https://shop.example.com/…", "shop:/..."] {
            #expect(!LinkInspection(link).codes.contains(.shortenedInLog), "\(link)")
        }
    }

    @Test(
        "text that ends in dots, and a percent sign, are no cut",
        arguments: [
            "acme://search?q=wait...", "acme://share?text=One%20moment…", "acme://share?text=One+moment...", "acme://product/42?title=50%",
            "acme://product/42?title=Now%20100%25%2050%", "https://a.example/?q=foo%", "https://a.example/a..b/..", "https://a.example/x.",
            "shop://a?x=%2", "https://a.example/?discount=20%2", "data:text/html,<p>a/…/b</p>", "javascript:alert('a/…/b')", "Hello…",
            #"shop://a?al_applink_data={"target_url":"a://b%2"#,
        ])
    func notCut(link: String) {
        #expect(!LinkInspection(link).codes.contains(.probablyCut))
    }

    @Test(
        "a bracket or a quote that was copied along with a link is removed, with the punctuation beside it",
        arguments: [
            ("https://a.example/p)", "https://a.example/p"), ("https://a.example/p).", "https://a.example/p"),
            ("https://a.example/p\",", "https://a.example/p"), ("https://a.example/p.\"", "https://a.example/p"),
            ("https://a.example/p>", "https://a.example/p"), ("https://a.example/p`", "https://a.example/p"),
            ("https://en.wikipedia.org/wiki/Foo_(bar))", "https://en.wikipedia.org/wiki/Foo_(bar)"),
            ("https://a.example/?x=1)", "https://a.example/?x=1"), ("https://a.example/p#top]", "https://a.example/p#top"),
            ("shop://item/7}.", "shop://item/7"), ("https://a.example/p”", "https://a.example/p"),
            ("https://a.example/p.”", "https://a.example/p"), ("https://a.example/?x=red’", "https://a.example/?x=red"),
            ("https://a.example/p#top»,", "https://a.example/p#top"), ("shop://item/7“.", "shop://item/7"),
        ])
    func trailing(link: String, repaired: String) {
        #expect(LinkInspection(link).repairedText == repaired)
        #expect(LinkInspection(link).codes == [.trailingText])
        #expect(!LinkInspection(repaired).codes.contains(.trailingText))
    }

    @Test(
        "signs that may be the link's own are left alone",
        arguments: [
            "https://en.wikipedia.org/wiki/Foo_(bar)", "https://en.wikipedia.org/wiki/Foo_%28bar)", "https://a.example/wiki/Apple_Inc.",
            "https://a.example/Yahoo!", "https://a.example/a,", "https://a.example/?x[]", "https://a.example/?d={%22a%22:[1]}",
            "https://wa.me/15551234567?text=Hi%20there%20:)", "https://wa.me/15551234567?text=:)",
            "https://a.example/?text=%3A)", "https://a.example/?q=a+(b)+c)", "https://a.example/?q=\"red\"",
            "https://a.example/?size=15\"",
            "https://a.example/?token=Vx9Lm2WqP7)", "https://a.example/p\">text</a>", "mailto:ana@a.example)",
            "javascript:f(1))", "https://a.example/p?q=)", "https://a.example/Rock’n’", "https://a.example/%E2%80%98n’",
            "https://a.example/“red”", "https://a.example/?size=15”", "https://a.example/?q=the%20boys’", "https://a.example/日本",
            "https://a.example/p%E2%80%9D",
        ])
    func notTrailing(link: String) {
        #expect(!LinkInspection(link).codes.contains(.trailingText))
    }

    @Test(
        "a defanged link is restored as a whole, with the links in it",
        arguments: [
            ("hxxps://evil[.]example[.]com/login[.]php?id=4", "https://evil.example.com/login.php?id=4"),
            ("hxxp://evil[.]example[.]com/a/b[.]html?u=ana[@]example[.]org", "https://evil.example.com/a/b.html?u=ana@example.org"),
            ("hxxp://1[.]2[.]3[.]4:8080/a[.]exe", "http://1.2.3.4:8080/a.exe"),
            ("https://evil[.]example[.]com/x?y[.]z=1", "https://evil.example.com/x?y.z=1"),
            ("https://evil[.]example[.]com/x?a[]=1&b[0]=2", "https://evil.example.com/x?a[]=1&b[0]=2"),
            (
                "https://a.example/r?u=hxxps%3A%2F%2Fb%5B.%5Dexample%2Fx%5B.%5Dphp%3Fv%3Dhxxps%253A%252F%252Fc%255B.%255Dexample",
                "https://a.example/r?u=https%3A%2F%2Fb.example%2Fx.php%3Fv%3Dhttps%253A%252F%252Fc.example"
            ),
            (
                "https://a.example/r?u=hxxps%3A%2F%2Fb%5B.%5Dexample%2Fx%3Fv%3Dhxxps://c%5B.%5Dexample",
                "https://a.example/r?u=https%3A%2F%2Fb.example%2Fx%3Fv%3Dhttps://c.example"
            ),
            // Brackets in a link that is not defanged are its own.
            ("https://a.example/x?y[.]z=1", "https://a.example/x?y[.]z=1"),
        ])
    func wholeDefanged(link: String, repaired: String) {
        #expect(LinkInspection(link).repairedText == repaired)
    }

    @Test func `a quote that was copied along is removed before the letters of the link are escaped`() {
        let inspection = LinkInspection("https://a.example/Straße”")
        #expect(inspection.codes.contains(.trailingText) && inspection.codes.contains(.unescapedUnicode))
        #expect(inspection.repairedText == "https://a.example/Stra%C3%9Fe")
    }

    @Test(
        "escapes of JSON that were copied along are undone",
        arguments: [
            (#"https://a.example/x?a=1\u0026b=2"#, "https://a.example/x?a=1&b=2"),
            (#"https://a.example/x?a\u003d1\u0026b\u003D2\u0026c=%7B%7D"#, "https://a.example/x?a=1&b=2&c=%7B%7D"),
            (#"acme://share?text=\u003cb\u003e\u0026x=it\u0027s"#, "acme://share?text=%3Cb%3E&x=it's"),
            (
                "https://l.facebook.com/l.php?u=https%3A%2F%2Fa.example%2F%3Fa%3D1%5Cu0026b%3D2&h=1",
                "https://l.facebook.com/l.php?u=https%3A%2F%2Fa.example%2F%3Fa%3D1%26b%3D2&h=1"
            ),
        ])
    func copiedJSON(link: String, repaired: String) {
        let inspection = LinkInspection(link)
        #expect(inspection.codes == [.jsonEscape])
        #expect(inspection.repairedText == repaired)
        #expect(LinkInspection(repaired).codes.isEmpty)
    }

    @Test(
        "escapes in JSON, and of letters, are left alone",
        arguments: [
            #"https://a.example/?d={"u":"/p?x=1\u0026y=2"}"#, "https://a.example/?d=%7B%22u%22%3A%22x%3D1%5Cu0026y%22%7D",
            #"https://a.example/?q=caf\u00e9"#, #"https://a.example/p\u0026x"#, #"https://a.example/?q=\u002"#,
            #"https://a.example/?path=C:\users"#,
        ])
    func noCopiedJSON(link: String) {
        #expect(!LinkInspection(link).codes.contains(.jsonEscape))
    }

    @Test(
        "the repair of the beginning says that the repaired link uses https",
        arguments: [
            ("http:/shop.example/p", "Write ://. Use https.", "https://shop.example/p"),
            (#"http:\\shop.example\p"#, "Write ://. Use https.", "https://shop.example/p"),
            ("htp://shop.example/p", "Write http. Use https.", "https://shop.example/p"),
            ("https://http://shop.example/p", "Write http:// once. Use https.", "https://shop.example/p"),
            ("hxxp://shop[.]example/p", "Restore the link. Use https.", "https://shop.example/p"),
            ("http[:]//shop[.]example/p", "Restore the link. Use https.", "https://shop.example/p"),
            ("http://shop[.]example/p", "Restore the link. Use https.", "https://shop.example/p"),
            ("https:/shop.example/p", "Write ://.", "https://shop.example/p"),
            ("http:/192.168.1.1/p", "Write ://.", "http://192.168.1.1/p"),
            ("http:/shop.example:8080/p", "Write ://.", "http://shop.example:8080/p"),
            ("http:/localhost/p", "Write ://.", "http://localhost/p"),
        ])
    func encrypting(link: String, summary: String, repaired: String) throws {
        let inspection = LinkInspection(link)
        let repair = try #require(inspection.findings.first { $0.code == .malformedStart || $0.code == .defanged }?.repair)
        #expect(repair.summary == summary)
        #expect(LinkInspection(bytes: inspection.bytes, after: repair).bytes == Array(repaired.utf8))
        #expect(inspection.repairedText == repaired)
    }

    @Test func `a colon too many is not told as a slash too many`() {
        func message(_ link: String) -> String? { LinkInspection(link).findings.first { $0.code == .malformedStart }?.message }
        #expect(message("https:://a.example/x")?.hasPrefix("The link has an extra colon after https.") == true)
        #expect(LinkInspection("https:://a.example/x").repairedText == "https://a.example/x")
        #expect(message("https:///a.example/x")?.hasPrefix("The link has too many slashes after https.") == true)
    }

    @Test func `slashes that are escaped as in JSON become slashes, not two`() {
        let inspection = LinkInspection(#"https:\/\/a.example\/p\/42?u=b\/c"#)
        #expect(inspection.findings.first?.message.hasPrefix(#"The slashes of the link are escaped as in JSON (\/)."#) == true)
        #expect(inspection.repairedText == "https://a.example/p/42?u=b/c")
        #expect(LinkInspection(#"http:\\a.example\p"#).repairedText == "https://a.example/p")
        #expect(LinkInspection("https:a.example/p").findings.first?.message.hasPrefix("The slashes after https are missing.") == true)
    }

    @Test func `a value in which data was cut is left out of the repair, because the rest may mean something else`() {
        let start = "shop://item/7?al_applink_data=%7B%22extras%22%3A%7B%22a%22%3A1%7D%2C%22target_url%22%3A%22https%3A%2F%2Fa.exam"
        #expect(LinkInspection(start).repairedText == "shop://item/7?al_applink_data=%7B%22extras%22%3A%7B%22a%22%3A1%7D%7D")
        let whole = "shop://item/7?al_applink_data=%7B%22target_url%22%3A%22https%3A%2F%2Fa.example%22%2C%22extras%22%3A%7B%22a%22%3A%22bra"
        #expect(
            LinkInspection(whole).repairedText
                == "shop://item/7?al_applink_data=%7B%22target_url%22%3A%22https%3A%2F%2Fa.example%22%2C%22extras%22%3A%7B%7D%7D")
    }

    @Test(
        "the beginning of a parameter that was read as HTML is restored",
        arguments: [
            ("https://a.example/p?a=1¶m=2&b=3§ion=4", "https://a.example/p?a=1&param=2&b=3&section=4"),
            ("https://a.example/p?a=1©=2", "https://a.example/p?a=1&copy=2"),
            ("shop://item?a=1®ion=eu&b=é", "shop://item?a=1&region=eu&b=%C3%A9"),
            ("https://a.example/p?a=1×tamp=2", "https://a.example/p?a=1&timestamp=2"),
        ])
    func htmlReferences(link: String, repaired: String) {
        let inspection = LinkInspection(link)
        #expect(inspection.findings.contains { $0.code == .htmlEscape && $0.message.contains("was probably &") })
        #expect(inspection.repairedText == repaired)
    }

    @Test(
        "a sign that no name follows is none of them",
        arguments: ["https://a.example/p?q=1§&x=1", "https://a.example/p?q=100£", "https://a.example/p?x=2×=4", "https://a.example/§=1"])
    func ownSigns(link: String) {
        #expect(!LinkInspection(link).findings.contains { $0.code == .htmlEscape })
    }

    @Test func `one encoding of a whole link in base64 is the first`() {
        func codes(_ link: String) -> [FindingCode] {
            let packed = unpadded(Array(link.utf8))
            return LinkInspection("https://a.example/?u=\(packed)").findings.map(\.code)
        }
        #expect(!codes("https%3A%2F%2Fshop.example.com%2Fp%2F42").contains(.doubleEncoding))
        #expect(codes("https%253A%252F%252Fshop.example.com%252Fp%252F42").contains(.doubleEncoding))
    }

    @Test func `a link that was encoded twice as a whole has one finding`() {
        for link in ["https%3A%2F%2Fa.example%2F", "https%253A%252F%252Fa.example%252Fp", "shop%253A%252F%252Fitem%253Fx%253D1"] {
            #expect(LinkInspection(link).codes == [.noScheme])
        }
        #expect(LinkInspection("https%253A%252F%252Fa.example%252Fp").repairedText == "https://a.example/p")
        #expect(LinkInspection("https://a.example/red%2520shoes").codes == [.doubleEncoding])
    }

    @Test func `truncated JSON in base64 is found`() {
        let inspection = LinkInspection("https://a.example/?state=eyJyIjoiL2hvbWUi&x=1")
        #expect(inspection.place(of: .jsonCut) == "eyJyIjoiL2hvbWUi")
        #expect(!LinkInspection("https://a.example/?state=eyJyIjoiL2hvbWUifQ").codes.contains(.jsonCut))
    }

    @Test(
        "quoted-printable is undone",
        arguments: [
            (
                "https://shop.example.com/p/42?utm_source=3Dmail&utm_medium=3Demail&utm_campaign=3Dlente",
                "https://shop.example.com/p/42?utm_source=mail&utm_medium=email&utm_campaign=lente"
            ),
            ("https://click.example.com/?url=3Dhttps%3A%2F%2Fa.example%2F", "https://click.example.com/?url=https%3A%2F%2Fa.example%2F"),
            ("https://click.example.com/?url==3Dhttps://a.example/p=3D42", "https://click.example.com/?url=https://a.example/p=42"),
            ("acme://open?id=3D42&page=3D2", "acme://open?id=42&page=2"),
            ("https://a.example/?q=3Dcaf=C3=A9&x=3D", "https://a.example/?q=caf%C3%A9&x="),
            (
                "https://click.example.com/?id=3D7&amp;utm_source=3Dmail&amp;utm_medium=3Demail",
                "https://click.example.com/?id=7&utm_source=mail&utm_medium=email"
            ),
        ])
    func quotedPrintable(link: String, repaired: String) {
        let inspection = LinkInspection(link)
        #expect(inspection.repairs(of: .quotedPrintable).count == 1)
        #expect(inspection.repairedText == repaired)
    }

    @Test(
        "values that begin with 3D by themselves are left alone",
        arguments: [
            "https://a.example/?x=3D&model=3Dprinter", "https://a.example/?id=3D42", "https://a.example/?type=3Dprint&brand=3Dsystems",
            "https://a.example/?q=3Dprinter&a=1&b=2", "https://a.example/?q=3Dmodel=42", "https://a.example/?a=3D&b=3D&c=3D",
            "https://a.example/p=3D42", "https://a.example/?type==3D",
        ])
    func threeDimensions(link: String) {
        #expect(!LinkInspection(link).codes.contains(.quotedPrintable))
    }

    @Test(
        "an & in a text is escaped",
        arguments: [
            ("acme://share?text=Tom%20&%20Jerry", "acme://share?text=Tom%20%26%20Jerry"),
            ("acme://product/42?title=50% korting & meer", "acme://product/42?title=50%25%20korting%20%26%20meer"),
            ("https://a.example/?text=Tom+&+Jerry+&+Spike&x=1", "https://a.example/?text=Tom+%26+Jerry+%26+Spike&x=1"),
            ("https://a.example/?q=AT&T phones", "https://a.example/?q=AT%26T%20phones"),
            ("acme://search?q=H&M%20jeans&size=3", "acme://search?q=H%26M%20jeans&size=3"),
            ("acme://search?q=M&S&H&&M jeans&&size=3", "acme://search?q=M%26S%26H%26%26M%20jeans&&size=3"),
            ("acme://search?text=&q=H&M jeans&data=%7B%7D&a b", "acme://search?text=&q=H%26M%20jeans&data=%7B%7D&a%20b"),
            ("acme://search?q=a\(String(repeating: "&", count: 40))b c", "acme://search?q=a\(String(repeating: "%26", count: 40))b%20c"),
            ("https://a.example/?u=acme%3A%2F%2Fs%3Ft%3Da%2520&%2520b", "https://a.example/?u=acme%3A%2F%2Fs%3Ft%3Da%2520&%2520b"),
        ])
    func sign(link: String, repaired: String) {
        #expect(LinkInspection(link).repairedText == repaired)
    }

    @Test(
        "the finding of an & names the first text that it cuts",
        arguments: [("acme://search?text=&q=H&M%20jeans&data=%7B%7D&a%20b", "q"), ("acme://search?q=1&text=Tom%20&%20Jerry&x=1", "text")])
    func signedText(link: String, name: String) throws {
        let finding = try #require(LinkInspection(link).findings.first { $0.code == .queryDelimiter })
        #expect(finding.message.hasPrefix("This & ends the value of \(name):"))
    }

    @Test(
        "a name with a value, and one without a space, end a text",
        arguments: [
            "acme://share?text=Tom&Jerry", "acme://share?text=Tom%20&%20x=1", "acme://share?&%20x", "acme://share?text=&%20x",
            "acme://share?q=1&text=&M%20jeans",
            "acme://share?text=a&google+", "https://a.example/#top?x=1", "https://a.example/#/top?utm_id=1",
            "https://a.example/?a=1#top?utm_id=1",
            "https://a.example/#u=https://b.example/?utm_id=1",
        ])
    func name(link: String) {
        #expect(!LinkInspection(link).codes.contains(.queryDelimiter))
    }

    @Test(
        "an escaped ? begins the query if parameters follow it",
        arguments: [
            ("https://a.example/p/42%3Fa=1&b=2", "https://a.example/p/42?a=1&b=2"),
            ("https://a.example/p/42%3fref=x", "https://a.example/p/42?ref=x"),
            ("https://a.example/p/%3Fid=1%262#top", "https://a.example/p/?id=1%262#top"),
            ("https://a.example/what%3F/p%3Fid=7", "https://a.example/what%3F/p?id=7"),
            ("https://a.example/p%3Fa=1&b=2?c=3", "https://a.example/p?a=1&b=2&c=3"),
            ("https://a.example/p%3Fa%3D1%26b%3Dx%3D%3D", "https://a.example/p?a=1&b=x%3D%3D"),
            ("shop://item%3Fid=42", "shop://item?id=42"), ("shop://item/7%3Fa=/b/c", "shop://item/7?a=/b/c"),
            ("shop:item%3Fid%3D42", "shop:item?id=42"), ("mailto:a@b.example%3Fsubject=Hi", "mailto:a@b.example?subject=Hi"),
            ("shop://a?u=https%3A%2F%2Fa.example%2Fp%253Fid%253D7", "shop://a?u=https%3A%2F%2Fa.example%2Fp%3Fid%3D7"),
            ("shop://a/what%3F&x=1", "shop://a/what%3F?x=1"),
        ])
    func escapedMark(link: String, repaired: String) {
        #expect(LinkInspection(link).codes == [.queryDelimiter])
        #expect(LinkInspection(link).repairedText == repaired)
        #expect(LinkInspection(repaired).codes.isEmpty)
    }

    @Test(
        "a ? in a name, and one in a link or a value in the path, stay escaped",
        arguments: [
            "https://a.example/wiki/Who%3F", "https://a.example/search/what%3F", "https://a.example/wiki/Who%3F/a=1",
            "https://a.example/q%3F=1", "https://a.example/q%3Fa=", "https://a.example/q%3F%20a=1",
            "https://a.example/Who%3Fa=1?action=raw",
            "https://a.example/fetch/https%3A%2F%2Fb.example%2Fp%3Fx%3D1", "https://a.example/fetch/https://b.example/p%3Fx=1",
            "https://a.example/next/%2Fcart%3Fid%3D5", "https://a.example/r/cart%3Fid%3D5/done", "https://a.example/list;q=what%3Fa=1",
            "shop://q=what%3Fa=1", "https://a.example/p?q=what%3Fa=1", "data:text/plain,%3Fa=1", "https://a.example/a:b%3Fx=1&y=1",
        ])
    func ownMark(link: String) {
        #expect(!LinkInspection(link).codes.contains(.queryDelimiter))
    }

    @Test(
        "HTML's references in a link are undone",
        arguments: [
            ("https://a.example/x?a=1&#38;b=2", "https://a.example/x?a=1&b=2"),
            ("https://a.example/x?a=1&#x26;b=2&#x26;c=3&amp;d=4", "https://a.example/x?a=1&b=2&c=3&d=4"),
            ("https://a.example/x?a=1&amp%3Bx=1&amp%3by=2", "https://a.example/x?a=1&x=1&y=2"),
            ("https://a.example/x?q=R&#233;ne&#61;1", "https://a.example/x?q=R%C3%A9ne=1"),
        ])
    func references(link: String, repaired: String) {
        let inspection = LinkInspection(link)
        #expect(inspection.codes.contains(.htmlEscape))
        #expect(inspection.repairedText == repaired)
    }

    @Test(
        "HTML's references in a text are undone",
        arguments: [
            ("https://twitter.com/intent/tweet?text=a%26amp%3Bb", "https://twitter.com/intent/tweet?text=a%26b"),
            ("mailto:a@b.example?subject=1%26lt;2&body=it%26%2339%3Bs", "mailto:a@b.example?subject=1%3C2&body=it%27s"),
            ("acme://share?text=a%26amp%3Bamp%3Bb", "acme://share?text=a%26b"),
            (
                "https://a.example/?u=https%3A%2F%2Fx.com%2Fintent%2Fpost%3Ftext%3Da%2526amp%253Bb",
                "https://a.example/?u=https%3A%2F%2Fx.com%2Fintent%2Fpost%3Ftext%3Da%2526b"
            ),
        ])
    func textReferences(link: String, repaired: String) {
        let inspection = LinkInspection(link)
        #expect(inspection.codes == [.htmlEscape])
        #expect(inspection.repairedText == repaired)
    }

    @Test(
        "HTML, a search, and an & before other text have no reference to undo",
        arguments: [
            "mailto:a@b.example?body=%3Cp%3Ea%26amp%3Bb%3C%2Fp%3E", "https://a.example/?q=%26amp%3B", "https://a.example/?html=a%26amp%3Bb",
            "acme://share?text=a%26amp", "acme://share?text=a%26b%3Bc", "acme://share?text=R%26D",
        ])
    func textWithoutReferences(link: String) {
        #expect(LinkInspection(link).codes.isEmpty)
    }

    @Test(
        "defanged links in parameters are restored, with one finding",
        arguments: [
            ("https://a.example/r?u=hxxps://b[.]example/x", "https://a.example/r?u=https://b.example/x"),
            ("https://a.example/r?u=https%3A%2F%2Fb[.]example%2Fx", "https://a.example/r?u=https%3A%2F%2Fb.example%2Fx"),
            (
                "https://a.example/r?u=hxxps%3A%2F%2Fb%5B.%5Dexample&v=hxxps%3A%2F%2Fc.example",
                "https://a.example/r?u=https%3A%2F%2Fb.example&v=https%3A%2F%2Fc.example"
            ),
            ("hxxps://a[.]example/r?u=hxxps%3A%2F%2Fb%5B.%5Dexample", "https://a.example/r?u=https%3A%2F%2Fb.example"),
        ])
    func defanged(link: String, repaired: String) {
        let inspection = LinkInspection(link)
        #expect(inspection.codes == [.defanged])
        #expect(inspection.repairedText == repaired)
    }

    @Test func `a defanged link that is percent-encoded as a whole is in no parameter`() {
        let message = LinkInspection("hxxps%3A%2F%2Fb.example").findings.first { $0.code == .defanged }?.message
        #expect(message?.hasPrefix("The link is defanged") == true)
    }

    @Test(
        "other brackets in a parameter are left alone",
        arguments: [
            "https://a.example/r?u=https%3A%2F%2F%5B2001%3Adb8%3A%3A1%5D%2F", "https://a.example/r?u=hx%3A%2F%2Fb",
            "acme://x?u=mail%3A%2F%2Fb",
            "https://a.example/r?t=b%5B.%5Dexample", "https://a.example/r?u=https%3A%2F%2Fb.example%2F%5B.%5D",
        ])
    func fanged(link: String) {
        #expect(!LinkInspection(link).codes.contains(.defanged))
    }

    @Test(
        "a fragment behind an & is no reference",
        arguments: ["https://a.example/x?a=1&#top", "https://a.example/x?a=1&#38", "https://a.example/x?a=1#38;x", "https://a.example/&#;"])
    func fragment(link: String) {
        #expect(!LinkInspection(link).codes.contains(.htmlEscape))
    }

    @Test(
        "words for missing values are found, once for the path and once for the parameters",
        arguments: [
            ("acme://order/undefined?ref=null&amount=NaN", 2), ("https://a.example/p/[object%20Object]?id=%5Bobject%20Object%5D", 2),
            ("https://a.example/users/NaN/edit", 1), ("https://a.example/?u=acme%3A%2F%2Fp%2Fundefined", 1),
            ("https://a.example/?id=undefined", 1), ("https://a.example/?text=undefined", 1), ("https://a.example/undefined/docs", 1),
        ])
    func missing(link: String, count: Int) {
        #expect(LinkInspection(link).codes.filter { $0 == .placeholder }.count == count)
    }

    @Test(
        "words of other languages, longer words, and words that someone looks up, are values",
        arguments: [
            "https://a.example/p/nullable?ref=None&x=nil&y=true&z=nan", "acme://null/x?q=undefined%20behavior",
            "https://a.example/NULL?x=Null",
            "https://a.example/nano?x=nu&y=n", "mailto:null?subject=x", "https://a.example/p/%6E",
            "https://a.example/search?q=null", "acme://find?Search_Term=undefined",
            "https://a.example/docs/JavaScript/Global_Objects/undefined", "https://a.example/package/null",
            "https://a.example/questions/tagged/NaN",
        ])
    func words(link: String) {
        #expect(!LinkInspection(link).codes.contains(.placeholder))
    }

    @Test(
        "variables and formats of programs are placeholders, and no wrong escapes",
        arguments: [
            "https://a.example/p/:id", "https://a.example/p/:id/edit?x=1", "shop://home#/item/:id", "https://a.example/p/$itemId",
            "https://a.example/?id=$id", #"https://a.example/?id=\(item.id)"#, "https://a.example/?id=%s", "https://a.example/?id=%@&x=1",
            "https://a.example/?id=%d", "https://a.example/?id=%25d", "https://a.example/p/%s/edit", "https://a.example/?a=%1$s&b=%ld",
        ])
    func variables(link: String) {
        #expect(LinkInspection(link).codes == [.placeholder])
    }

    @Test(
        "other signs before a name, and other escapes, are no placeholders",
        arguments: [
            "https://a.example/odata/$metadata?x=$5", "https://a.example/:w:/r/x", "https://a.example/?smile=:id",
            "https://a.example/p/a:id",
            "https://a.example/?id=%25sale", "https://a.example/?x=100%25d", "https://a.example/web:1/$1",
        ])
    func noVariables(link: String) {
        #expect(!LinkInspection(link).codes.contains(.placeholder))
    }

    @Test func `a value that is not UTF-8 is named`() {
        let messages = LinkInspection("https://a.example/?a=1&y=%E4").findings.map(\.message)
        #expect(messages == ["The value of y is not UTF-8 after percent-decoding: many apps drop the parameter."])
    }

    @Test(
        "a link that is only base64 is decoded",
        arguments: [
            ("aHR0cHM6Ly9hLmV4YW1wbGUvcC80Mj9hPTE=", "https://a.example/p/42?a=1"), ("c2hvcDovL2l0ZW0vNz94PTE", "shop://item/7?x=1"),
        ])
    func packed(text: String, link: String) {
        let inspection = LinkInspection(text)
        #expect(inspection.repairedText == link)
        #expect(inspection.findings.first?.message == "The link is encoded in base64, so it has no scheme: no app or browser can open it.")
    }

    @Test func `a placeholder that is masked is not shown`() {
        let message = LinkInspection("https://a.example/?password={hunter2}").findings.first { $0.code == .placeholder }?.message
        #expect(message == "The sender did not fill in the placeholder in password.")
    }

    @Test func `a placeholder identifies no click`() {
        #expect(LinkInspection("https://a.example/?gclid={gclid}").codes == [.placeholder])
        #expect(LinkInspection("https://a.example/?gclid={gclid}&utm_source=mail").codes == [.placeholder, .trackingParameters])
    }

    @Test(
        "the name of a parameter in place of its value is a placeholder, where the parameter identifies a click or names a campaign",
        arguments: [
            ("https://control.kochava.com/v1/cpi/click?campaign_id=x1&device_id=device_id", [.placeholder]),
            ("https://control.kochava.com/v1/cpi/click?campaign_id=x1&click_id=click%5Fid", [.placeholder]),
            ("https://control.kochava.com/v1/cpi/click?campaign_id=x1&site_id=site_id", [.placeholder]),
            ("https://a.example/?gclid=gclid", [.placeholder]), ("https://a.example/?utm_source=utm_source", [.placeholder]),
            ("https://a.example/?device_id=device_id&ref=ref", []), ("https://a.example/?utm_source=utm", [.trackingParameters]),
            ("https://control.kochava.com/v1/cpi/click?campaign_id=campaign_id", []),
        ] as [(String, [FindingCode])])
    func ownName(link: String, codes: [FindingCode]) {
        #expect(LinkInspection(link).codes == codes)
    }

    @Test(
        "a campaign's settings do not name it",
        arguments: [
            ("https://apps.apple.com/app/id1?pt=1&ct=a&mt=8", "2 parameters (pt, ct) belong to a campaign."),
            ("https://apps.apple.com/app/id1?ct=a", "1 parameter (ct) names a campaign."),
            ("https://x.sng.link/A/b?_smtype=3", "1 parameter (_smtype) belongs to a campaign."),
        ])
    func settings(link: String, message: String) {
        #expect(LinkInspection(link).findings.contains { $0.code == .trackingParameters && $0.message == message })
    }

    @Test(
        "only the scheme itself is there twice",
        arguments: ["acme://acme/product/42", "acme://https://a.example/", "acme://acm://x", "acme://acme:80/x"])
    func scheme(link: String) {
        #expect(!LinkInspection(link).codes.contains(.malformedStart))
    }

    @Test func `an address without a scheme may be an open redirect under more names`() {
        #expect(LinkInspection("https://shop.example.com/open?url=//evil.example/phish").codes.contains(.openRedirect))
        #expect(LinkInspection("https://shop.example.com/go?to=%5C%5Cevil.example").codes.contains(.openRedirect))
        #expect(!LinkInspection("https://shop.example.com/open?url=//img.example.com/a.png").codes.contains(.openRedirect))
        #expect(!LinkInspection("https://shop.example.com/open?url=/local//path").codes.contains(.openRedirect))
        #expect(!LinkInspection("https://shop.example.com/open?q=//evil.example/phish").codes.contains(.openRedirect))
    }

    @Test("an & written as in HTML is repaired in the parameters of a fragment, too") func fragment() {
        let link = "https://a.example/p#/top?utm_source=mail&amp;utm_medium=email&amp;utm_id=1"
        #expect(LinkInspection(link).repairedText == "https://a.example/p#/top?utm_source=mail&utm_medium=email&utm_id=1")
    }
}
