import Secrets
import TestSupport
import Testing

@Suite struct SecretsTests {
    @Test(
        "a secret is masked, at any depth of encoding",
        arguments: [
            ("shop://a?access_token=abc&x=1", "shop://a?access_token=••••••••&x=1"),
            ("shop://a?fb_access_token=abc", "shop://a?fb_access_token=••••••••"),
            ("shop://a?FB-Access-Token=abc", "shop://a?FB-Access-Token=••••••••"),
            ("https://me:pw@example.com/", "https://me:••••••••@example.com/"),
            ("https://me:p@w@example.com/a@b", "https://me:••••••••@example.com/a@b"),
            ("shop://a#access_token=abc&y", "shop://a#access_token=••••••••&y"),
            (#"{"fb_access_token":"abc","n":1}"#, #"{"fb_access_token":"••••••••","n":1}"#),
            (#"{"fb_access_token" : 123}"#, #"{"fb_access_token" : ••••••••}"#),
            (#"{"password":"a\"b"}"#, #"{"password":"••••••••"}"#),
            (#"{"fb\u005faccess_token":"abc"}"#, #"{"fb\u005faccess_token":"••••••••"}"#),
            (#"{"a":"{\"access_token\":\"abc\"}"}"#, #"{"a":"{\"access_token\":\"••••••••\"}"}"#),
            (#"{"access_token":{"value":"abc"}}"#, #"{"access_token":••••••••}"#),
            (#"{"access_token":"cut off he"#, #"{"access_token":"••••••••"#),
            ("Authorization: Bearer abc", "Authorization: ••••••••"),
            ("s://?d=%7B%22fb_access_token%22%3A%22abc%22%7D", "s://?d=%7B%22fb_access_token%22%3A%22••••••••%22%7D"),
            ("s://?u=https%3A%2F%2Fa%3Fpassword%3Dabc%26b%3D1", "s://?u=https%3A%2F%2Fa%3Fpassword%3D••••••••%26b%3D1"),
            ("s://?u=https%253A%252F%252Fa%253Fpassword%253Dabc", "s://?u=https%253A%252F%252Fa%253Fpassword%253D••••••••"),
            ("s://?u=https%3A%2F%2Fme%3Apw%40a", "s://?u=https%3A%2F%2Fme%3A••••••••%40a"),
            ("s://?access_token=%C3%A9", "s://?access_token=••••••••"),
            ("s://?access_token=é1", "s://?access_token=••••••••"),
        ]
    )
    func masks(text: String, shown: String) {
        #expect(Secrets.masked(text) == shown)
    }

    @Test(
        "card numbers, claims and passwords in other languages are masked",
        arguments: [
            ("https://a.example/pay?number=4111111111111111", "https://a.example/pay?number=••••••••"),
            ("https://a.example/claim/3f2b8c1e-7a4d-4e9b-9c61-2d8f5a0b7e13", "https://a.example/claim/••••••••"),
            ("shop://redeem/kT9xQ2vLm8RzB4wY", "shop://redeem/••••••••"),
            ("acme://login?contraseña=Zomer", "acme://login?contraseña=••••••••"),
            ("acme://login?contrase%C3%B1a=Zomer", "acme://login?contrase%C3%B1a=••••••••"),
        ])
    func words(text: String, shown: String) {
        #expect(Secrets.masked(text) == shown)
    }

    @Test("a section of an element of XML is its content")
    func section() {
        #expect(Secrets.masked("<password><![CDATA[zo mer]]></password>") == "<password><![CDATA[••••••••]]></password>")
        #expect(Secrets.masked("<password><![CDATA[]]></password>") == "<password><![CDATA[]]></password>")
    }

    @Test("a header in single quotes ends at the quote that closes it, and not at an apostrophe")
    func quotedHeader() {
        for apostrophe in [#"'\''"#, #"\'"#] {
            let command = "curl -H 'Cookie: a=it\(apostrophe)s; sid=b' https://a.example"
            #expect(Secrets.masked(command) == "curl -H 'Cookie: ••••••••' https://a.example")
        }
    }

    @Test(
        "lists, links whose query begins with &, escapes of JSON outside it and keys of services are masked",
        arguments: [
            (#"s://?tokens=["abc123def456","zzz999yyy888"]&x=1"#, "s://?tokens=••••••••&x=1"),
            ("s://?tokens=%5B%22abc123def456%22%5D", "s://?tokens=••••••••"),
            (#"{"mnemonic":{"words":"zoo able"}}"#, #"{"mnemonic":••••••••}"#), ("s://?mnemonic=ZOO%20ABLE", "s://?mnemonic=••••••••"),
            (#"{"mnemonics":[{"words":"zoo"}],"a":1}"#, #"{"mnemonics":••••••••,"a":1}"#), ("mnemonic: ZOO", "mnemonic: ••••••••"),
            ("passphrase=legal+winner+thank7Q9", "passphrase=••••••••"),
            ("a passphrase=legal winner thank7Q9 x", "a passphrase=•••••••• x"),
            ("shop://verify&x=1&code=482913", "shop://verify&x=1&code=••••••••"),
            (
                "https://a.example/?u=fb1%3A%2F%2Fauthorize%2523x%3D1%2526code%253Dhunter2",
                "https://a.example/?u=fb1%3A%2F%2Fauthorize%2523x%3D1%2526code%253D••••••••"
            ), ("https://a.example/?u=shop%3A%2F%2Fverify%26code%3D482913", "https://a.example/?u=shop%3A%2F%2Fverify%26code%3D••••••••"),
            ("s://?u=shop%3A%2F%2Fverify%26code%3D482913", "s://?u=shop%3A%2F%2Fverify%26code%3D••••••••"),
            (#"https://a.example/verify?x=1\u0026code\u003d482913"#, #"https://a.example/verify?x=1\u0026code\u003d••••••••"#),
            (
                "shop://x?d=%7B%22q%22%3A%22https%3A%5C%2F%5C%2Fteams.live.com%5C%2Fmeet%5C%2F9312345678901%3Fp%3DVnVYnqRqeMuE4892%22%7D",
                "shop://x?d=%7B%22q%22%3A%22https%3A%5C%2F%5C%2Fteams.live.com%5C%2Fmeet%5C%2F9312345678901%3Fp%3D••••••••%22%7D"
            ),
            ("https://a.example/?2fa=482913&mfa=1", "https://a.example/?2fa=••••••••&mfa=1"),
            ("https://meet.example/Room#e2ee_key=Xz2dLm4P", "https://meet.example/Room#e2ee_key=••••••••"),
            ("https://a.example/?s=xyz8Q~aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0uVwX", "https://a.example/?s=xyz8••••••••"),
            ("https://signal.link/call/#key=bcdf-ghkm-npqr", "https://signal.link/call/#key=••••••••"),
            ("sgnl://linkdevice?uuid=aB1cD2eF3g&pub_key=x", "sgnl://linkdevice?uuid=••••••••&pub_key=x"),
            ("tel:+12532158782,,91234567890#,,1#,482913#", "tel:+12532158782,,91234567890#,,1#,••••••••#"),
            ("https://drive.proton.me/urls/ABC123XYZ0#hQk3Lm7PzAaB", "https://drive.proton.me/urls/ABC123XYZ0#••••••••"),
            ("https://web.tresorit.com/l/Kh2dQ#yDjHDbBPn4wZ8hGMJDpLnA", "https://web.tresorit.com/l/Kh2dQ#••••••••"),
        ])
    func kinds(text: String, shown: String) {
        #expect(Secrets.masked(text) == shown)
    }

    @Test(
        "numbers that are no cards, and words that look like passwords in other languages, stay",
        arguments: [
            "https://a.example/?number=12345678901234567", "https://a.example/?number=490154203237518", "https://a.example/?parola=casa100",
            "https://a.example/claim/summer-sale-2026",
            "https://a.example/?type=login&code=SUMMER20", "https://a.example/?starting_token=CAoQAhoPUGFnZVRva2Vu",
        ])
    func otherWords(text: String) {
        #expect(Secrets.masked(text) == text)
    }

    @Test(
        "other text is unchanged",
        arguments: [
            "shop://a?token_type=bearer", "https://example.com:8080/@me", "mailto:me@example.com", #"{"access_token":null}"#, "password",
            "passwordless=yes", "shop://a?access_token=", "", "%", "%zz=%", "\\u00", "a\\",
            // Without the dot, this is too short for a token.
            "glpat-abcdefghijklmnopqrs.",
        ]
    )
    func leaves(text: String) {
        #expect(Secrets.masked(text) == text)
    }

    @Test(
        "null, true, false and undefined are no secrets under any name, however they are written",
        arguments: [
            "https://a.example/?password=null&x=1", "https://a.example/?access_token=undefined", "https://a.example/#access_token=true",
            #"{"password":"null","token":"undefined","api_key":false}"#, #"{"a":"{\"password\":\"undefined\"}"}"#,
            "s://?d=%7B%22password%22%3A%22undefined%22%7D", "Authorization: null", "Authorization: Bearer undefined",
            "intent://x#Intent;scheme=acme;S.password=null;end", "{password=undefined, b}", "https://me:undefined@example.com/",
            "https://a.example/?auth=Bearer%20null", "https://a.example/?Authorization=Bearer+undefined&x=1",
            "s://?u=https%3A%2F%2Fa.example%2F%3Fauth%3DBearer%2520null",
        ])
    func literals(text: String) {
        #expect(Secrets.masked(text) == text)
    }

    @Test(
        "placeholders and words such as `required` are not secrets",
        arguments: [
            "shop://x?access_token={token}", "https://a.example/p?access_token=%7B%7Btoken%7D%7D&x=1",
            "s://?u=https%3A%2F%2Fa.example%2F%3Fpassword%3D%257Bpassword%257D", "https://a.example/p?api_key=YOUR_API_KEY",
            #"{"password":"<hidden>","secret":"REDACTED","api_key":"<YOUR_API_KEY>"}"#, "https://a.example/p?authorization=pending",
            "https://a.example/p?password=required&x=1", "Authorization: required", #"{"passcode":"enabled"}"#,
            "func login(password: String, secret: String)", "let password = field.text", "{\n  const password = input\n}",
        ])
    func placeholders(text: String) {
        #expect(Secrets.masked(text) == text)
    }

    @Test(
        "a value that only resembles a placeholder is a secret",
        arguments: [
            ("s://?password={token&x", "s://?password=••••••••&x"), ("s://?password={hunter2}", "s://?password=••••••••"),
            ("s://?password={{hunter}", "s://?password=••••••••"), ("s://?password=%7Bhunter", "s://?password=••••••••"),
            ("s://?password={}", "s://?password=••••••••"), ("s://?password=<hunter}", "s://?password=••••••••"),
            ("s://?password=YOUR_mother", "s://?password=••••••••"), ("s://?password=your_api_key", "s://?password=••••••••"),
            ("s://?password=hunter", "s://?password=••••••••"), ("s://?password=Required", "s://?password=••••••••"),
            ("s://?password=required1", "s://?password=••••••••"), ("s://?password=redacted", "s://?password=••••••••"),
            (#"let password = "field.text""#, #"let password = "••••••••""#), ("let password = hunter2", "let password = ••••••••"),
            ("my password = hunter", "my password = ••••••••"),
        ])
    func almostPlaceholders(text: String, shown: String) {
        #expect(Secrets.masked(text) == shown)
    }

    @Test(
        "a value with such a word in it is a secret",
        arguments: [
            ("s://?password=null1&x", "s://?password=••••••••&x"), ("s://?password=Null", "s://?password=••••••••"),
            ("Authorization: Bearer nulls", "Authorization: ••••••••"),
            ("s://?auth=Bearer%20nulls", "s://?auth=••••••••"), ("s://?auth=Bearer%20a%20null", "s://?auth=••••••••"),
            (#"{"password":"my null"}"#, #"{"password":"••••••••"}"#),
        ])
    func almostLiterals(text: String, shown: String) {
        #expect(Secrets.masked(text) == shown)
    }

    @Test(
        "a flag about a password is none",
        arguments: [
            "https://a.example/?has_password=1&x=2", "https://a.example/?forgot_password=yes", "https://a.example/?is-password=0",
            "acme://login?resetPassword=True", #"{"has_password":1,"forgotPassword":"no"}"#,
            "s://?u=https%3A%2F%2Fa.example%2F%3Fhas_password%3D1", "https://a.example/#has_access_token=0",
        ])
    func flags(text: String) {
        #expect(Secrets.masked(text) == text)
    }

    @Test(
        "the value of a flag is a secret unless it is yes or no, and so is that of another name",
        arguments: [
            ("s://?has_password=12&x", "s://?has_password=••••••••&x"), ("s://?reset_password=nope", "s://?reset_password=••••••••"),
            ("s://?password=1", "s://?password=••••••••"), ("s://?hispassword=1", "s://?hispassword=••••••••"),
            ("s://?has_password=1%20a", "s://?has_password=••••••••"), ("s://?resetpassword=1", "s://?resetpassword=••••••••"),
        ])
    func almostFlags(text: String, shown: String) {
        #expect(Secrets.masked(text) == shown)
    }

    @Test("a literal is no secret, whatever its name") func valueOfName() {
        #expect(!Secrets.isSecret("1", name: "has_password"))
        #expect(Secrets.isSecret("1", name: "password"))
        #expect(!Secrets.isSecret("null", name: "password"))
        #expect(Secrets.isSecret("nil", name: "password"))
    }

    @Test(
        "the mask does not tell the length of a secret",
        arguments: ["a", "é", "abc", "%20", "aB1-%C3%A9", String(repeating: "a1", count: 99)])
    func length(secret: String) {
        let texts: [(String) -> String] = [
            { "s://?password=\($0)&x=1" }, { "{\"password\":\"\($0)\"}" }, { "s://?u=s%3A%2F%2F%3Fpassword%3D\($0)&x=1" },
            { "https://me:\($0)@a.example" },
        ]
        for text in texts { #expect(Secrets.masked(text(secret)) == text(Secrets.mask)) }
        #expect(Secrets.mask.count == Secrets.maskLength && Secrets.mask(of: "").isEmpty)
    }

    @Test(
        "masking again changes nothing more, even if the mask hides where a value ended",
        arguments: ["password=[x]y", "a://b?access_token=x&y", "{\"password\":[\"x\"]y}", "https://me:x@a.example"])
    func again(text: String) {
        let once = Secrets.masked(text)
        #expect(once != text && Secrets.maskedAgain(once) == once)
    }
}
