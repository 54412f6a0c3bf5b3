import AppLinks
import TestSupport
import Testing

@Suite struct QueryParametersTests {
    @Test(
        arguments: [
            ("http://a", []),
            ("http://a/?", []),
            ("http://a/?#x=1", []),
            ("http://a/p#top?a=1", []),
            ("http://a/?a=1&", [("a", "1"), ("", nil)]),
            ("http://a/?&a", [("", nil), ("a", nil)]),
            ("http://a/?a&&b=2", [("a", nil), ("", nil), ("b", "2")]),
            ("http://a/?=x", [("", "x")]),
            ("http://a/?=", [("", "")]),
            ("http://a/?q=&r", [("q", ""), ("r", nil)]),
            ("http://a/?a=b=c", [("a", "b=c")]),
            ("http://a/?p=1&x=2&p=3", [("p", "3"), ("x", "2")]),
            ("http://a/?p=1&p", [("p", nil)]),
            ("http://a/?p&p=1", [("p", "1")]),
            ("http://a/?a=1;b=2", [("a", "1;b=2")]),
            ("http://a/?q=a+b%2B", [("q", "a+b+")]),
            ("http://a/?a%3Db=c%26", [("a=b", "c&")]),
            ("http://a/?twice=%2525", [("twice", "%25")]),
            ("http://a/?K=1&k=2", [("K", "1"), ("k", "2")]),
            ("http://a/?z=a%00b", [("z", "a\0b")]),
            ("http://a/?bad=%zz%4", [("bad", "%zz%4")]),
            ("http://a/?blank=a b&é=ü", [("blank", "a b"), ("é", "ü")]),
            ("http://a/?euro=%E2%82&n=7", [("n", "7")]),
            ("http://a/?over=%C0%AF&half=%ED%A0%80&n=7", [("n", "7")]),
            ("http://a/?%FF=1&n=7", [("n", "7")]),
            ("http://a/?a=1&a=%FF&n=7", [("n", "7")]),
            ("http://a/?a=1&a=%FF&n=7&a=2", [("n", "7"), ("a", "2")]),
            ("demo:open?x=1", [("x", "1")]),
            ("?x", [("x", nil)]),
        ] as [(String, [(String, String?)])])
    func reads(_ text: String, entries: [(String, String?)]) throws {
        let parameters = try #require(LinkURL(text)).queryParameters
        #expect(parameters.names == entries.map(\.0))
        #expect(parameters.entries.map(\.value.text) == entries.map(\.1))
        #expect(parameters.count == entries.count)
        for (name, value) in entries { #expect(parameters[name] == (value.map { .text($0) } ?? .bare)) }
    }

    @Test func aMissingNameIsNoBareName() throws {
        let parameters = try #require(LinkURL("http://a/?b")).queryParameters
        #expect(parameters["a"] == nil)
        #expect(parameters["b"] == .bare)
    }

    @Test(arguments: [1, 15, 16, 17, 18, 40])
    func anyNumberOfNames(_ count: Int) throws {
        let query = (0..<count).map { "k\($0)=\($0)&gone\($0)=1&gone\($0)=%FF" }.joined(separator: "&")
        let parameters = try #require(LinkURL("demo:?" + query + "&k0=again")).queryParameters
        #expect(parameters.names == (0..<count).map { "k\($0)" })
        for number in 1..<max(2, count) where number < count { #expect(parameters["k\(number)"] == .text("\(number)")) }
        #expect(parameters["k0"] == .text("again"))
        #expect(parameters["gone0"] == nil)
    }

    @Test func namesAreTheSameOnlyIfTheirBytesAre() throws {
        let parameters = try #require(LinkURL("http://a/?caf%C3%A9=1&cafe%CC%81=2")).queryParameters
        #expect(parameters.count == 2)
        #expect(parameters["caf\u{e9}"] == .text("1"))
        #expect(parameters["cafe\u{301}"] == .text("2"))
    }

    @Test func itemsTellTheirPlaceInTheText() throws {
        let url = try #require(LinkURL("x://é?a=1&&b"))
        let items = LinkQuery(of: url).components.map(\.item)
        #expect(items.map(\.key) == [7..<8, 11..<11, 12..<13])
        #expect(items.map(\.value) == [9..<10, nil, nil])
        #expect(items.map(\.range) == [7..<10, 11..<11, 12..<13])
    }

    @Test("each component knows the first of its name, read or not", arguments: [1, 15, 16, 17, 1000])
    func firstOfAName(count: Int) throws {
        let names = (0..<count).map { "k\($0)=%FF" }.joined(separator: "&")
        let query = LinkQuery(of: try #require(LinkURL("demo:?" + names + "&%6B0=1&%FF&%ff=2&" + names)))
        let firsts = Array(0..<UInt32(count))
        #expect(query.components.map(\.first) == firsts + [0, UInt32(count + 1), UInt32(count + 1)] + firsts)
        #expect(query.parameters.filter(\.isThere).isEmpty)
    }

    @Test func manyUnreadableDuplicatesCostNoMoreThanTheirLength() {
        let isLinear = ThreadTime.isLinear(from: Effort.size(1000, long: 8000)) { size in
            let distinct = (0..<size).map { "k\($0)=1" }.joined(separator: "&")
            let duplicates = (0..<size).map { _ in "z=1&z=%FF" }.joined(separator: "&")
            #expect(LinkURL("demo:?" + distinct + "&" + duplicates)?.queryParameters.count == size)
        }
        #expect(isLinear)
    }
}
