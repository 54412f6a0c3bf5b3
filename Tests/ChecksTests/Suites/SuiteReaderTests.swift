import AppLinks
import Checks
import JSONDocument
import Testing

@Suite("Reading a suite")
struct SuiteReaderTests {
    @Test("a byte order mark at the start is no part of the text")
    func byteOrderMark() {
        #expect(mistakes(in: "\u{FEFF}links: [{link: a:b, opens: nothing}]\n") == [])
        #expect(mistakes(in: "\u{FEFF}links: 1\n").first?.hasPrefix("1:8 ") == true)
    }

    @Test("a suite names its device, its files and its links, with what is expected of them")
    func whole() throws {
        let suite = try suite(
            """
            device: ipad
            strictDevice: true
            variables: {shop: https://shop.example.com}
            tags: checkout
            fixtures:
              aasa: {Shop.example.com: files/aasa.json}
              assetlinks: {shop.example.com: files/assetlinks.json}
              pages: {"{{shop}}/item/7": files/item.html}
            links:
              - link: "{{shop}}/item/7"
                name: An item
                tags: [smoke, web]
                opens: app
                app: Shop
                aasa: match
              - {link: "shop://item/8", from: News, opens: nothing}

            """)
        #expect(suite.device == .named("iPad") && suite.isStrict)
        #expect(suite.aasa.map(\.key) == ["shop.example.com"] && suite.aasa.map(\.path) == ["files/aasa.json"])
        #expect(suite.pages.map(\.key.text) == ["https://shop.example.com/item/7"])
        let first = try #require(suite.links.first)
        #expect(first.link == "https://shop.example.com/item/7" && first.title == "An item")
        #expect(first.tags == ["checkout", "smoke", "web"])
        #expect(first.expectations.map(\.key) == [.opens, .app, .aasa])
        #expect(first.place.line == 10 && first.place.column == 11)
        #expect(first.expectations.map(\.place.line) == [13, 14, 15])
        #expect(suite.links.last?.from == "News" && suite.links.last?.title == "shop://item/8")
    }

    @Test(
        "a mistake names its place and what to write",
        arguments: [
            (
                "device: iPhnoe\nlinks: [{link: a:b, opens: app}]",
                "1:9 device: \"iPhnoe\" is not known; did you mean iPhone?, or a JSON file beside the suite"
            ),
            (
                "colour: red\nlinks: [{link: a:b, opens: app}]",
                "1:1 \"colour\" is not known; use device, project, strictDevice, fixtures, variables, tags, links"
            ),
            ("links:\n  - link: a:b\n    opens: ap\n", "3:12 opens: \"ap\" is not known; did you mean app?"),
            ("links:\n  - link: a:b\n    open: app\n", "3:5 \"open\" is not known; did you mean opens?"),
            ("links:\n  - opens: app\n", "2:5 link is missing: write link: and a link"),
            ("links:\n  - link: a:b\n", "2:11 nothing is expected of this link: write what opens it, such as opens: app"),
            ("links:\n  - link:\n    opens: app\n", "2:10 link: write a text"),
            ("links: []", "1:8 links: write a list, each with link: and what is expected, such as opens: app"),
            ("device: iPhone", "1:1 links is missing: write a list of links with what is expected of them"),
            ("links:\n  - link: a:b\n    findings: [no-targt]\n", "3:16 findings: \"no-targt\" is not known; did you mean no-target?"),
            (
                "links:\n  - link: a:b\n    findings: [xyzzyx]\n",
                "3:16 findings: \"xyzzyx\" is not known; linkscope inspect --explain codes lists them"
            ),
            ("links:\n  - link: a:b\n    events: [al_nav_inn]\n", "3:14 events: \"al_nav_inn\" is not known; did you mean al_nav_in?"),
            (
                "links:\n  - link: {{shop}}/7\n    opens: app\n",
                "2:19 this is not YAML: did not find expected key; put a text that begins with {{ in quotes"
            ),
            (
                "links:\n  - link: \"{{shp}}/7\"\n    opens: app\nvariables: {shop: x}\n",
                "2:11 link: the variable shp is not known; did you mean shop?"
            ),
            (
                "fixtures: {aasa: {a.example: /etc/passwd}}\nlinks: [{link: a:b, opens: app}]",
                "1:30 fixtures: aasa: a.example: write the path of a file relative to the suite"
            ),
            (
                "fixtures: {aasa: {https://a.example: x}}\nlinks: [{link: a:b, opens: app}]",
                "1:19 fixtures: aasa: https://a.example: write a host, such as shop.example.com"
            ),
            ("links: [{link: 'https://a.example/7', aasa: match}]", "1:45 aasa: fixtures has no aasa file for a.example"),
            (
                "links: [{link: 'https://a.example/7', resolves: {app: Shop}}]",
                "1:49 resolves: fixtures has no page for https://a.example/7"
            ),
            ("links: [{link: a:b, aasa: {app: x}}]", "1:27 aasa: write decision: match, exclude or no_match"),
            ("links: [{link: a:b, referer: yes}]", "1:30 referer: write {name: Shop, url: shop://back}, one of them, or none"),
            (
                "variables: {7up: x}\nlinks: [{link: a:b, opens: app}]",
                "1:13 variables: 7up: a name has letters, digits, _ and -, and begins with a letter or _"
            ),
            (
                "project: /etc\nlinks: [{link: a:b, opens: app}]",
                "1:10 project: write the path of a file relative to the suite"
            ),
            ("- a", "1:1 write names with values, such as device: iPhone"),
            ("", "1:1 the file is empty: write a list of links, such as links: [{link: shop://item/7, opens: app}]"),
        ])
    func mistake(text: String, message: String) {
        #expect(mistakes(in: text) == [message])
    }

    @Test("all mistakes are told, in the order of the text")
    func several() {
        let text = "links:\n  - link: a:b\n    opens: maybe\n  - opens: app\ndevice: Nokia\n"
        #expect(mistakes(in: text).map { $0.prefix { $0 != " " } } == ["3:12", "4:5", "5:9"])
    }

    @Test("a value of a variable stays as it is, so it can stand for braces")
    func braces() throws {
        let suite = try suite(
            """
            variables: {open: "{{", code: "{{code}}"}
            links:
              - {link: "shop://{{code}}/{{ open }}/{{{code}}}/{{}}", opens: app}
            """)
        #expect(suite.links.first?.link == "shop://{{code}}/{{/{{{code}}}/{{}}")
    }

    @Test("in extras, plain numbers and Booleans are values, and texts in quotes are texts")
    func extras() throws {
        let suite = try suite(#"links: [{link: "a:b", extras: {n: 42, s: "42", t: true, u: "true", l: [1.5, ~], o: {k: v}}}]"#)
        guard case .extras(let value)? = suite.links.first?.expectations.first?.content else { return #expect(Bool(false)) }
        #expect(value == ["n": 42, "s": "42", "t": true, "u": "true", "l": [1.5, nil], "o": ["k": "v"]])
    }
}
