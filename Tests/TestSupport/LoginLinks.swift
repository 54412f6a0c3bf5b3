/// Links to which a login returns. Nothing but the rest of the link tells that their `code` is a secret.
package enum LoginLinks {
    package static let code = "HELDCODE22"

    /// The links by themselves: as Facebook, Google, Okta, Auth0, Apple and GitHub write them, and as apps and pages with routes read them.
    package static let plain =
        [
            "fb123456789://authorize#access_token=EAABAAAA&expires_in=1&code=\(code)",
            "fb123456789://authorize/?#granted_scopes=email&code=\(code)&expires_in=1",
            "heldapp://cb#access_token=AAAA1111BBBB&code=\(code)",
            "com.googleusercontent.apps.1-a:/oauth2redirect?code=\(code)&authuser=0",
            "com.googleusercontent.apps.1-a:/oauth2redirect#code=\(code)&authuser=0",
            "com.okta.acme:/callback#code=\(code)",
            "https://app.example/authorization-code/callback?x=1#code=\(code)",
            "com.acme.auth0://acme.eu.auth0.com/ios/com.acme/callback#x=1&code=\(code)",
            "https://app.example/auth/apple#code=\(code)&user=1",
            "https://app.example/login/github?state=a1b2c3#code=\(code)",
            "acme://oauth#x=1&code=\(code)&y=2",
            "https://app.example/#/callback?code=\(code)&state=xyz987",
            "https://app.example/#/callback?state=xyz987&code=\(code)",
            "https://app.example/#!/callback?code=\(code)",
            "https://app.example/callback#/done?code=\(code)",
            "https://app.example/callback?u=https%3A%2F%2Fa.example%2F#code=\(code)&x=1",
            "intent://callback#Intent;scheme=acme;S.code=\(code);end",
        ] + orders

    /// One answer in each order and in each place.
    private static let orders = ["?", "#", "?x=1#", "/?#", "#/done?"].flatMap { sign in
        [
            ["access_token=abc", "code=\(code)", "expires_in=1"], ["code=\(code)", "access_token=abc", "expires_in=1"],
            ["access_token=abc", "expires_in=1", "code=\(code)"],
        ].map { "acme://open\(sign)\($0.joined(separator: "&"))" }
    }

    /// The links by themselves and in all wrappings.
    package static let all =
        plain
        + plain.flatMap { link in
            let next = percentEncoded(link)
            return [
                "https://w.example/?u=\(next)", "https://w.example/?u=\(percentEncoded(next))&v=1", "https://w.example/p#u=\(next)",
                "https://l.facebook.com/l.php?u=\(next)&h=1", "https://w.example/?u=\(unpadded(Array(link.utf8)))",
                "https://w.example/?_branch_referrer=\(packedGzip(link))",
                "https://w.example/?u=" + unpadded(Array("https://v.example/?w=\(next)".utf8)),
                "https://play.google.com/store/apps/details?id=a.b&referrer=\(next)",
                appLink("{\"target_url\":\(quoted(link)),\"extras\":{\"next\":\(quoted(link))}}"),
            ]
        }

    /// Links with a code that is no answer of a login.
    package static let harmless = [
        "https://shop.example/?code=SUMMER20", "https://shop.example/#section&code=SUMMER20",
        "https://shop.example/sale#size=2&code=SUMMER20&error=1", "https://shop.example/#/sale?code=SUMMER20",
        "https://id.example/oauth?u=" + percentEncoded("https://shop.example/#x=1&code=SUMMER20&error=1"),
    ]
}
