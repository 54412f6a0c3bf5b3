import Bytes
import LinkLayers
import Secrets
import TestSupport
import Testing

@Suite("What is secret in a link")
struct LinkSecretsTests {
    @Test(
        "a secret that a part shows is one in the whole link",
        arguments: [
            // The password of a URL that was cut off ends with the parameter or string that holds the URL.
            ("shop://a?u=https://me:passw&x=1", "shop://a?u=https://me:••••••••&x=1"),
            ("shop://a?u=https%3A%2F%2Fme%3Apassw&x=1#top", "shop://a?u=https%3A%2F%2Fme%3A••••••••&x=1#top"),
            (
                "shop://a?al_applink_data=%7B%22url%22%3A%22https%3A%2F%2Fme%3Apassw%22%7D",
                "shop://a?al_applink_data=%7B%22url%22%3A%22https%3A%2F%2Fme%3A••••••••%22%7D"
            ),
            // A value that shows a secret of its own is one as a whole if its name says so.
            ("shop://a?password=see%20https%3A%2F%2Fme%3Apa%40b.example", "shop://a?password=••••••••"),
            ("shop://a?port=https://b.example:8080&t=a:b", "shop://a?port=https://b.example:8080&t=a:b"),
            // Only the link of the app shows the host to which its password belongs, and the password stands in the link once more.
            (
                "android-app://com.a/https/teams.live.com/meet/9312345678901?p=VnVYnqRqeMuE4892&x=VnVYnqRqeMuE4892",
                "android-app://com.a/https/teams.live.com/meet/9312345678901?p=••••••••&x=••••••••"
            ),
            // A short one may be a part of another word.
            (
                "android-app://com.a/https/a.blob.core.windows.net/b?sig=abcd&x=zabcdz&y=abcd&z=%20abcd%20",
                "android-app://com.a/https/a.blob.core.windows.net/b?sig=••••••••&x=zabcdz&y=••••••••&z=%20••••••••%20"
            ),
            (
                "shop://x?u=android-app%3A%2F%2Fcom.a%2Fhttps%2Fa.blob.core.windows.net%2Fb%3Fsig%3Dabcd%26y%3D%2520abcd&y=%252520abcd",
                "shop://x?u=android-app%3A%2F%2Fcom.a%2Fhttps%2Fa.blob.core.windows.net%2Fb%3Fsig%3D••••••••%26y%3D%2520••••••••&y=%252520••••••••"
            ),
            (
                "shop://x?d=%7B%22q%22%3A%22https%3A%5C%2F%5C%2Fteams.live.com%5C%2Fmeet%5C%2F9312345678901%3Fp%3DVnVYnqRqeMuE4892%22%7D",
                "shop://x?d=%7B%22q%22%3A%22https%3A%5C%2F%5C%2Fteams.live.com%5C%2Fmeet%5C%2F9312345678901%3Fp%3D••••••••%22%7D"
            ),
            (
                "shop://x?d=%7B%22q%22%3A%22shop%3A%2F%2Fverify%3Fcode%5Cu003d482913%5Cu0026x%5Cu003d1%22%7D",
                "shop://x?d=%7B%22q%22%3A%22shop%3A%2F%2Fverify%3Fcode%5Cu003d••••••••%5Cu0026x%5Cu003d1%22%7D"
            ),
        ])
    func parts(link: String, shown: String) {
        let inspection = LinkInspection(Array(link.utf8))
        #expect(String(decoding: Secrets.masked(inspection.bytes, inspection.secrets), as: UTF8.self) == shown)
    }

    @Test(
        "the text of a layer has the secrets of the link, and those that are found only in the decoded text",
        arguments: [
            ("https://a.example/login?next=%2F#access_token=abc&code=xyz", "?access_token=••••••••&code=••••••••"),
            ("shop://a?d=eyJwYXNzd29yZCI6ImFiYyIsIm4iOjF9", #"{"password":"••••••••","n":1}"#),
            (
                "shop://a?u=https%3A%2F%2Fb.example%2F%3Fv%3Dhttps%3A%2F%2Fme%3Apassw%26x%3D1",
                "https://b.example/?v=https://me:••••••••&x=1"
            ),
        ])
    func layers(link: String, shown: String) throws {
        let inspection = LinkInspection(Array(link.utf8))
        let layer = try #require(inspection.layers.first)
        #expect(String(decoding: inspection.masked(layer), as: UTF8.self) == shown)
    }

    @Test("what a layer showed is also a secret in other texts about the link")
    func learned() {
        let link = LinkInspection(Array("android-app://com.a/https/teams.live.com/meet/9312345678901?p=VnVYnqRqeMuE4892".utf8))
        #expect(link.searched("it ends in VnVYnqRqeMuE4892").masked() == "it ends in ••••••••")
    }

    @Test(
        "the time for a hostile link grows with its length",
        arguments: ["token=see https://a:b@c&", "u=https%3A%2F%2Fme%3Aa%22b%40host&", "password=see%20https%3A%2F%2Fme%3Ap%40b&"])
    func isLinear(piece: String) {
        let isLinear = ThreadTime.isLinear(from: Effort.size(1 << 11, long: 1 << 14)) { size in
            _ = LinkInspection(Array(("shop://a?" + String(repeating: piece, count: size / piece.utf8.count)).utf8))
        }
        #expect(isLinear)
    }
}
