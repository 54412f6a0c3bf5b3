import Testing

@testable import Secrets

@Suite("The secrets of a link in other texts")
struct SecretValuesTests {
    private static let link = "shop://login?access_token=abc%2Fdefghij%C3%A9klmnop&x=visible"

    @Test(
        "a secret is masked as written, decoded, encoded and in pieces",
        arguments: [
            ("no such page", "no such page"), (link, "shop://login?access_token=••••••••&x=visible"),
            ("got abc/defghijéklmnop", "got ••••••••"), ("got abc%2fdefghij%c3%a9klmnop", "got ••••••••"),
            ("got abc%252Fdefghij", "got ••••••••"), ("fghij%C3%A9klmnop&x=visible", "••••••••&x=visible"),
            ("shop://login?access_token=abc%2Fdef", "shop://login?access_token=••••••••"), ("abc/d and klmno", "abc/d and klmno"),
            ("abcdef", "abcdef"),
        ])
    func masks(text: String, shown: String) {
        #expect(SecretValues(in: Self.link).masked(text) == shown)
    }

    @Test("a short secret is masked only as a whole, and one or two characters are no secret")
    func short() {
        let values = SecretValues(in: "shop://x?password=a1b2&access_token=zz")
        #expect(values.masked("a1b2 and xa1b2x, but a1b and zz") == "•••••••• and x••••••••x, but a1b and zz")
    }

    @Test("characters stay whole, whatever bytes of them are in a secret")
    func characters() {
        // Both pieces are in the same character of four bytes.
        let values = SecretValues(in: "shop://x?password=%F0%9F%98%80%F0%9F%98%80%F0%9F%98%80&access_token=abcdef%F0&secret=%80ghijkl")
        for text in ["abcdef😀ghijkl", "😀😀😀", "é😀é"] { #expect(!values.masked(text).contains("\u{FFFD}"), "\(text)") }
        #expect(values.masked("abcdef😀ghijkl") == "••••••••")
    }

    @Test("a link without secrets masks nothing")
    func none() {
        #expect(SecretValues(in: "shop://item/7?color=purple").masked("purple") == "purple")
        #expect(SecretValues(in: "").masked("") == "")
    }
}
