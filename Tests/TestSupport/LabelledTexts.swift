/// A text with the places of its secrets.
package struct LabelledText: CustomStringConvertible {
    package var bytes: [UInt8] = []
    package var secrets: [Range<Int>] = []

    package var description: String { String(decoding: bytes, as: UTF8.self) }

    /// Reads a line of ``LabelledTexts``.
    package init(_ line: Substring) {
        var start: Int?
        for character in LabelledText.unfolded(line) {
            switch character {
            case "⟦": start = bytes.count
            case "⟧":
                if let start { secrets.append(start..<bytes.count) }
                start = nil
            default: bytes += Array(String(character).utf8)
            }
        }
    }

    package init(_ bytes: [UInt8], _ secrets: [Range<Int>]) { (self.bytes, self.secrets) = (bytes, secrets) }

    /// Returns the text with `{aB1*12}` written twelve times.
    package static func unfolded(_ text: Substring) -> String {
        String(text).replacing(/\{([^{}*]+)\*(\d+)\}/) { String(repeating: String($0.1), count: Int($0.2) ?? 0) }
    }

    package static func all(_ lines: String) -> [LabelledText] { lines.split(separator: "\n").map { LabelledText($0) } }
}

/// Texts as people send them, with the secrets between `⟦` and `⟧`. All values are made up. `{aB1*12}` stands for twelve times `aB1`: a text
/// with a whole key could be refused as a leak.
package enum LabelledTexts {
    /// Each has at least one secret.
    package static let secrets = """
        https://app.example/callback?code=⟦SplxlOBeZQQYbYS6WxSbIA⟧&state=af0ifjsldkj
        https://app.example/callback?code=⟦abc123⟧
        https://a.example/?number=⟦4111111111111111⟧
        https://a.example/claim/⟦3f2b8c1e-7a4d-4e9b-9c61-2d8f5a0b7e13⟧
        https://app.example/callback?code=⟦%E4abcdef1⟧&state=1
        https://app.example/p?token=⟦%FFZq7Kp9Xw3Rt5Vb2⟧
        https://app.example/p?token=⟦%C3%A4Zq7Kp9Xw3Rt5Vb2⟧&page=2
        https://app.example/p?session=⟦%FCZq7Kp9Xw3Rt5Vb2⟧
        https://app.example/p?x=%7B%22token%22%3A%22⟦%E4Zq7Kp9Xw3Rt5Vb2⟧%22%7D
        https://app.example/p?x=%7B%22password%22%3A+%22⟦hunter2⟧%22%7D
        https://app.example/p?x=%7B%22id%22%3A+7%2C+%22token%22+%3A+%22⟦Zq7Kp9Xw3Rt5Vb2⟧%22%7D
        https://app.example/p?x=%7B%27token%27%3A+%27⟦Zq7Kp9Xw3Rt5Vb2⟧%27%7D
        https://app.example/p?x=%7B%22user%22%3A+%7B%22otp%22%3A+⟦482193⟧%2C+%22a%22%3A+1%7D%7D
        https://app.example/p?x=%7B%0A++%22access_token%22%3A+%22⟦abc⟧%22%0A%7D
        https://app.example/#state=%7B%22password%22%3A+%22⟦hunter2⟧%22%7D
        intent://x#Intent;scheme=shop;S.j=%7B%22password%22%3A+%22⟦hunter2⟧%22%7D;end
        https://app.example/login?state=xyz&code=⟦abc123⟧
        https://app.example/login/magic?t=⟦a1B2c3D4e5F6g7H8i9J0k1⟧
        https://app.example/verify?tkn=⟦a1B2c3D4e5F6g7H8i9J0k1⟧&x=1
        https://app.example/magic?one_time_token=⟦abc123def456⟧
        https://shop.example/checkout?checkout_token=⟦a1b2c3⟧
        https://shop.example/d?shareToken=⟦a1b2c3⟧
        https://a.example/x?tokenValue=⟦a1b2c3d4e5⟧&access_token_str=⟦abc⟧
        https://a.example/x?password_new=⟦hunter2⟧&passwordRepeat=⟦hunter2⟧
        https://a.example/x?apikey_v2=⟦a1b2c3⟧&x-api-key1=⟦a1b2c3⟧
        https://a.example/x?vaultKey=⟦tVq8Lm2ZpX4rNc7W⟧
        https://a.example/x?dbpass=⟦herne88⟧&rootpw=⟦herne88⟧
        https://a.example/x?http_auth=⟦a1b2c3d4⟧&secret_id=⟦a1b2c3d4⟧
        openid-credential-offer://?credential_offer=%7B%22grants%22%3A%7B%22pre-authorized_code%22%3A%22⟦SplxlOBeZQQYbYS6WxSbIA⟧%22%7D%7D
        https://app.example/#tgWebAppData=⟦query_id%3DAAH%26hash%3Dc501b71e⟧&tgWebAppVersion=7
        https://api.telegram.org/bot⟦110201543:AA{aB1*10}wx⟧/getMe
        https://app.example/done?code=⟦abc⟧&scope=openid%20email&iss=https%3A%2F%2Fid.example
        https://app.example/done?session_state=1f2e.3a&code=⟦0c7a55d2.9e.41⟧
        myapp://oauth?code=⟦s3cretc0de⟧
        myapp://auth/return?code=⟦s3cretc0de⟧&x=1
        https://spa.example/#/cb?code=⟦xyzzy⟧
        https://spa.example/#code=⟦xyzzy⟧&state=1
        fb1234567://authorize#access_token=⟦EAABAAAA⟧&expires_in=1&code=⟦AQDxyz123456⟧
        fb1234567://authorize/?#code=⟦AQDxyz123456⟧&expires_in=1
        https://app.example/callback?x=1#y=2&code=⟦xyzzy⟧&z=3
        https://app.example/callback#/done?code=⟦xyzzy⟧&z=3
        https://app.example/done?x=1&state=a1b2#code=⟦xyzzy⟧&z=3
        https://app.example/done#id_token=⟦abc⟧&code=⟦xyzzy⟧&z=3
        com.example.app:/oauthredirect?code=⟦xyzzy⟧
        https://app.example/x?code=⟦4/0AbCdEfGh-IjKlMnOp⟧&authuser=0
        https://app.example/x?code=⟦4%2F0AbCdEfGh-IjKlMnOp⟧&authuser=0
        https://app.example/x?code=⟦M1c2d3e4-f5a6-b7c8-d9e0-f1a2b3c4d5e6⟧
        https://app.example/x#access_token=⟦2YotnFZFEjr1zCsicMWpAA⟧&token_type=bearer&expires_in=3600
        https://app.example/x?id_token=⟦abc⟧&refresh_token=⟦def⟧
        https://id.example/token?client_id=web&client_secret=⟦hunter2⟧&grant_type=authorization_code
        https://id.example/token?code_verifier=⟦dBjftJeZ4CVPmB92K27uhbUJU1p1r⟧&code_challenge_method=S256
        https://id.example/device?device_code=⟦GmRhmhcxhwAzkoEqiMEg⟧&client_id=tv
        https://id.example/token?client_assertion=⟦abc.def⟧&client_assertion_type=urn%3Aietf
        https://id.example/token?assertion=⟦abcdefgh.ijk⟧
        https://id.example/logout?id_token_hint=⟦abc⟧&post_logout_redirect_uri=x
        https://id.example/logout?logout_token=⟦abc⟧
        https://api.example/1/authorize?oauth_token=⟦NPcudxy0yU5T3tBzho7iCotZ3cnetKwcTIRlX0iwRl0⟧
        https://app.example/tw?oauth_token=⟦abc⟧&oauth_verifier=⟦def⟧&oauth_consumer_key=public
        https://s3.example/b?aws_access_key_id=x&aws_secret_access_key=⟦wJalrXUtnFEMI⟧&region=eu-west-1
        https://s3.example/b?secretAccessKey=⟦K7MDENGbPxRfiCY⟧
        https://s3.example/b?aws_secret=⟦wJalrXUtnFEMI⟧
        https://api.example/v1?api_secret=⟦abc⟧&api=2
        https://api.example/v1?webhook-secret=⟦abc⟧
        https://api.example/v1?partner_secret=⟦9f86d081884c⟧
        https://a.example/login?user=nina&pw=⟦herne88⟧
        https://a.example/login?user=nina&pw=⟦sommerfest⟧
        https://sp.example/acs?SAMLResponse=⟦PHNhbWxwOlJlc3BvbnNl⟧&RelayState=%2Fhome
        https://idp.example/sso?SAMLRequest=⟦fZJNT4QwEIb⟧&RelayState=token
        https://sp.example/acs?SAMLart=⟦AAQAAMh48⟧
        https://sp.example/?wa=wsignin1.0&wresult=⟦abcdef⟧
        https://app.example/?ticket=⟦ST-1856339-aA5Yuvrxzpv8Tau1cYQ7⟧
        https://acme.eu.auth0.com/lo/reset?ticket=⟦gHzIZ7oNrZTvRkpGgvGTeBG7DdnLvQrX⟧#
        https://acme.auth0.com/u/email-verification?ticket=⟦gHzIZ7oNrZTvRkpGgvGTeBG7DdnLvQrX⟧
        https://acme.auth0.com/lo/invite?ticket=⟦gHzIZ7oNrZTvRkpGgvGTeBG7DdnLvQrX⟧
        https://login.a.example/u/reset-verify?ticket=⟦gHzIZ7oNrZTvRkpGgvGTeBG7DdnLvQrX⟧
        https://app.example/in?__clerk_status=sign_in&__clerk_ticket=⟦dvb_2kQw8Er2Ty6⟧
        https://acme.okta.com/login/step-up/redirect?stateToken=⟦00Kq9We2Ru4To7Zk9qWm2Lp7Rt4Vx8Bn1Yc6Hd3Fg5⟧
        https://app.example/?signed_request=⟦vlXgu64BQGFSQrY0.eyJhbGciOiJITUFDIn0⟧
        https://app.example/x?jwt=⟦abc.def.ghi⟧
        https://app.example/reset?token=⟦abc123⟧
        https://app.example/reset?token=⟦f81d4fae7dec11d0a765⟧&email=me%40a.example
        https://app.example/confirm?confirmation_token=⟦abc⟧
        https://app.example/join?invite_token=⟦abc⟧&team=1
        https://app.example/bye?unsubscribe_token=⟦abc⟧
        https://app.example/in?login_token=⟦abc⟧
        https://app.example/pw?reset_token=⟦abc⟧
        https://app.example/auth/confirm?token_hash=⟦pkce_5f2c⟧&type=email
        https://app.example/?token=undefined
        https://app.example/pw?reset_password_token=⟦abc⟧
        https://acme.okta.com/signin/reset-password?recoveryToken=⟦abc⟧
        https://app.example/x?auth=⟦a1b2c3d4e5f6⟧
        https://app.example/x?auth=⟦Basic%20bmluYTpoZXJuZQ==⟧&page=2
        https://app.example/x?auth=⟦Basic+bmluYTpoZXJuZQ==⟧&page=2
        https://app.example/x?auth=⟦Bearer%20hernehaven⟧
        https://app.example/x?session=⟦9f86d081884c7d65⟧
        https://app.example/x?sid=⟦9f86d081884c7d65⟧
        https://app.example/x?sessionid=⟦9f86d081884c7d65⟧
        https://app.example/x?PHPSESSID=⟦el4ukv0kqbvoirg7nkp4dncpk3⟧
        https://app.example/cart;jsessionid=⟦1A530637289A03B07199A44E8D531427⟧?x=1
        https://app.example/cart;jsessionid=⟦1A530637289A⟧/items
        https://app.example/x?otp=⟦492039⟧
        https://app.example/x?magic=⟦a1b2c3d4e5f6⟧
        https://shop.firebaseapp.example/__/auth/action?mode=resetPassword&oobCode=⟦ABC123⟧&apiKey=public-key-1&lang=nl
        https://x.example/__/auth/action?apiKey=public&mode=signIn&oobCode=⟦abc⟧&continueUrl=https%3A%2F%2Fx.example
        https://us02web.zoom.us/j/85746065?pwd=⟦QTBFc3VwZXJzZWNyZXQ⟧
        https://zoom.us/w/85746065?tk=⟦9GyGuaXUHiFsx⟧&pwd=⟦abc⟧
        zoommtg://zoom.us/join?confno=85746065&pwd=⟦123456⟧&zak=⟦abc⟧
        zoomus://zoom.us/start?confno=1&tk=⟦abc⟧
        otpauth://totp/Example:me?secret=⟦JBSWY3DPEHPK3PXP⟧&issuer=Example
        otpauth-migration://offline?data=⟦CjEKCkhlbGxvId6tvu8SGA⟧
        wc:7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9@2?relay-protocol=irn&symKey=⟦587d5484ce2a2a6ee3ba1962fdd7e8588e06200c46823bd18fbd67def96ad303⟧
        wc:8a5e5bdc-a0e4-4702-ba63-8f1a5655744f@1?bridge=https%3A%2F%2Fb.example&key=⟦41791102999c339c844880b23950704cc43aa840f3739e365323cda4dfa89e7a⟧
        https://acct.blob.core.windows.net/c/f?sv=2022-11-02&se=2026-12-01&sr=b&sp=r&sig=⟦Z%2FRHIX5Xcg0Mq2rqI3OlWTjEg2tYkboXr1P9ZUXDtkk%3D⟧
        https://b.s3.amazonaws.com/f?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Expires=3600&X-Amz-Signature=⟦bf5e1d⟧
        https://b.s3.amazonaws.com/f?X-Amz-Security-Token=⟦IQoJb3⟧&X-Amz-Signature=⟦bf5e1d⟧
        https://b.s3.amazonaws.com/f?AWSAccessKeyId=abc&Expires=1175139620&Signature=⟦NpgCjnDzrM%2BWFzoENXmpNDUsSn8%3D⟧
        https://storage.googleapis.com/b/f?X-Goog-Algorithm=GOOG4&X-Goog-Signature=⟦247a2aa45f169edf⟧
        https://d111.cloudfront.net/f?Expires=1767290400&Signature=⟦nitfHRCrtziwO2HwPfWw~yYDhUF5EwRunQA⟧&Key-Pair-Id=APKA1
        https://shop.example/done?payment_intent=pi_1&payment_intent_client_secret=⟦abc⟧&redirect_status=succeeded
        https://shop.example/done?setup_intent_client_secret=⟦abc⟧
        https://hooks.slack.com/services/⟦T{0A*5}/B{0A*5}/{aB1*8}⟧
        https://hooks.slack.com/workflows/⟦T{0A*5}/A{0A*5}/{123*6}/{aB1*8}⟧
        https://discord.com/api/webhooks/⟦{123*6}/{aB*34}⟧
        https://discordapp.com/api/webhooks/⟦{123*6}/{aB*34}⟧?wait=true
        https://api.telegram.org/bot⟦{12345*2}:A{aB*17}⟧/getMe
        https://chat.googleapis.com/v1/spaces/AAAA/messages?key=⟦AIza{aB1-a*7}⟧&token=⟦a1b2c3-d4%3D⟧
        https://calendar.google.com/calendar/ical/me/private-⟦{a1b2*8}⟧/basic.ics
        https://a.example/magic/login/⟦k3J9xQ2mVb7RtY5nLp8ZwE4sUd6HfGc1⟧
        https://a.example/accounts/reset/MTA/⟦cb1xyz-7f3c9a0b1d2e4f5a6b7c8d9e0f1a2b3c⟧/
        https://a.example/accounts/password/reset/confirm/MjM0NQ/⟦cb1xyz-7f3c9a0b1d2e4f5a6b7c8d9e0f1a2b3c⟧/?next=1
        https://a.example/login-link/⟦7f3c9a0b1d2e4f5a6b7c8d9e0f1a2b3c⟧
        https://a.example/verify/⟦aB3dE5fG7hJ9kL2mN4pQ6r⟧?lang=de
        https://a.example/reset-password/⟦7f3c9a0b1d2e4f5a6b7c8d9e0f1a2b3c⟧#form
        https://a.example/reset-password/⟦550e8400-e29b-41d4-a716-446655440000⟧
        https://a.example/email/verify/17/⟦7f3c9a0b1d2e4f5a6b7c8d9e0f1a2b3c4d5e6f70⟧?expires=1767290400
        https://a.example/app/#/verify-email/⟦7f3c9a0b1d2e4f5a.6b7c8d9e0f1a2b3c⟧
        https://a.example/invite/⟦7f3c9a0b1d2e4f5a6b7c8d9e0f1a2b3c⟧
        shop://confirm_email/⟦7f3c9a0b1d2e4f5a6b7c8d9e⟧
        https://a.example/reset-password/token/⟦7f3c9a0b1d2e4f5a6b7c8d9e⟧
        https://a.app.link/x?%24deeplink_path=reset/⟦7f3c9a0b1d2e4f5a6b7c8d9e⟧
        https://a.app.link/x?$deeplink_path=reset-password%2Ftoken%2F⟦7f3c9a0b1d2e4f5a6b7c8d9e⟧&x=1
        https://x-access-token:⟦ghp_{aB1*12}⟧@github.com/kaffeebude/shop.git
        https://token:⟦f81d4fae⟧@git.example:8443/kaffeebude/shop.git?x=1
        intent://x#Intent;scheme=shop;S.access_token=⟦x⟧;S.browser_fallback_url=https%3A%2F%2Fa.example%2F%3Ftoken%3D⟦q8⟧;end
        intent://x#Intent;S.browser_fallback_url=https%3A%2F%2Fa.example%2F%3Fpassword%3D⟦a%3Bb⟧;package=com.a;end
        https://out.reddit.com/t3_x?url=https%3A%2F%2Fa.example%2F%3Ftoken%3D⟦abc1⟧&token=AQAAxyz1&app_name=web
        https://out.reddit.com/t3_x?token=AQAAxyz1&url=https%3A%2F%2Fa.example%2F%3Ftoken%3D⟦abc1⟧
        https://ca-1234-ctp.trendmicro.com/wis/clicktime/v1/query?url=https%3A%2F%2Fa.example%2F%3Fauth%3D⟦q9w8e7r6t5⟧&umid=1&auth=a1b2c3d4e5f6
        https://me:⟦hunter2⟧@host.example/path
        ftp://me:⟦p%40ss⟧@host.example
        https://a.example/?next=⟦eyJ{aB1*5}.eyJ{aB1*5}.{aB1*5}⟧
        https://a.example/t/⟦eyJ{aB1*5}.eyJ{aB1*5}.{aB1*5}⟧/x
        https://a.example/?x=⟦ghp_{aB1*12}⟧&y=1
        https://a.example/?x=⟦gho_{aB1*12}⟧
        https://a.example/?x=⟦github_pat_{aB1*9}_{aB1*20}⟧
        https://a.example/?x=⟦ghs_{aB1*12}⟧
        https://a.example/?x=⟦ghs_{aB1*12}.{aB1*12}.{a-B*12}⟧
        https://gitlab.example/?x=⟦glpat-{aB1_*5}⟧
        https://a.example/?X-Amz-Credential=⟦AKIA{AB2C*4}⟧%2F20261123%2Feu&x=1
        https://a.example/?x=⟦ASIA{AB2C*4}⟧
        https://maps.example/api?key=⟦AIza{aB1-a*7}⟧&q=x
        https://a.example/?x=⟦ya29.a0AfH6SMBx⟧
        https://a.example/?x=⟦xoxb-{1234*3}-{1234*3}-{aB1*8}⟧
        https://a.example/?x=⟦xoxp-{1234*3}⟧
        https://a.example/?x=⟦xapp-1-A{0B*5}-{123*4}-{a1*20}⟧
        https://a.example/?x=⟦sk_live_{aB1*8}⟧
        https://a.example/?x=⟦rk_test_{aB1*8}⟧&y=pk_live_{aB1*8}
        https://a.example/?x=⟦pi_{aB1*8}_secret_{aB1*8}⟧
        https://a.example/?x=⟦EAA{aB1*40}⟧
        https://a.example/?x=⟦{12345*3}|{aB1*10}⟧
        https://a.example/?x=⟦{12345*3}%7C{aB1*10}⟧
        https://a.example/?x=⟦SG.{aB1*7}a.{aB1*14}b⟧
        https://a.example/?x=⟦SK{a1b2*8}⟧
        https://a.example/?x=⟦AC{a1b2*8}⟧
        https://a.example/?x=⟦npm_{aB1*12}⟧
        https://a.example/?x=⟦pypi-AgEIcHlwaS5vcmc{aB1*20}⟧
        https://a.example/?x=⟦{12345*2}:A{aB*17}⟧
        https://a.example/?x=⟦sk-proj-{aB1*16}⟧
        https://a.example/?x=⟦sk-{aB*10}T3BlbkFJ{aB*10}⟧
        https://a.example/?x=⟦sk-ant-api03-{aB1*31}AA⟧
        https://a.example/?x=⟦hf_{aB*17}⟧
        https://a.example/?x=⟦sntrys_{aB1*14}_{aB1*14}⟧
        https://hub.example/login/⟦dckr_pat_{aB1-*7}⟧
        https://a.example/?x=⟦PMAK-{a1b2*6}-{a1*17}⟧
        https://a.example/#⟦AGE-SECRET-KEY-1{Q2*29}⟧
        https://api.mapbox.example/styles?x=⟦sk.eyJ{aB1*10}.{aB1*7}⟧&fresh=true
        https://a.example/?x=⟦sbp_{a1b2*10}⟧
        https://a.example/?x=⟦dp.pt.{aB1*14}a⟧
        https://a.example/?x=⟦dp.audit.{aB1*14}a⟧
        https://a.example/?x=⟦dckr_oat_{aB1*11}⟧
        https://a.example/?x=⟦ATCTT3xFfGN0{aB1_*42}=1A2B3C4D⟧
        https://a.example/?x=⟦A3-{AB1*2}-{CD2*3}EF-A{B1*2}-C{D2*2}-A{C1*2}⟧
        https://a.example/?x=⟦fm1r_{aB1*14}⟧
        https://a.example/?x=⟦fm2_{aB1c/*10}aB⟧
        https://a.example/?x=⟦sgp_{a1b2*4}_{a1b2*10}⟧
        https://a.example/?x=⟦glrtr-{aB1*8}.01.{a1b*3}⟧
        https://a.example/?x=⟦dp.st.prod.{aB1*14}a⟧
        https://a.example/?x=⟦ATATT3xFfGF0{aB1_*42}=1A2B3C4D⟧
        https://a.example/?x=⟦shpat_{a1b2*8}⟧
        https://a.example/?x=⟦sk_org_live_{aB1*8}⟧
        https://a.example/?x=⟦sbp_oauth_{a1b2*10}⟧
        https://a.example/?x=⟦{a1b2*8}-{a1b2*2}-{a1b2*2}⟧
        https://a.example/?x=⟦sk-or-v1-{a1b2*16}⟧
        https://a.example/?x=⟦nvapi-{aB1-*16}⟧
        https://a.example/?x=⟦access-sandbox-{a1b2-c3d4*4}⟧
        https://a.example/?x=⟦squ_{a1b2*10}⟧
        https://a.example/?x=⟦api-{a1b2*2}-a1b2-4a1b-a1b2-{a1b2*3}⟧
        https://a.example/?x=⟦pk_{a1*17}⟧&y=pk_live_{aB1*9}
        https://a.example/?x=⟦tfp_{aB1_*12}⟧
        https://a.example/?x=⟦ntn_{1*11}{aB1Cd*7}⟧
        https://a.example/?x=⟦lin_api_{aB1C*10}⟧
        https://a.example/?state=https%3A%2F%2Fb.example%2F%3Faccess_token%3D⟦abc⟧
        https://a.example/?RelayState=%7B%22token%22%3A%22⟦abc⟧%22%7D
        https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fa.example%2F&data=⟦05%7C02%7Cme%40a.example%7C1f⟧&sdata=x
        https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fa.example%2F%3Ftoken%3D⟦abc⟧
        acme://verify?pin=⟦482199⟧
        https://a.example/login?user=nina&pin=⟦4821⟧
        https://a.example/x?passcode=⟦482199⟧
        https://a.example/x?verification_code=⟦482199⟧
        https://app.example/verify?code=⟦482913⟧
        https://app.example/verify?auth_code=⟦482913⟧
        shop://verify?authCode=⟦482913⟧
        shop://verify?tan=⟦482913⟧&puk=⟦48291357⟧
        shop://confirm?confirmation_code=⟦482913⟧&x=1
        shop://verify?tx_code=⟦482913⟧
        shop://verify?accessCode=⟦482913⟧
        https://zoom.us/j/81234567890?host_key=⟦482913⟧
        https://app.example/verify-email?email=me%40a.example&code=⟦482913⟧
        acme://login?code=⟦483920⟧&lang=de
        https://a.example/x?verificationCode=⟦A7K2P9⟧&lang=nl
        https://a.example/x?userpass=⟦nina:herne88⟧
        https://login.tailscale.example/a?authkey=⟦tskey-auth-{aB1*6}⟧
        https://a.example/install?k=⟦tskey-client-{aB1*6}⟧
        https://1drv.ms/u/s!AkLm8QpRsTuVwXyZ?e=4hT9Qw&authkey=⟦!ALm9Qw2Er5Ty8Ui⟧
        https://acme.sharepoint.example/download.aspx?UniqueId=1&tempauth=⟦v1.{aB1*6}⟧
        https://a.example/in?ott=⟦Qw8Er2Ty6Ui1Op4As⟧
        acme://login?u=jan&p=⟦Zomer2026%21⟧
        https://a.example/email/verify/12/⟦{3b5d*10}⟧?expires=1790000000&signature=⟦{2c26*16}⟧
        https://a.example/files/7?expires=1790000000&signature=⟦{2c26*16}⟧
        https://prod-12.a.example:443/workflows/abc/triggers/manual/paths/invoke?api-version=2016-06-01&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=⟦Zk9qWm2Lp7Rt4Vx8Bn1Yc6Hd3Fg5Js0Kq9We2Ru4To7⟧
        https://a.example/reset/5f2b9c?sig=⟦Qw8Er2Ty6Ui1Op4As⟧
        https://teams.microsoft.com/meet/2381234567890?p=⟦Xk9Qw2Er5Ty8Ui1Op⟧
        https://teams.live.com/meet/9381234567890?p=⟦Xk9Qw2Er5Ty8Ui1Op⟧&anon=true
        https://acme.webhook.office.com/webhookb2/⟦{0f8f-1a2b*4}@{7c9e-3d4f*4}/IncomingWebhook/{3b5d*8}/{1a2b-5c6d*4}/V2{xKq9*10}⟧
        LPA:1$smdp.example.com$⟦K2-1A2B3C-4D5E6F7G⟧
        X-HM://⟦0023ISYWY8H2B⟧
        x-hm://⟦0023ISYWY⟧
        MT:⟦Y.K9042C00KA0648G00⟧
        MT:⟦-24J0AFN00-0.648G00⟧
        FIDO:/⟦{07824*17}⟧
        fido:/⟦{07824*17}⟧
        steam://connect/192.0.2.1:27015/⟦hunter2⟧
        steam://connect/game.example/⟦hunter2!⟧
        roblox-player:1+launchmode:play+gameinfo:⟦{aB1-*8}⟧+launchtime:1
        ss://⟦YWVzLTI1Ni1nY206U3VwZXJHZWhlaW03Nw⟧@vpn.example.com:8388
        ss://⟦YWVzLTI1Ni1nY206U3VwZXJHZWhlaW03Nw⟧@vpn.example.com:8388#Berlin
        trojan://⟦{aB1*6}⟧@vpn.example.com:443?sni=a.example
        trojan://⟦s3cr3tpass⟧@proxy.example.com:443#x
        anytls://⟦s3cr3tpass⟧@h.example
        Ss://⟦YWVzLTI1Ni1nY206U3VwZXJHZWhlaW03Nw⟧@vpn.example.com:8388
        SS://⟦YWVzLTI1Ni1nY206U3VwZXJHZWhlaW03Nw⟧@vpn.example.com:8388
        vless://⟦00134d80-69fc-4a39-a888-14aa3f1d1a11⟧@192.0.2.1:443?security=reality
        Vless://⟦00134d80-69fc-4a39-a888-14aa3f1d1a11⟧@192.0.2.1:443?security=reality
        trojan://⟦s3cr3t%2Fpass⟧@proxy.example.com:443
        https://gitlab.com/acme/repo/-/issues.atom?feed_token=⟦Zx81Kq0Lm3Vb7Np5RtQ1⟧
        https://gitlab.com/acme/repo.atom?rss_token=⟦Zx81Kq0Lm3Vb7Np5RtQ1⟧
        https://send.bitwarden.com/#AbCdEfGhIjKlMnOpQrStUv/⟦Zx81Kq0Lm3Vb7Np5RtQ1xw⟧
        https://vault.bitwarden.com/#/send/AbCdEfGhIjKlMnOpQrStUv/⟦Zx81Kq0Lm3Vb7Np5RtQ1xw⟧
        https://send.example.org/download/0123456789abcdef/#⟦Zx81Kq0Lm3Vb7Np5RtQ1xw⟧
        https://maker.ifttt.com/trigger/door_open/with/key/⟦dA3fGh7JkL9mNpQrStUvWx⟧
        https://maker.ifttt.com/trigger/door_open/json/with/key/⟦dA3fGh7JkL9mNpQrStUvWx⟧
        https://maker.ifttt.com/use/⟦dA3fGh7JkL9mNpQrStUvWx⟧
        https://outlook.office.com/webhook/⟦{0f8f-1a2b*4}@{7c9e-3d4f*4}/IncomingWebhook/{3b5d*8}/{1a2b-5c6d*4}⟧
        https://open.feishu.cn/open-apis/bot/v2/hook/⟦0a1b2c3d-4e5f-6a7b-8c9d-0e1f2a3b4c5d⟧
        https://open.larksuite.com/open-apis/bot/v2/hook/⟦0a1b2c3d-4e5f-6a7b-8c9d-0e1f2a3b4c5d⟧
        https://open.feishu.cn/open-apis/bot/hook/⟦{a1b2*8}⟧
        https://12.push.ft07.com/send/⟦sctp12t{aB1*5}⟧.send
        https://acme.tines.com/webhook/⟦{a1b2*8}/{c3d4*8}⟧
        https://hooks.zapier.com/hooks/catch/1234567/⟦abc12de⟧/
        https://app.bankid.com/?autostarttoken=⟦0a1b2c3d-4e5f-6a7b-8c9d-0e1f2a3b4c5d⟧&redirect=null
        bankid:///?autostarttoken=⟦0a1b2c3d-4e5f-6a7b-8c9d-0e1f2a3b4c5d⟧&redirect=null
        https://outlook.office365.com/owa/calendar/{3b5d*8}@contoso.com/⟦{1a2b*10}7⟧/calendar.ics
        https://www.airbnb.de/calendar/ical/12345678.ics?s=⟦{1a2b*8}⟧
        https://api.openweathermap.org/data/2.5/weather?q=Berlin&appid=⟦{1a2b*8}⟧
        https://tile.openweathermap.org/map/temp_new/3/2/1.png?appid=⟦{1a2b*8}⟧
        https://www.dropbox.com/scl/fi/abc/x.pdf?rlkey=⟦0123456789abcdefghijklmno⟧&dl=0
        onepassword://team-account/add?email=ana%40example.org&key=⟦A3-{AB1*2}-{CD2*2}-A{B1*2}-C{D2*2}-A{C1*2}-B{D2*2}⟧&server=https%3A%2F%2Facme.1password.com
        https://mega.nz/file/AbCdEfGh#⟦{Kx9L*10}Lm2⟧
        https://mega.nz/folder/AbCdEfGh#⟦{Kx9L*5}m2⟧
        https://send.bitwarden.com/#/send/aB3dE5gH7jK9/⟦mN1pQ3sT5vX7zA9cD1fG3h⟧
        https://mega.nz/file/AbCdEfGh?fbclid=x1&y=2#⟦{Kx9L*10}Lm2⟧
        https://privatebin.net/?8f1e2d3c4b5a6978&x=1#⟦{9VxL*11}⟧
        https://share.1password.com/s?x=1#⟦Zx81Kq0Lm3Vb7Np5RtQ1xwZx81Kq0Lm3Vb7Np5RtQ1x⟧
        https://vault.bitwarden.com/?x=1#/send/AbCdEfGhIjKlMnOpQrStUv/⟦Zx81Kq0Lm3Vb7Np5RtQ1xw⟧
        https://send.vis.ee/download/0123456789abcdef/#⟦Zx81Kq0Lm3Vb7Np5RtQ1xw⟧
        https://share.1password.com/s#⟦Zx81Kq0Lm3Vb7Np5RtQ1xwZx81Kq0Lm3Vb7Np5RtQ1x⟧
        https://meet.proton.me/join/id-AB12CD34EF#pwd-⟦i3LWO2keD76H⟧
        https://cryptgeon.org/note/16gOIkxWjCxYNuXM#⟦{9f86*16}⟧
        https://enclosed.cc/01jb2k3m4n5p#⟦{Kx9L*10}Lm2⟧
        https://enclosed.cc/01jb2k3m4n5p#pw:⟦{Kx9L*10}Lm2⟧
        https://privnote.com/VGtizhrD#⟦nP9fxtd25⟧
        https://share.note.sx/i60vmzf9#⟦tPfni8agsjMUmsL9x/4xW+XGJk7Kl67kDnDwhL7Uj9M⟧
        https://pass.example/snappass{a1b2*8}~⟦{Kx9L*10}Lm2⟧%3D
        https://wormhole.app/Dk3pqR#⟦Zx81Kq0Lm3Vb7Np5RtQ1xw⟧
        https://cryptpad.fr/pad/#/2/pad/edit/⟦Zx81Kq0-Lm3Vb7Np5RtQ1xw9⟧/
        https://cryptpad.fr/sheet/#/2/sheet/view/⟦Zx81Kq0Lm3Vb7Np5RtQ1xwZx81Kq0Lm3Vb7Np5RtQ1x⟧/embed/
        https://cryptpad.fr/file/#/2/file/⟦Zx81Kq0Lm3Vb7Np5RtQ1xw9a⟧/
        https://cryptpad.fr/pad/#/2/pad/edit/⟦Zx81+q0-Lm3Vb7Np5RtQ1xw9⟧/p/
        https://cryptpad.fr/file/#/2/file/⟦+x81Kq0Lm3Vb7Np5RtQ1xw9a⟧/
        https://cryptpad.fr/code/#/1/edit/3Ujt4F2+jnjbis6CoYWpoQ/⟦Zx81+q0-Lm3Vb7Np5RtQ1xw9⟧/present
        https://0bin.net/paste/W46-CwVSK8K0Lcfp#⟦{Kx9/*4}{Zp+*4}{Lm-*4}⟧
        https://scrt.link/s#⟦{aB1c*5}~{aB1c*3}~2⟧
        https://filen.io/d/00134d80-69fc-4a39-a888-14aa3f1d1a11#!⟦{Kx9L*8}⟧
        https://privatebin.net/?8f1e2d3c4b5a6978#-⟦{9VxL*11}⟧
        https://trello.com/invite/b/⟦{68c0*6}⟧/⟦ATTI{a1b2*10}⟧/a-board
        https://share.icloud.com/photos/⟦0aB{xY1-*5}⟧
        https://www.icloud.com/iclouddrive/⟦0aB{xY1-*5}⟧#notes
        https://www.airbnb.com/calendar/ical/1234567890.ics?t=⟦{1a2b*8}⟧&locale=en
        https://outlook.live.com/owa/calendar/00000000-0000-0000-0000-000000000000/⟦{1a2b-3c4d*4}/cid-{1A2B*4}⟧/calendar.ics
        https://pay.stripe.com/invoice/acct_{1A2b*4}/⟦live_{aB1*12}⟧/pdf
        https://privatebin.net/?8f1e2d3c4b5a6978#⟦{9VxL*11}⟧
        https://yopass.se/#/s/00134d80-69fc-4a39-a888-14aa3f1d1a11/⟦Zx81Kq0Lm3Vb7Np5RtQ1xw⟧
        https://albums.ente.io/?t=QRX4L3WBSD#⟦{Kx9L*11}⟧
        https://app.filen.io/#/d/00134d80-69fc-4a39-a888-14aa3f1d1a11#⟦{Kx9L*8}⟧
        https://app.filen.io/#/d/00134d80-69fc-4a39-a888-14aa3f1d1a11%23⟦{Kx9L*8}⟧
        https://drive.filen.io/d/00134d80-69fc-4a39-a888-14aa3f1d1a11#⟦{Kx9L*8}⟧
        shop://open?p=⟦sb_secret_{aB1c*5}_{aB1c*2}⟧
        shop://open?p=⟦vcp_{aB1c*14}⟧
        shop://open?p=⟦cfut_{aB1c*12}⟧
        shop://open?p=aB1caB1caB1caB.atlasv1.⟦{aB1c*16}⟧
        shop://open?p=⟦v4.local.{aB1c*16}⟧
        shop://open?p=⟦ops_eyJ{aB1c*16}⟧
        shop://open?p=⟦access_token$production${aB1c*4}${a1b2*8}⟧
        https://signal.group/#⟦CjQK{aB1-x*15}⟧
        tel:+16465588656,,92312345678#,,,,*⟦482913⟧#
        tel:+16465588656,,92312345678%23,,,,*⟦482913⟧%23
        https://images-ext-1.discordapp.net/external/AbCdEfGhIjKlMnOpQrStUvWxYz/%3Ftoken%3D⟦Vx9Lm2Wp5Ks8⟧/https/acme.example.com/img.png
        https://app.example/x?sso_token=⟦AbCd1234EfGh5678⟧&page=2
        myapp://x?saml_token=⟦AbCd1234EfGh5678⟧
        myapp://x?temp_token=⟦AbCd1234EfGh5678⟧
        myapp://x?myapp_token=⟦AbCd1234EfGh5678⟧
        myapp://x?ssoToken=⟦AbCd1234EfGh5678⟧&x=1
        myapp://x?SSOToken=⟦AbCd1234EfGh5678⟧
        myapp://x?kebab-case-token=⟦AbCd1234EfGh5678⟧
        myapp://x?my.app.token=⟦AbCd1234EfGh5678⟧
        myapp://x?user[apiToken]=⟦AbCd1234EfGh5678⟧
        myapp://x?registrationToken=⟦fcmAbCd1234EfGh⟧
        myapp://x?fcm_token=⟦dQw4w9WgXcQ_AbCd1234EfGh⟧
        myapp://x?device_token=⟦740f4707bebcf74f⟧
        myapp://x?pushToken=⟦ExponentPushToken[xxAbCd12]⟧
        myapp://x?partner-secret=⟦hunter2⟧
        https://app.example/login?credential=⟦AbCd1234EfGh5678IjKlMnOp⟧
        https://app.example/x?userCredential=⟦AbCd1234EfGh5678⟧
        https://app.example/x?bearer=⟦AbCd1234EfGh5678⟧
        https://app.example/x?user_jwt=⟦AbCd1234EfGh5678⟧
        https://app.example/x?user[password_confirmation]=⟦hunter2⟧&password1=⟦hunter2⟧
        https://app.example/forgot/⟦aB3dE5fG7hJ9kL2m⟧
        tg://socks?server=1.2.3.4&port=443&user=me&pass=⟦secretpass99⟧
        tg://socks?server=1.2.3.4&port=443&user=jan&pass=⟦telegrafo⟧
        https://t.me/socks?server=proxy.example&port=1080&user=me&pass=⟦geheim⟧
        https://t.me/proxy?server=proxy.example&port=443&secret=⟦ee3a5b7c9d1e2f4a6b8c0d1e2f3a4b5c6d⟧
        acme://login?user=nina&pass=⟦sommerfest⟧
        acme://x?userPass=⟦herne88⟧
        acme://x?zoomPwd=⟦QTBFc3VwZXI⟧
        nostr:⟦nsec1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5⟧
        https://njump.example/⟦nsec1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5⟧
        lightning:⟦LNURL1DP68GURN8GHJ7UM9WFMXJCM99E3K7MF0V9CXJ0M385EKVCENXC6R2C35XVUKXEFCV5MKVV34X5EKZD3EV56NYD3HXQURZEPEXEJXXEPNXSCRVWFNV9NXZCN9XQ6XYEFHVGCXXCMYXYMNSERXFQ5FNS⟧
        https://pay.example/?lightning=⟦lnurl1dp68gurn8ghj7um9wfmxjcm99e3k7mf0v9cxj0m385ekvcenxc6r2c35x⟧
        keyauth://site.example?tag=login&k1=⟦e2af6254a8df433264fa23f67eb8188635d15ce883e8fc020989d5f82ae6f11e⟧
        https://drive.google.com/file/d/0BwVUVDLXJl0v/view?usp=sharing&resourcekey=⟦0-AbCdEfGhIjKl⟧
        https://docs.google.com/document/d/1a2B/edit?resourceKey=⟦0-kx⟧
        wallet://import?mnemonic=⟦abandon%20abandon%20abandon%20abandon%20abandon%20abandon%20abandon%20abandon%20abandon%20abandon%20abandon%20about⟧
        wallet://import?x=⟦legal%20winner%20thank%20year%20wave%20sausage%20worth%20useful%20legal%20winner%20thank%20yellow⟧
        wallet://import?x=⟦legal+winner+thank+year+wave+sausage+worth+useful+legal+winner+thank+yellow⟧&chain=1
        wallet://import?seedPhrase=⟦legal-winner-thank⟧
        wallet://restore?recovery_phrase=⟦zoo%20zoo%20wrong⟧
        wallet://restore?seed=⟦5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc1⟧
        https://shop.example/admin/oauth?hmac=⟦700e2dadb827fcc8609e9d5ce208b2e9cdaab9df07390d2cbca10d7c328fc4bf⟧&shop=a.myshop.example
        https://a.example/x?hmac_sha256=⟦a1b2c3d4e5⟧
        https://a.example/x?access_key=⟦a1b2c3d4e5⟧
        https://a.example/x?licenseKey=⟦A1B2-C3D4-E5F6⟧
        rtmp://live.example/app?stream_key=⟦live_a1b2c3d4⟧
        https://a.example/x?x=⟦{a1b2*8}-us12⟧
        https://a.example/x?x=⟦key-{a1b2*8}⟧&y=1
        https://a.example/x?x=⟦xoxc-{1234*3}-{1234*3}⟧
        https://a.example/x?x=⟦GOCSPX-{aB1c*7}⟧
        https://a.example/x?x=⟦hvs.{aB1c*10}⟧
        https://a.example/x?x=⟦glsa_{aB1c*8}_{a1b2*2}⟧
        https://a.example/x?x=⟦dop_v1_{a1b2*16}⟧
        https://a.example/x?x=⟦M{aB1c*6}.{aB1*2}.{aB1c*7}⟧
        https://a.example/x?x=dQw4w9WgXcQ:⟦APA91b{aB1c*20}⟧
        https://a.example/x?x=⟦xprv{aB1c*27}⟧
        https://a.example/invite/⟦550e8400-e29b-41d4-a716-446655440000⟧
        https://a.example/invite/⟦AbCd1234EfGh5678⟧
        https://a.example/invitations/⟦AbCd1234EfGh5678⟧/accept
        https://a.example/join/⟦7f3c9a0b-1d2e-4f5a-6b7c-8d9e0f1a2b3c⟧
        https://a.example/reset/⟦550e8400-e29b-41d4-a716-446655440000⟧
        https://a.example/confirm/⟦550e8400-e29b-41d4-a716-446655440000⟧?lang=de
        https://a.example/verify/⟦550e8400-e29b-41d4-a716-446655440000⟧
        https://a.example/magic/⟦550e8400-e29b-41d4-a716-446655440000⟧
        https://a.example/magic-link/⟦aB3dE5fG7hJ9kL2m⟧
        https://a.example/reset-password/⟦aB3dE5fG7hJ9kL2m⟧
        https://a.example/unsubscribe/⟦550e8400-e29b-41d4-a716-446655440000⟧
        shop://activate/⟦550e8400-e29b-41d4-a716-446655440000⟧
        acme://x?phone=⟦%2B31612345678⟧&code=⟦482913⟧
        acme://x?phone_number=⟦31612345678⟧&otp=⟦482913⟧
        acme://verify?mobile=⟦0612345678⟧&pin=⟦4829⟧
        acme://x?smsOtp=⟦482913⟧
        acme://x?security_code=⟦482913⟧
        otpauth://totp/Example:me?secret=⟦JBSW%20Y3DP%20EHPK%203PXP⟧&issuer=Example
        otpauth://totp/Example:me?secret=⟦JBSW+Y3DP+EHPK+3PXP⟧&issuer=Example
        https://a.example/?headers=%5B%7B%22name%22%3A%22X-Api-Key%22%2C%22value%22%3A%22⟦abc⟧%22%7D%5D
        https://a.example/?headers=%7B%22Cookie%22%3A%22⟦sid%3Da%3B%20b%3Dc⟧%22%7D
        https://a.example/?acces%2573_token=⟦abc⟧
        https://a.example/?acces%252573_toke%25256E=⟦abc⟧&x=1
        https://a.example/?d=%7B%22pass%5Cu200bword%22%3A%22⟦abc⟧%22%7D
        https://a.example/?d=%7B%22pass%26%238203%3Bword%22%3A%22⟦abc⟧%22%7D
        https://app.example/x?tokens=⟦AbCd1234EfGh5678⟧&page=2
        https://app.example/x?access_tokens[]=⟦AbCd1234EfGh5678⟧
        https://app.example/x?tokens[0]=⟦AbCd1234EfGh5678⟧&tokens[1]=⟦IjKl9012MnOp3456⟧
        https://app.example/x?passwords[]=⟦hunter2⟧&x=1
        https://app.example/x?apiKeys=⟦abc⟧&secrets=⟦a1b2c3d4⟧
        https://app.example/x?creds=⟦nina:herne88⟧&x=1
        https://app.example/x?clientCreds=⟦AbCd1234EfGh5678⟧
        https://app.example/x?user_pw=⟦herne88⟧
        https://app.example/x?tok=⟦AbCd1234EfGh5678⟧&token1=⟦AbCd1234EfGh5678⟧
        https://app.example/x?privKey=⟦a1b2c3d4e5⟧&otps=⟦482913⟧
        https://pay.example/x?security_code=⟦842⟧
        https://app.example/x?oauth_code=⟦AQDxyz123456⟧
        https://app.example/x?authCode=⟦AQDxyz123456⟧&x=1
        https://app.example/x?apns=⟦{740f*16}⟧
        https://pay.example/x?card=⟦4111111111111111⟧&cvv=⟦842⟧
        https://pay.example/x?cardNumber=⟦4111-1111-1111-1111⟧&x=1
        https://pay.example/x?pan=⟦4111%201111%201111%201111⟧
        https://pay.example/x?cc=⟦378282246310005⟧&x=1
        https://pay.example/x?number=⟦5500005555555559⟧&exp_month=12&cvc=⟦4931⟧
        tg://login?code=⟦12345⟧
        tg://resolve?domain=example_bot&start=⟦login-aZ3kQ9pLm2Xr7TnB5vCw1D⟧
        https://t.me/example_bot?start=⟦aZ3kQ9pLm2Xr7TnB5vCw1D⟧
        supertoss://pay?payToken=⟦tk_9Qw8eR7tY6uI5oP4⟧&x=1
        intent://pay?payToken=⟦tk_9Qw8eR7tY6uI5oP4⟧&x=1#Intent;scheme=supertoss;package=viva.republica.toss;end
        shortcuts://run-shortcut?name=Pair&input=text&text=⟦olp_7dK2mQ9xV4nB8sT1⟧
        wfm://auth/code_receiver/⟦4821⟧/
        https://app.example/login/code/⟦482913⟧?x=1
        https://hooks.stripe.com/redirect/authenticate/src_1H2nApBVqmGyQTMa1G8pPh9n?client_secret=⟦src_client_secret_{aB1*8}⟧
        https://app.example/auth/code/⟦abc8d9f0a1b2c3⟧/4821/
        https://app.example/auth/⟦9f86d081884c7d65⟧
        https://t.me/login/⟦12345⟧
        https://telegram.me/login/⟦54321⟧?x=1
        https://a.example/in?id=7&first_name=Nina&auth_date=1790000000&hash=⟦{9f86*16}⟧
        https://slack.com/⟦z-app-1234567890-{ab01*8}⟧
        https://acme.slack.com/⟦z-app-1234567890-1234567890123-{ab01*8}⟧?x=1
        slack://T012AB3C4/magic-login/⟦1234567890-{ab01*3}⟧
        https://mega.nz/#!AbCdEfGh!⟦{Kx9L*10}Lm2⟧
        https://mega.co.nz/#F!AbCdEfGh!⟦{Kx9L*5}m2⟧
        https://mega.nz/folder/AbCdEfGh#⟦{Kx9L*5}m2⟧/file/aBcDeFgH
        mega://file/AbCdEfGh#⟦{Kx9L*5}m2⟧
        https://a.example/x?x=⟦1//0{aB1-*8}⟧
        https://a.example/users/password/edit/⟦550e8400-e29b-41d4-a716-446655440000⟧
        https://a.example/email-confirm/⟦7f3c9a0b1d2e4f5a6b7c8d9e⟧
        https://a.example/app/confirmEmailAddress/⟦7f3c9a0b1d2e4f5a6b7c8d9e⟧
        https://app.slack.com/magic-login/⟦12345-67890-abcdef0123⟧
        https://a.example/?to=ExponentPushToken[⟦xxAbCd1234Ef⟧]
        https://a.example/reset?⟦7f3c9a0b1d2e4f5a6b7c8d9e⟧
        https://a.example/app/reset#⟦7f3c9a0b1d2e4f5a6b7c8d9e⟧
        https://a.example/invite/team/⟦7f3c9a0b1d2e4f5a6b7c8d9e⟧
        https://a.example/verify/me@a.example/⟦7f3c9a0b1d2e4f5a6b7c8d9e⟧
        https://a.example/reset/de/⟦7f3c9a0b1d2e4f5a6b7c8d9e⟧
        https://a.example/x?invite=⟦550e8400-e29b-41d4-a716-446655440000⟧
        https://a.example/x?unsubscribe=⟦7f3c9a0b1d2e4f5a6b7c8d9e⟧&x=1
        https://a.example/x?email_verification=⟦7f3c9a0b1d2e4f5a6b7c8d9e⟧
        https://acct.blob.core.windows.net/c/f?sp=r&sig=⟦Zm9vYmFyYmF6cXV4⟧
        https://d111.cloudfront.net/f?Policy=eyJTdGF0ZW1lbnQi&Signature=⟦abc-def~⟧
        https://b.oss.example/f?x-oss-signature=⟦abc⟧&x-oss-expires=60
        acme://x?tel=⟦31612345678⟧&code=⟦482913⟧
        https://a.example/x?u=nina:⟦herne88⟧@db.example
        https://a.example/x?dsn=nina:⟦herne88⟧@tcp(db:3306)/x
        sip:nina:⟦herne88⟧@a.example
        https://a.example/?k=-----BEGIN%20PRIVATE%20KEY-----⟦%0AMIIBVgIBADAN%0A⟧-----END%20PRIVATE%20KEY-----
        https://wa.me/?text=see+https%3A%2F%2Fa.example%2F%3Ftoken%3D⟦Vx9Lm2Wp5Ks8⟧+and+then+words
        https://a.example/?u=https%3A%2F%2Fb.example%2F%3Fh%3DAuthorization%253A%2520⟦Bearer%2520abc⟧%26w%3D2&v=1
        https://a.example/?h=Authorization:⟦%20Bearer%20abc⟧&v=1
        https://a.example/x?tokens[access]=⟦a1b2c3d4e5⟧&page=2
        https://a.example/x?password[user]=⟦herne88⟧
        https://a.example/x?data[token][access]=⟦a1b2c3d4e5⟧
        https://a.example/x?token[0][value]=⟦a1b2c3d4e5⟧
        https://a.example/x?headers[X-Api-Key]=⟦abc⟧
        https://a.example/i/⟦7f3c9a0b-1d2e-4f5a-8b9c-0d1e2f3a4b5c⟧
        https://a.example/gift/⟦7f3c9a0b-1d2e-4f5a-8b9c-0d1e2f3a4b5c⟧
        https://a.example/redeem/⟦ABCD-EFGH-1234-5678⟧
        https://a.example/voucher/⟦AB12CD34EF56⟧
        https://a.example/unsub/⟦aB1cD2eF3gH4iJ5k⟧
        nostr:⟦NSEC1VL029MGPSPEDVA04G90VLTKH6FVH240ZQTV9K0T9AF8935KE9LAQSNLFE5⟧
        acme://x?push=⟦740f4707bebcf74f9b7c25d48e3358945f6aa01da5ddb387462c7eaf61bb78ad⟧
        https://push.example/wpush/v2/⟦gAAAAA{aB1c*20}⟧
        """

    /// Texts that are no links.
    package static let otherSecrets = """
        {"code":"⟦abc123⟧","state":"xyz"}
        {"payToken":"⟦tk_9Qw8eR7tY6uI5oP4⟧"}
        t.me/example_bot?start=⟦aZ3kQ9pLm2Xr7TnB5vCw1D⟧
        https://app.example/callback?scope=openid email&code=⟦xyzzy⟧
        https://out.reddit.com/?url=x#token=⟦a1b2c3⟧
        https://a.example/?api key=⟦abc⟧&oobCode=
        {"user":"nina","password":"⟦herne88⟧","pin":"⟦4821⟧"}
        https://urldefense.com/v3/__https://click.example.com/?url=https*3A*2F*2Facme.example.com*2Freset*3Ftoken*3D⟦Vx9Lm2Wp5Ks8Qb4N⟧__;JSUlJSUl!!AbC!x$
        https://urldefense.com/v3/__https://a.example/app?payload=*7B*22access_token*22*3A*22⟦Vx9Lm2Wp5Ks8Qb4N⟧*22*7D__;JSUlJSUlJQ!!AbC!x$
        https://urldefense.com/v3/__https:/eur03.safelinks.protection.outlook.com/?url=https*3A*2F*2Fa.example*2Freset*3Ftoken*3D⟦Vx9Lm2Wp5Ks8Qb4N⟧&data=⟦05*7C01*7Cjan*40a.example*7C⟧__;JSUlJSUlJSUlJQ!!AbC!x$
        https://urldefense.com/v3/__https://a.example/reset?a=1*26token=⟦Vx9Lm2*2BWp5Ks8Qb4N__⟧;JSU!!AbC!x$
        https://urldefense.us/v3/__https://a.example/*top?token*⟦abc⟧**Ax__;Iz0mJg!!x!y$
        {"token":"⟦abc⟧","user":1}
        {"jwt":"⟦eyJ{aB1*5}.eyJ{aB1*5}.{aB1*5}⟧"}
        {"headers":[{"name":"Authorization","value":"⟦Bearer {aB1*4}.{aB1*4}⟧"}]}
        shop://open?headers=%5B%7B%22name%22%3A%22Authorization%22%2C%22value%22%3A%22⟦Bearer+{aB1*8}⟧%22%7D%5D
        {"a":["⟦ghp_{aB1*12}⟧"]}
        {"otp":⟦492039⟧}
        WIFI:T:WPA;S:Kaffeebude Gast;P:⟦flatwhite8⟧;;
        WIFI:S:Kaffeebude;P:⟦flat\\;white: 8,9⟧;T:WPA;H:true;;
        WIFI:P:⟦flatwhite8⟧;S:a;;
        wifi:T:WPA2-EAP;E:PEAP;I:nina;P:⟦"ab cd"⟧;;
        WIFI:T:WPA;S:Net;P:⟦pa;ss⟧;;
        hysteria2://⟦s3cr3tpass⟧@h.example:443/?sni=x
        hy2://⟦nina:s3cr3t⟧@h.example/?insecure=1
        https://web.archive.org/web/2026/https://teams.live.com/meet/9312345678901?p=⟦Xk9Qw2Er5Ty8Ui1Op⟧
        view-source:https://teams.live.com/meet/9312345678901?p=⟦Xk9Qw2Er5Ty8Ui1Op⟧
        https://a.example/r/https%3A%2F%2Fteams.live.com%2Fmeet%2F9312345678901%3Fp%3D⟦Xk9Qw2Er5Ty8Ui1Op⟧
        shop://open?d=v1%7Chttps%3A%2F%2Fteams.live.com%2Fmeet%2F9312345678901%3Fp%3D⟦Xk9Qw2Er5Ty8Ui1Op⟧
        https://excalidraw.com/#json=⟦AbCdEfGhIjKlMnOp,Zx81Kq0Lm3Vb7Np5RtQ1xw⟧
        https://excalidraw.com/#room=⟦0123456789abcdef0123,Zx81Kq0Lm3Vb7Np5RtQ1xw⟧
        reset/⟦7f3c9a0b1d2e4f5a6b7c8d9e⟧
        {"$deeplink_path":"reset/⟦7f3c9a0b1d2e4f5a6b7c8d9e⟧"}
        {"u":"https://excalidraw.com/#json=⟦AbCdEfGhIjKlMnOp,Zx81Kq0Lm3Vb7Np5RtQ1xw⟧"}
        shop://open?u=https%3A%2F%2Fexcalidraw.com%2F%23json%3D⟦AbCdEfGhIjKlMnOp%2CZx81Kq0Lm3Vb7Np5RtQ1xw⟧&v=1
        shop://open?u=hysteria2%3A%2F%2F⟦s3cr3tpass⟧%40h.example&v=1
        WIFI:S:Net;P:⟦pa; ss;x:y⟧;T:WPA;H:true;;
        WIFI:P:⟦pa;ss⟧;PH2:PAP;S:Net;;
        {"qr":"WIFI:S:Kiosk;P:⟦flat;white8⟧;","P":"page"}
        {"password": "⟦//a⟧", "url": "onepassword://add"}
        {"u":"trojan:\\/\\/⟦s3cr3tpass⟧@proxy.example.com:443"}
        trojan://⟦s3cr3tpa⟧
        Vmess://⟦{aB1x*12}⟧
        {"qr":"WIFI:S:Kiosk;P:⟦flatwhite8⟧;;","P":"page"}
        scanned WIFI:S:Kiosk;P:⟦flat white⟧;;
        {"uid":7,"pw":"⟦herne88⟧"}
        {"aws_secret_access_key":"⟦wJalrXUtnFEMI⟧","n":1}
        {"api_secret":"⟦abc⟧"}
        {"session_id":"⟦9f86d081884c7d65⟧","n":1}
        {"secret":"⟦JBSWY3DPEHPK3PXP⟧"}
        {"log":"key\\n⟦AKIA{AB2C*4}⟧\\n"}
        Authorization: ⟦Bearer abc⟧
        X-Api-Key: ⟦abc⟧
        curl -H "Authorization: ⟦Bearer abc⟧" https://a.example
        the key is ⟦ghp_{aB1*12}⟧.
        see ⟦eyJ{aB1*5}.eyJ{aB1*5}.{aB1*5}⟧ and more
        export STRIPE=⟦sk_test_{aB1*8}⟧
        (⟦xoxb-{1234*3}-{1234*3}-{aB1*8}⟧)
        ⟦AKIA{AB2C*4}⟧
        token: ⟦f81d4fae7dec11d0a765⟧
        pushed with ⟦glpat-{aB1_*5}⟧, then failed
        -----BEGIN RSA PRIVATE KEY-----⟦MIIE{aB1*20}⟧-----END RSA PRIVATE KEY-----
        -----BEGIN+PRIVATE+KEY-----⟦MIIE{aB1*20}⟧-----END+PRIVATE+KEY-----
        {"event_args":{"url":"shop://x?token=⟦abc⟧"}}
        al_ref_back_out url=shop://back?access_token=⟦abc⟧ app=Shop
        {"key":"-----BEGIN PRIVATE KEY-----⟦\\nMIIE{aB1*20}\\nMIIE{aB1*20}\\n⟧-----END PRIVATE KEY-----"}
        intent://x#Intent;scheme=shop;S.token=⟦abc⟧;S.page=home;end
        {"pass\\u200Bword":"⟦abc⟧"}
        {"j":"{\\"pass\\\\u00ADword\\":\\"⟦abc⟧\\"}"}
        {"pass\\uDB40\\uDC01word":"⟦abc⟧"}
        {"headers":[{"value":"⟦abc⟧","name":"X-Api-Key"},{"name":"Accept","value":"text/html"},{"name":"Cookie","value":"⟦sid=a; b=c⟧"}]}
        {"headers":[{"key":"Authorization","value":"⟦Basic bmluYTpoZXJuZQ==⟧"}]}
        {"phone":"⟦+31612345678⟧","code":"⟦482913⟧"}
        {"seed_phrase":"⟦legal winner thank⟧"}
        {"note":"⟦legal winner thank year wave sausage worth useful legal winner thank yellow⟧"}
        otpauth://totp/Example:me?secret=⟦JBSW Y3DP EHPK 3PXP⟧&issuer=Example
        see otpauth://totp/Example:me?secret=⟦JBSW Y3DP EHPK 3PXP⟧ and more
        the words are: ⟦legal winner thank year wave sausage worth useful legal winner thank yellow⟧.
        ⟦legal winner thank year wave sausage worth useful legal winner thank yellow⟧
        am start -d shop://x --es access_token ⟦AbCd1234⟧ --ei page 2
        am start --es access_token '⟦Ab Cd⟧' com.example.shop
        adb shell am start --es "password" "⟦hunter2⟧" -n com.example/.Main
        --es access_token ⟦a⟧
        curl -u nina:⟦herne88⟧ https://a.example
        curl --user=nina:⟦herne88⟧ https://a.example
        curl -H 'X-Auth: ⟦a1b2c3d4⟧' https://a.example
        curl --user "nina:⟦herne 88⟧" https://a.example
        tool --api-key ⟦abc⟧ --verbose
        tool --token ⟦abc⟧
        curl -H "Cookie: ⟦theme=dark; sid=1⟧" https://a.example
        curl -H 'X-Api-Key: ⟦abc⟧' https://a.example
        Cookie: ⟦PHPSESSID=abc123; theme=dark⟧
        Set-Cookie: ⟦sid=abc; Path=/⟧
        [![badge](https://codecov.io/badge.svg?token=⟦AbCd1234Ef⟧)](https://codecov.io/github/a/b)
        (https://a.example/x_(y)?token=⟦a(b)c⟧) and more
        <https://a.example/?token=⟦abc1⟧> and more
        open('https://a.example/?token=⟦abc1⟧', x)
        `https://a.example/?token=⟦abc1⟧`, x
        \u{1B}[31m⟦ghp_{aB1*12}⟧\u{1B}[0m
        red\u{1B}[1;31m⟦ghp_{aB1*12}⟧\u{1B}[0m and more
        {"log":"\\u001b[31m⟦ghp_{aB1*12}\\u001b[0m⟧"}
        \u{1B}[1mtoken\u{1B}[0m: ⟦f81d4fae7dec11d0a765⟧
        pass\u{1B}[0mword=⟦abc⟧
        WIFI:T:WPA;S:x;P:⟦true⟧;;
        WIFI:S:x;T:WPA;P:⟦null⟧
        {"qr":"WIFI:S:x;P:⟦false⟧;;"}
        {"tokens":⟦["AbCd1234EfGh5678","IjKl9012MnOp3456"]⟧,"n":1}
        {"u":"nina:⟦herne88⟧@db.example"}
        {"cookies":"⟦sid=a1b2c3⟧"}
        {"user": "nina:⟦herne88⟧@db.example:5432/x"}
        u=nina:⟦herne88⟧@db
        http:nina:⟦herne88⟧@a.example
        postgres:nina:⟦herne88⟧@db.example/x
        {"pass\\u0008word":"⟦abc⟧"}
        pass\u{1}word=⟦abc⟧
        {"card":{"number":"⟦4111111111111111⟧","cvc":"⟦842⟧"}}
        paid by card: ⟦4111 1111 1111 1111⟧, and more
        https:nina:⟦herne88⟧@a.example/x
        {"u":"https:nina:⟦herne88⟧@host"}
        -----BEGIN PRIVATE KEY-----⟦\\nMIIBVg==\\n⟧-----END PRIVATE KEY-----
        -----BEGIN RSA PRIVATE KEY-----⟦ MIIB ⟧-----END RSA PRIVATE KEY-----
        -----BEGIN+PGP+PRIVATE+KEY+BLOCK-----⟦+lQdGBF+⟧-----END+PGP+PRIVATE+KEY+BLOCK-----
        {"k":"-----BEGIN OPENSSH PRIVATE KEY-----⟦\\nb3Blb\\n⟧-----END OPENSSH PRIVATE KEY-----","n":1}
        smbclient -U nina%⟦Zomer2026⟧ //nas/share
        smbclient //nas/share --user=nina%⟦Zomer2026⟧
        the password is ⟦v8xk2p9q⟧, and the token is ⟦a1b2c3-v8⟧
        curl -unina:⟦herne88⟧ https://a.example/
        curl -su nina:⟦herne88⟧ https://a.example/
        mysql -uroot -p⟦Zomer2026⟧ shop
        sudo mysql -u root -p'⟦herne 88⟧' shop
        {"cmd":"mysqldump -uroot -p⟦Zomer2026⟧ shop"}
        sshpass -p ⟦hunter⟧ ssh nina@a.example
        sshpass -p⟦hunter⟧ ssh nina@a.example
        docker login -u nina -p ⟦Zomer2026⟧ registry.example
        docker login -u=nina -p=⟦Zomer2026⟧
        redis-cli -p 6379 -a ⟦hunter⟧ ping
        unzip -P ⟦hunter⟧ a.zip
        7z x a.7z -p⟦hunter⟧
        sqlplus nina/⟦pw⟧@db
        sqlplus -S scott/⟦tiger⟧@//db.example:1521/orcl
        jdbc:oracle:thin:scott/⟦tiger⟧@db.example:1521:orcl
        jdbc:oracle:oci:scott/⟦tiger⟧@//db.example:1521/orcl
        openssl rsa -passin ⟦pass:zomer⟧ -in a.pem
        security unlock-keychain -p ⟦zomer⟧ login.keychain
        see nina/⟦Zomer2026⟧@db for more
        SSHPASS=⟦Zomer2026⟧ sshpass -e ssh a.example
        machine ftp.example.com login nina password ⟦Zomer2026⟧
        machine a.example login me@a.example password ⟦7f3c9a0b-1d2e-4f5a-8b9c-0d1e2f3a4b5c⟧
        My password is ⟦Zomer2026⟧
        The password for nina is ⟦herne88⟧
        **Password:** ⟦herne88⟧
        Your code is ⟦A7K2P9⟧
        password "⟦herne 88⟧" for nina
        API key: ⟦abc123def⟧
        the access token is ⟦abc123def⟧.
        password => ⟦herne88⟧
        {"X-Api-Key"=>"⟦abc123⟧"}
        <password>⟦herne88⟧</password>
        <key>password</key><string>⟦herne88⟧</string>
        <input name="password" value="⟦herne88⟧">
        deviceToken <⟦740f4707 bebcf74f 9b7c25d4 8e335894⟧>
        {"headers":[["Authorization","⟦Bearer abc123⟧"],["Accept","text/html"]]}
        [["X-Api-Key","⟦abc123⟧"]]
        {"key":"password","string_value":"⟦herne88⟧"}
        {"param":"password","value":"⟦zomer⟧"}
        {"headerValue":"⟦abc⟧","headerName":"X-Api-Key"}
        {"id":"password","value":"⟦zomer⟧"}
        {"attribute":"password","content":"⟦zomer⟧"}
        {"attr":"password","value":"⟦zomer⟧"}
        {"name":"X-Api-Key","text":"⟦abc123⟧"}
        {"key":"db_password","default":"⟦herne88⟧"}
        <meta name="api-key" content="⟦abc⟧">
        {"seed":"⟦legal winner thank year⟧"}
        wallet seed: ⟦legal winner thank year⟧
        <password>⟦zomer⟧</password>
        <wsse:Password Type="x">⟦zo mer⟧</wsse:Password>
        curl -H 'Authorization: ⟦Token abc⟧' https://a.example
        curl --cookie 'Cookie: ⟦sid=a; b=c⟧' https://a.example
        https://b.obs.example/o?AccessKeyId=X&Expires=1&Signature=⟦abc%2F1%3D⟧
        https://a.example/login/link?signin_hash=⟦7f3c9a0b1d2e4f5a6b7c8d9e⟧
        JWT_SECRET=⟦zomer⟧
        SECRET_KEY_BASE=⟦abc⟧
        APP_KEY=⟦base64:abc123def456=⟧
        the passphrase = ⟦legal winner thank⟧, then
        https://b.example/x?u=https://excalidraw.com/#json=⟦AbCdEfGhIj,{aB1*7}⟧
        {"yaml":"- name: DB_PASSWORD\\n  value: ⟦zomer⟧"}
        <input type="password" value="⟦zomer⟧">
        {"code":"⟦4\\/0AX4XfWh7Qm2⟧"}
        shop://x?d=%7B%22code%22%3A%22⟦4%5C%2F0AX4XfWh7Qm2⟧%22%7D
        https://b.example/x?u=https://excalidraw.com/%23json=⟦AbCdEfGhIj,{aB1*7}⟧
        https://b.example/x?u=https://excalidraw.com/#json%3D⟦AbCdEfGhIj%2C{aB1*7}⟧
        https://chat.example/hooks/⟦{a1*13}⟧
        https://us02web.zoom.us/rec/share/⟦{aB1*14}⟧?startTime=1
        https://checkout.stripe.com/c/pay/⟦cs_live_{aB1*8}⟧
        tuic://⟦3f2b8c1e-7a4d-4e9b-9c61-2d8f5a0b7e13:zomer⟧@a.example:443
        {"tokens":{"access":"⟦a1b2c3d4e5⟧","count":12}}
        tokens['access']='⟦a1b2c3d4e5⟧'
        nina:⟦herne88⟧@db.example:5432/shop
        Your code is ⟦482913⟧
        Your verification code is ⟦4829⟧. It expires in 10 minutes.
        Your WhatsApp code: ⟦482-913⟧
        Uw inlogcode: ⟦482 913⟧, https://a.example/
        G-⟦482913⟧ is your Google verification code.
        <#> ⟦482913⟧ is your code FA+9qCX9VSu
        Tu código es ⟦482913⟧
        <p>Your code is <b>⟦482913⟧</b></p>
        Use ⟦482913⟧ to log in to Acme
        @acme.example #⟦482913⟧
        {"sms":"Your code is ⟦482913⟧"}
        {"mail":"Hello\\npassword ⟦herne88⟧\\nBye"}
        acme://share?text=G-⟦482913⟧+is+your+Google+verification+code
        sms:+31612345678?body=Your%20code%20is%20⟦482913⟧
        1. ⟦legal 2. winner 3. thank 4. year 5. wave 6. sausage 7. worth 8. useful 9. legal 10. winner 11. thank 12. yellow⟧
        ["note", "⟦legal, winner, thank, year, wave, sausage, worth, useful, legal, winner, thank, yellow⟧"]
        Seed phrase: ⟦legal winner thank year⟧
        the mnemonic = ⟦legal winner thank⟧, then
        {"words":["⟦legal","winner","thank","year","wave","sausage","worth","useful","legal","winner","thank","yellow⟧"]}
        ⟦Legal Winner Thank Year Wave Sausage Worth Useful Legal Winner Thank Yellow⟧
        """

    /// None of these is a secret.
    package static let harmless = """
        https://shop.example/?promo_code=SUMMER20
        onepassword://team-account/add?email=ana%40example.org&server=https%3A%2F%2Facme.1password.com
        https://shop.example/?url_key=summer-sale-2026
        url = "%s://%s:%i"
        the token is v2beta1
        https://a.example/?appid={1a2b*8}
        https://api.openweathermap.org/data/2.5/weather?q=Berlin&appid=demo
        https://a.example/?room=0123456789abcdef0123,Zx81Kq0Lm3Vb7Np5RtQ1xw
        https://a.example/download/0123456789abcdef/#configuration
        https://bitwarden.com/send/#how-it-works/and-what-it-costs
        https://hooks.zapier.com/hooks/catch
        https://www.airbnb.de/calendar/ical/12345678.ics?s=summer
        https://a.example/docs/trojan-horse?x=1#trojan
        {"trojan":"horse"}
        https://urldefense.com/v3/__https://a.example/*top?q*3Dtoken__;IyU!!AbC!x$
        https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fshop.example%2Fp&data=05%7C02%7C%7C8f&sdata=abc&reserved=0
        https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fshop.example%2Fp&data=05
        https://a.example/map?pin=482199
        https://a.example/pin/482199?pin=482199
        https://a.example/?pincode=560001
        https://a.example/verify?pin=enabled
        https://a.example/?verification_code=sms
        https://a.example/?booking_confirmation=A7K2P9
        https://tv.example/?ott=netflix-and-more-2026
        https://a.example/login?p=dashboard
        https://a.example/list?u=7&p=Zomer2026
        https://a.example/?p=Zomer2026
        https://a.example/?p=Zomer2026&u=https%3A%2F%2Fteams.microsoft.com%2Fmeet%2F2381234567890
        https://a.example/?userpass=true
        https://a.example/login?u=7&p=/home/start
        https://a.example/petition?signature=9f86d081884c7d65
        https://a.example/?expires=1790000000&sig=v2
        https://a.example/?expires=1790000000&signature=Kaffeebude-Administration
        https://a.example/verify?signature=required
        https://teams.microsoft.com/l/meetup-join/19%3ameeting_abc%40thread.v2/0
        https://acme.webhook.office.com/webhookb2
        price: 1$ a.b$c
        https://mega.nz/file/AbCdEfGh
        https://mega.nz/folder/AbCdEfGh#files
        https://a.example/docs/installation#configuration-of-the-command-line
        https://a.example/#/send/newsletter/subscribers
        https://a.example/#/s/settings/configuration-of-the-command-line
        https://a.example/?p=sb_publishable_{aB1c*8}
        https://share.1password.com/s#how-it-works
        https://wormhole.app/faq#encryption
        https://a.example/app/Dk3pqR#configuration-of-the-command-line
        https://cryptpad.fr/pad/#/2/pad/edit/
        https://a.example/#/2/items/edit/configuration-of-the-command-line
        https://cryptpad.fr/pad/#/3/pad/edit/8f1e2d3c4b5a69780f1e2d3c4b5a6978/
        https://a.example/#/settings/view/configuration-of-the-command-line
        https://a.example/?8f1e2d3c4b5a6978#comments
        https://signal.group/
        wss://a.example/socket
        https://images-ext-1.discordapp.net/external/a1B2c3D4e5F6a7B8c9D0/%3Fw%3D300/https/a.example/x.png
        https://shop.example/?code=SUMMER20
        bravia-remote://x-callback-url/send?code=AAAAAQAAAAEAAAAVAw==&repeat=2
        pythonista3://x-callback-url/run?code=print(1)
        https://shop.example/#section&code=1
        https://shop.example/#sale&code=SUMMER20
        https://shop.example/?x=1#code=SUMMER20
        https://shop.example/?code=SUMMER20#/callback?x=1
        https://id.example/oauth?u=https%3A%2F%2Fshop.example%2F%23code%3DSUMMER20
        https://a.example/?u=https%3A%2F%2Fid.example%2Foauth%3Fx%3D1&v=https%3A%2F%2Fshop.example%2F%3Fx%3D1%23code%3DSUMMER20
        https://shop.example/?code=WELCOME-2026
        https://shop.example/?code=BLACKFRIDAY2026OFF
        https://shop.example/?code=summer-collection-2026
        https://shop.example/?coupon=SUMMERSALE2026EXTRA
        https://a.example/?country=US&code=US
        https://a.example/?code=NL
        https://a.example/?code=us&state=CA
        https://a.example/?code=EUR&amount=10
        https://a.example/?code=USD&scope=all
        https://a.example/?zip=90210&code=90210
        https://a.example/?code=10115&state=BE
        https://a.example/?code=90210-1234&state=Texas
        https://a.example/?city=Austin&state=TX&code=SUMMER20
        https://a.example/?code=404&state=done
        https://a.example/auth/error?code=access_denied
        https://a.example/login?code=SUMMER20
        https://a.example/verify?code=DE&page=2
        https://a.example/verify?country=DE&code=10115
        https://a.example/login?error=expired&code=404
        https://a.example/shop?code=482913
        https://verify.example/?code=482913
        https://a.example/callback?error=access_denied&error_code=200&error_reason=user_denied&state=abc123
        https://a.example/?country_code=US&lang_code=nl&qr_code=A1B2C3D4E5F6A7B8&status_code=200
        https://a.example/?error_code=E1234567890ABCDEF
        https://a.example/discount?discount_code=A1B2C3D4E5F6G7H8
        https://a.example/?gift_code=A1B2-C3D4-E5F6-G7H8
        https://id.example/auth?response_type=code&client_id=a1b2c3d4e5f6a7b8&redirect_uri=https%3A%2F%2Fa.example%2Fcb&scope=openid&state=a1B2c3D4e5F6&nonce=n-0S6_WzA2Mj9x8y
        https://id.example/auth?code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256
        https://id.example/auth?session_state=a1b2c3d4e5f6.a7b8c9d0
        https://sp.example/?RelayState=a1b2c3d4e5f6a7b8
        https://sp.example/?RelayState=https%3A%2F%2Fsp.example%2Fhome
        https://a.example/?token_type=bearer&expires_in=3600
        https://a.example/?oauth_consumer_key=xvz1evFS4wEEPTGEFPHBog&oauth_signature_method=HMAC-SHA1&oauth_nonce=kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg
        https://a.example/?denied=NPcudxy0yU5T3tBzho7iCotZ3cnetKwcTIRlX0iwRl0
        https://a.example/#_=_
        https://a.example/?pk=pk_live_{aB1*8}
        https://a.example/?x=pk_test_{aB1*8}
        https://a.example/?key=home
        https://a.example/?key=short-key-1
        https://a.example/?key=summer-collection-2026
        https://a.example/?key=internationalization
        https://a.example/?key=nav.header.title
        https://a.example/?key=uploads/photos/2026/image.jpg
        https://a.example/?sort_key=createdAt&sort=desc
        https://app.example/swap?token=ETH
        https://app.example/swap?token=USDC&chain=1
        https://app.example/swap?token=0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
        https://nft.example/?token_id=1234567890123456
        https://a.example/?page_token=CAUQAA
        https://a.example/?nextPageToken=CAoQAA1b2c3d4e5f6
        https://a.example/?auth=google
        https://a.example/?auth=required
        https://a.example/?auth=email
        https://a.example/?auth=1
        https://a.example/?auth=basic&scheme=bearer
        https://a.example/?auth=basic-or-bearer
        https://a.example/?auth=bearer,basic
        https://a.example/?auth=oauth2
        https://a.example/?author=a1b2c3d4e5f6
        https://conf.example/?session=keynote
        https://conf.example/?session=wwdc2026-101
        https://conf.example/?session=day-2-keynote
        https://conf.example/?session=opening-ceremony-2026
        https://conf.example/?session_id=42
        https://a.example/?session_id=1699999999
        https://a.example/?sid=42
        https://a.example/?sid=spring-sale
        https://a.example/?sid=20261123
        https://a.example/?sid=newsletter2026
        https://a.example/?otp=sms
        https://a.example/?otp=true
        https://a.example/?magic=true
        https://a.example/?magic=the-gathering
        https://a.example/?ticket=12345
        https://a.example/?ticket=JIRA-1234
        https://desk.example/?ticket=gHzIZ7oNrZTvRkpGgvGTeBG7DdnLvQrX
        https://desk.example/confirm?ticket=SUPPORT-2026-000123456
        https://desk.example/verify?ticket=550e8400-e29b-41d4-a716-446655440000
        https://concerts.example/verify?ticket=A1B2-C3D4-E5F6
        https://acme.auth0.com/u/login?ticket=JIRA-1234
        https://a.example/?stateToken=open
        https://a.example/login?t=1700000000
        https://video.example/watch?t=a1B2c3D4e5F6g7H8i9J0k1
        https://a.example/verify?t=550e8400-e29b-41d4-a716-446655440000
        https://openweathermap.org/appid
        https://a.example/?ticket_type=ST-adult
        https://a.example/?secret=true
        https://a.example/?secret_santa=1
        https://out.reddit.com/t3_x?url=https%3A%2F%2Fa.example%2F&token=AQAAxyz1&app_name=web
        https://ca-1234-ctp.trendmicro.com/wis/clicktime/v1/query?url=https%3A%2F%2Fa.example%2F&umid=1&auth=a1b2c3d4e5f6
        https://a.example/reset/summer-collection-2026-edition
        https://a.example/login/samsung-galaxy-s24-ultra-256gb-black
        https://a.example/verify/123456789012345678901234567890
        https://a.example/confirm/order/2026-000123456-000987
        https://a.example/magic/cards/7f3c9a0b1d2e4f5a6b7c8d9e0f1a2b3c
        https://a.example/login/oauth/authorize-with-your-account
        https://a.example/products/7f3c9a0b1d2e4f5a6b7c8d9e0f1a2b3c
        https://a.example/reset-password/instructions-for-administrators
        https://chat.whatsapp.com/invite/Kd8sJ2mQz7LbR4tXnW1vYc
        https://discord.com/invite/a1B2c3D4e5
        https://a.example/login?next=/products/7f3c9a0b1d2e4f5a6b7c8d9e0f1a2b3c
        https://verify.example/7f3c9a0b1d2e4f5a6b7c8d9e0f1a2b3c
        products/7f3c9a0b1d2e4f5a6b7c8d9e
        https://a.app.link/x?$deeplink_path=products/7f3c9a0b1d2e4f5a6b7c8d9e
        https://a.app.link/x?$deeplink_path=reset/summer-collection-2026-edition
        https://a.example/token/EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v
        https://a.example/products/token/7f3c9a0b1d2e4f5a6b7c8d9e
        https://a.example/?x=a&reset=1/7f3c9a0b1d2e4f5a6b7c8d9e
        https://a.example/a;P:5;Q:6
        https://a.example/?wifi=free&x=a;P:home;
        MECARD:N:Nina;P:page;;
        WIFI:T:nopass;S:Kaffeebude Gast;;
        https://a.example/?top_secret=true
        https://a.example/?is_secret=1
        https://a.example/?my_secret=chocolate
        https://a.example/?tan=482913&puk=48291357&access_code=482913
        https://a.example/booking?confirmation_code=482913
        https://a.example/verify?tan=yes&access_code=SUMMER20
        ssh://a.example/?host_key=482913
        https://brand.example/?victorias_secret=bras-2026
        https://img.example/?pw=300&ph=200
        https://a.example/?pw=/home/nina
        https://a.example/?pass=adult
        https://a.example/?secret_access=members
        https://a.example/?sig=a1b2c3d4
        https://a.example/?sv=2&sig=a1b2c3d4
        https://images-ext-1.discordapp.net/external/a1B2c3D4e5F6a7B8c9D0/https/a.example/x.png
        https://a.example/?Signature=Best%20Regards
        https://a.example/?Expires=1767290400
        https://a.example/?data=05
        https://a.example/?data=aGVsbG8gd29ybGQgaGVsbG8
        https://a.example/?tk=abc123
        https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=42s
        https://youtu.be/dQw4w9WgXcQ?si=a1B2c3D4e5F6g7H8
        https://a.example/?id=550e8400-e29b-41d4-a716-446655440000
        https://a.example/u/550e8400-e29b-41d4-a716-446655440000
        https://git.example/commit/e83c5163316f89bfbde7d9ab23ca2e25604af290
        https://a.example/?commit=e83c5163316f89bfbde7d9ab23ca2e25604af290
        https://a.example/?sha256=9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
        https://a.example/?etag=a1b2c3d4e5f6a7b8c9d0
        https://a.example/?order=2026-000123456
        https://a.example/?order_id=A1B2C3D4E5
        https://a.example/?tracking=1Z999AA10123456784
        https://a.example/?date=2026-11-23T10:20:30Z
        https://a.example/?isbn=9783161484100
        https://a.example/?iban=NL91ABNA0417164300
        https://a.example/?utm_source=mail&utm_campaign=Sale2026Winter&gclid=EAIaIQobChMI3a2b4c5d6e7f8g9h
        https://a.example/?fbclid=IwAR0f3Xz9yQmKpLrTnVbWcD5h7JgSx2EaUoPiMqNvBtYkHlZ
        https://a.example/?_branch_match_id=1234567890123456789
        https://apps.apple.com/app/id1234567890?pt=118&ct=mail
        https://play.google.com/store/apps/details?id=com.a.example&referrer=utm_source%3Dx
        https://discord.gg/a1B2c3D4
        https://discord.com/channels/123456789012345678/123456789012345678
        https://t.me/examplebot?start=abc
        https://t.me/example_bot?start=reply_7
        https://t.me/example_bot?start=ref_summer_campaign_2026
        https://a.example/list?start=a1B2c3D4e5F6g7H8i9J0k1
        https://dapp.example/swap?payToken=0x{a1b2*10}&fromToken=USDC
        https://dapp.example/swap?payToken=ethereum
        shortcuts://run-shortcut?name=Import&input=text&text=milk-and-bread-for-sunday
        https://a.example/?text=olp_7dK2mQ9xV4nB8sT1
        https://a.example/login/code/help
        https://a.example/confirm/pi_3MtwBwLkdIwHu7ix28a3tqPa
        https://a.example/?confirm=seti_3MtwBwLkdIwHu7ix28a3tqPa
        https://a.example/auth/code/verification
        https://hooks.slack.com/services
        https://slack.com/app_redirect?channel=C0123456789&team=T0123456789
        https://zoom.us/j/85746065?uname=Me
        https://a.example/?img=data%3Aimage%2Fpng%3Bbase64%2CiVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ
        data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk
        https://a.example/?state=eyJyIjoiL2hvbWUiLCJuIjoiMTIzNDUifQ
        https://a.example/?x=eyJuIjoiYSBsb25nIG5hbWUifQ
        https://a.example/?x=my_ghp_{aB1*12}
        https://a.example/?x=ghp_short
        https://a.example/?x=XAKIA{AB2C*4}
        https://a.example/?x=AKIA{AB2C*4}EXTRA
        https://a.example/?x=AKIAlowercaseletters
        https://a.example/?x=AIza-short
        https://a.example/?x=sk-loading-spinner-container-large
        https://a.example/?x=task-ant-hill-and-more-words-to-read-here
        https://a.example/?x=npm_package_version_and_name_with_words
        https://a.example/?x=SKyline-photographs-of-2026
        https://a.example/?x=EAAplications
        https://a.example/?x=hf_headphones
        https://a.example/?x=sntrys_and_other_prefixes
        https://a.example/?x=dckr_pat_short
        https://a.example/?x=PMAK-collection
        https://a.example/?x=AGE-SECRET-KEY-1
        https://api.mapbox.example/styles?x=pk.eyJ{aB1*10}.{aB1*7}
        https://a.example/?x=sbp_{a1b2*4}
        https://www.amazon.example/dp/B0CX23V2ZK/ref=sr_1_1_{aB1*12}
        https://a.example/?x=dp.widget.carousel
        https://a.example/?x=ATATT3-or-another-airport-code
        https://a.example/?x=12345:Apple
        https://a.example/?x=ya29
        https://a.example/?x=SG.singapore.example
        https://a.example/?q=password
        https://a.example/?q=how+to+reset+a+token
        https://a.example/tokens/secret/password
        https://a.example/auth/callback?next=%2Fhome
        https://a.example/?passwordless=1
        https://a.example/?password_reset=true&has_password=
        https://a.example/code/of/conduct?code_of_conduct=1
        https://a.example/?barcode=4006381333931
        https://a.example/?zipcode=90210
        https://a.example/?geo=52.370216,4.895168
        https://a.example/?v=3.14.159-beta+build.a1b2c3d4e5f6
        https://a.example/?color=a1b2c3&bg=ffffff
        https://a.example/?phone=%2B31201234567
        https://a.example/?email=me%40a.example
        https://user@host.example/
        mailto:me@a.example?subject=token
        tel:+1555,123
        tel:+16465588656,,92312345678#
        tel:+16465588656,,482913#,,*6
        tel:*21*+16465588656#
        wc:7f6e504b@2?relay-protocol=irn&expiryTimestamp=1767290400
        otpauth://totp/Example:me?issuer=Example&digits=6
        shop://item/7?x=1
        intent://x#Intent;scheme=shop;S.code=SUMMER20;package=com.a.b;end
        {"code":"US","name":"United States"}
        {"code":404,"state":"failed"}
        {"error":{"code":"ENOENT","errno":-2}}
        {"country":"US","state":"CA","code":"SUMMER20"}
        {"currency":{"code":"EUR"},"state":"open"}
        {"key":"value","session":"Opening keynote"}
        {"token_type":"bearer","expires_in":3600}
        {"name":"scheme","value":"Bearer token"}
        {"name":"title","value":"Bearer authentication for beginners"}
        {"id":"550e8400-e29b-41d4-a716-446655440000","hash":"e83c5163316f89bfbde7d9ab23ca2e25604af290"}
        {"access_token":null,"password":false}
        {"secret":false,"otp":null,"jwt_enabled":true}
        {"keys":["a1b2c3d4e5f6a7b8c9d0"],"codes":["A1B2C3D4E5F6A7B8"]}
        SyntaxError: Unexpected token: end of input
        exit code: 1
        code: ENOENT
        session: Opening keynote
        the secret: practice
        PWD=/home/me
        ticket: JIRA-1234
        10:42:01 auth: accepted
        commit e83c5163316f89bfbde7d9ab23ca2e25604af290
        -----BEGIN CERTIFICATE-----MIIE{aB1*20}-----END CERTIFICATE-----
        -----BEGIN PUBLIC KEY-----MIIE{aB1*20}-----END PUBLIC KEY-----
        Digest: sha-256=X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=
        ETag: "33a64df551425fcc55e4d42a148795d9f25f89d4"
        com.example.app.SKU12345678901234567890123456789012
        https://a.example/?page_token=AbCd1234EfGh5678
        https://a.example/?nextPageToken=AbCd1234EfGh5678
        https://a.example/?continuation-token=AbCd1234EfGh5678
        https://a.example/?csrf_token=AbCd1234EfGh5678
        https://a.example/?xsrfToken=AbCd1234EfGh5678
        https://app.example/swap?inputToken=EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v
        https://app.example/swap?quote_token=USDC
        https://s2s.adjust.example/event?event_token=f0ob4r
        https://a.example/?max_token=4096
        https://a.example/?token_count=12&tokenizer=a1b2c3d4
        https://a.example/?credentials=include
        https://a.example/?credential=required
        https://a.example/?credentials=same-origin
        https://a.example/?bearer=none
        https://a.example/?bypass=a1b2c3d4
        https://a.example/?compass=a1b2c3d4
        https://a.example/?trespass=a1b2c3d4
        https://a.example/?boarding_pass=A1B2C3D4
        https://a.example/?season_pass=2026-adult
        https://a.example/?pass=2026
        https://a.example/?seed=1699999999
        https://a.example/?seed=summer
        https://a.example/?hmac=sha256
        https://a.example/?hmac=required-by-default
        https://a.example/?access_key=home
        https://a.example/?public_key=a1b2c3d4e5f6&cache_key=a1b2c3d4&partition_key=a1b2
        https://a.example/?idempotency_key=a1b2c3d4e5f6&foreign_key=a1b2&product_key=SKU-A1B2C3
        https://a.example/?key_hash=ga0RGNYHvNM5d0SLGQfpQWAPGJ8
        https://a.example/?itemKey=a1B2c3D4e5F6g7H8&start_key=a1B2c3D4e5F6g7H8
        https://a.example/?album_key=550e8400-e29b-41d4-a716-446655440000
        https://a.example/?page_token_v2=a1B2c3D4e5F6g7H8&threshold=a1b2c3d4
        https://a.example/?__RequestVerificationToken=a1b2c3d4e5f6
        https://a.example/?referral_code=A1B2C3D4&ref=anna2026&invite_code=ANNA26
        https://a.example/?cookie=accepted&cookies=1
        https://a.example/?cookie_consent=a1b2c3
        https://a.example/?phone=%2B31612345678&page=2
        https://a.example/?phone=%2B31612345678&country_code=31
        https://a.example/?value=abc&name=Nina
        https://a.example/invite/ANNA2026
        https://a.example/invite/summer-collection-2026-edition
        https://a.example/join/the-newsletter-of-the-year-2026
        https://a.example/accept/cookies-and-similar-technologies
        https://t.me/invite/AbCd1234EfGh5678
        https://join.slack.com/t/a/shared_invite/zt-2f4nr6tk3-ZJlHMi1lc0R19FFEHxdvng
        https://discord.com/invite/AbCd1234EfGh5678
        https://a.example/confirm/order-2026-000123456
        nostr:npub1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5
        did:key:z6MkpTHR8VNsBxYAAWHut2Geadd9jSwuBV8xRoAnwWsdvktH
        did:key:z6MkpTHR8VNsBxYAAWHut2Geadd9jSwuBV8xRoAnwWsdvktH#z6MkpTHR8VNsBxYAAWHut2Geadd9jSwuBV8xRoAnwWsdvktH
        {"issuer":"did:key:z6MkpTHR8VNsBxYAAWHut2Geadd9jSwuBV8xRoAnwWsdvktH"}
        momo://app?action=payWithApp&sid=TU9NT3xWSVBfOV8xNzY1MTI0MDgyMzIw&v=3.0
        steam://connect/192.0.2.1:27015
        steam://run/440//-novid/
        roblox-player:1+launchmode:play+gameinfo:0+launchtime:1
        LPA:1$smdp.example.com
        DPP:C:81/1,115/36;M:aabbccddeeff;K:MDkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDIgADM2206avxHJaHXgLMkq/24e0rsrfMP9K1Tm8gx+ovP0I=;;
        lightning:lnbc20m1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypq
        https://a.example/?x=key-collections-of-the-year
        https://a.example/?x=us12
        https://a.example/?q=these+shoes+are+made+for+walking+and+that+is+what+they+will+do
        https://a.example/?tags=red+green+blue+black+white+brown+pink+cyan+teal+gray+gold
        {"name":"title","value":"abc"}
        {"name":"session","value":"Opening keynote"}
        {"key":"color","value":"a1b2c3d4e5f6a7b8"}
        {"value":"abc","label":"Authorization"}
        {"option":"size","value":"XL"}
        {"id":"password","text":"Password"}
        Access denied for user 'root'@'localhost' (using password: YES)
        curl -u nina:$PASSWORD https://a.example
        password=${password}
        curl -H "Authorization: Bearer $TOKEN" https://a.example
        https://a.example/?password=********
        {"access_token":"...","api_key":"xxxxxxxx"}
        Authorization: [REDACTED]
        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==
        val token = intent.getStringExtra("token")
        if (x) self.password = password
        const password = await getPassword();
        x(); const password = await getPassword();
        <password></password><name>nina</name>
        <label>password</label> x
        {"type":"password","default":"required"}
        {"name":"password","text":"Forgot your password?"}
        {"attribute":"color","content":"a1b2c3"}
        <meta name="description" content="a1b2c3">
        {"seed":"legal winner"}
        the seed: keep it in a dry place
        https://a.example/?text=legal+winner+thank+year
        https://enclosed.cc/features#configuration-of-the-command-line
        https://privnote.com/faq#how
        https://share.note.sx/docs#installation
        {"id":"token","value":"USDC"}
        the quick brown fox jumps over the lazy dog and then sleeps near some trees until dawn
        am start --es page 2 --es color a1b2c3
        tool --key-length 2048 --tokens 12 --output token.txt
        tool -u nina --user-agent a1b2c3
        -token of appreciation
        see [this](https://a.example/?x=1) (and that)
        \u{1B}[31merror\u{1B}[0m: no token given
        https//:example.com
        see https//:example.com
        https//:example.com:8080/x
        https://a.example/?tokens=3&max_tokens=128000&secrets=3
        https://a.example/?promptTokens=128000
        https://a.example/?pan=4111111111111112&card=4111111111111112
        https://a.example/?card=summary_large_image&cc=me@a.example
        https://a.example/?card=visa&cvv=required
        https://a.example/?number=4111111111111112
        https://a.example/?number=12345678901234567
        shop://open?phone=%2B31612345678&q=a+12345&promo=code
        https://a.example/?auth_code=required_by_default
        https://a.example/?hash=9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
        https://app.example/x?auth_code=482913&tok=summer-collection
        https://a.example/reset?configuration-of-the-command-line
        https://a.example/login?continuation_of_the_session=1&x=2
        https://t.me/login
        https://t.me/durov/12345
        https://a.example/?verify=summer-collection-2026-edition
        https://a.example/?login=required&confirm=true&invite=ANNA2026
        https://a.example/articles/en/7f3c9a0b1d2e4f5a6b7c8d9e
        https://a.example/?u=mailto:me@a.example
        https://a.example/?url=xmpp:me@a.example&uri=wc:7f6e504b@2
        https://a.example/?u=me@a.example
        https://a.example/?time=12:30@home
        https://matrix.to/#/@nina:a.example
        mailto:me:you@a.example
        sip:nina@a.example:5060
        -----BEGIN CERTIFICATE-----\\nMIIBVg==\\n-----END CERTIFICATE-----
        -----END PRIVATE KEY----- and more
        https://a.example/?x=z-app-store-and-more-words-to-read-here
        {"tokens":["US","NL"],"code":["SUMMER20"]}
        docker run -p 8080:80 nginx
        redis-cli -p 6379 ping
        mysql -u root -p shop
        tool -P 3306 -a all1234
        curl -u nina https://a.example/
        date -u +%Y-%m-%d
        npm install @acme/tool@1.2.3
        uses: actions/checkout2@v4
        nina/shop2026@main
        docker pull a.example/acme/app1b2c3@sha256:9f3ab1c2
        npm:acme/kit1x2y3@1.2.3
        Seed phrase: keep it safe
        users/nina2026@a.example
        Order 123456 is on its way
        Your order 482913 is ready, see https://a.example/o/482913
        Error code is 500123
        ZIP code 94110
        Your code is SUMMER20
        the largest unicode is 123456
        password for the account of nina2026
        Use code SUMMER20 at checkout
        code: 404, status code 200000
        "bolts", code 80175001, more
        2026 is your year
        password reset for nina2026
        the token ring of 1985abc
        login, password, 2026-11-30T12:00
        user=nina password is required by v1.2.3
        {"type":"token","id2026":"x"}
        {"token":{"count":12,"kind":"access"}}
        https://a.example/x?tokens[count]=12&password[length]=8&token[type]=bearer
        https://a.example/i/2026/11/30/header.png
        https://a.example/i/7f3c9a0b1d2e4f5a8b9c0d1e2f3a4b5c.jpg
        https://a.example/i/7f3c9a0b-1d2e-4f5a-8b9c-0d1e2f3a4b5c.jpg
        https://a.example/gift/summer-basket-2026
        https://a.example/gift/12345678901234567
        https://a.example/redeem/how-it-works-2026
        {"colors":["red","green","blue","black","white","brown","pink","cyan","teal","gray","gold","beige"]}
        12:30 nina:shift2026@desk
        """
}
