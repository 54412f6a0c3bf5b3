/// Texts as people send them, with the secrets between `⟦` and `⟧`. All values are made up. `{aB1*12}` stands for twelve times `aB1`: a text
/// with a whole key could be refused as a leak.
enum LabelledTexts {
    /// Each has at least one secret.
    static let secrets = """
        https://app.example/callback?code=⟦SplxlOBeZQQYbYS6WxSbIA⟧&state=af0ifjsldkj
        https://app.example/callback?code=⟦abc123⟧
        https://app.example/login?state=xyz&code=⟦abc123⟧
        https://app.example/done?code=⟦abc⟧&scope=openid%20email&iss=https%3A%2F%2Fid.example
        https://app.example/done?session_state=1f2e.3a&code=⟦0c7a55d2.9e.41⟧
        myapp://oauth?code=⟦s3cretc0de⟧
        myapp://auth/return?code=⟦s3cretc0de⟧&x=1
        https://spa.example/#/cb?code=⟦xyzzy⟧
        https://spa.example/#code=⟦xyzzy⟧&state=1
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
        https://app.example/?signed_request=⟦vlXgu64BQGFSQrY0.eyJhbGciOiJITUFDIn0⟧
        https://app.example/x?jwt=⟦abc.def.ghi⟧
        https://app.example/reset?token=⟦abc123⟧
        https://app.example/reset?token=⟦f81d4fae7dec11d0a765⟧&email=me%40a.example
        https://app.example/confirm?confirmation_token=⟦abc⟧
        https://app.example/join?invite_token=⟦abc⟧&team=1
        https://app.example/bye?unsubscribe_token=⟦abc⟧
        https://app.example/in?login_token=⟦abc⟧
        https://app.example/pw?reset_token=⟦abc⟧
        https://app.example/pw?reset_password_token=⟦abc⟧
        https://app.example/x?auth=⟦a1b2c3d4e5f6⟧
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
        https://x-access-token:⟦ghp_{aB1*12}⟧@github.com/kaffeebude/shop.git
        https://token:⟦f81d4fae⟧@git.example:8443/kaffeebude/shop.git?x=1
        intent://x#Intent;scheme=shop;S.access_token=⟦x⟧;S.browser_fallback_url=https%3A%2F%2Fa.example%2F%3Ftoken%3D⟦q8⟧;end
        intent://x#Intent;S.browser_fallback_url=https%3A%2F%2Fa.example%2F%3Fpassword%3D⟦a%3Bb⟧;package=com.a;end
        https://out.reddit.com/t3_x?url=https%3A%2F%2Fa.example%2F%3Ftoken%3D⟦abc1⟧&token=AQAAxyz1&app_name=web
        https://out.reddit.com/t3_x?token=AQAAxyz1&url=https%3A%2F%2Fa.example%2F%3Ftoken%3D⟦abc1⟧
        https://ca-1234-ctp.trendmicro.com/wis/clicktime/v1/query?url=https%3A%2F%2Fa.example%2F%3Fauth%3D⟦a1b2c3d4e5⟧&umid=1&auth=a1b2c3d4e5f6
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
        https://a.example/?x=⟦shpat_{a1b2*8}⟧
        https://a.example/?x=⟦ntn_{1*11}{aB1Cd*7}⟧
        https://a.example/?x=⟦lin_api_{aB1C*10}⟧
        https://a.example/?state=https%3A%2F%2Fb.example%2F%3Faccess_token%3D⟦abc⟧
        https://a.example/?RelayState=%7B%22token%22%3A%22⟦abc⟧%22%7D
        https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fa.example%2F&data=⟦05%7C02%7Cme%40a.example%7C1f⟧&sdata=x
        https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fa.example%2F%3Ftoken%3D⟦abc⟧
        https://images-ext-1.discordapp.net/external/AbCdEfGhIjKlMnOpQrStUvWxYz/%3Ftoken%3D⟦Vx9Lm2Wp5Ks8⟧/https/acme.example.com/img.png
        """

    /// Texts that are no links.
    static let otherSecrets = """
        {"code":"⟦abc123⟧","state":"xyz"}
        https://urldefense.com/v3/__https://click.example.com/?url=https*3A*2F*2Facme.example.com*2Freset*3Ftoken*3D⟦Vx9Lm2Wp5Ks8Qb4N⟧__;JSUlJSUl!!AbC!x$
        https://urldefense.com/v3/__https://a.example/app?payload=*7B*22access_token*22*3A*22⟦Vx9Lm2Wp5Ks8Qb4N⟧*22*7D__;JSUlJSUlJQ!!AbC!x$
        https://urldefense.com/v3/__https:/eur03.safelinks.protection.outlook.com/?url=https*3A*2F*2Fa.example*2Freset*3Ftoken*3D⟦Vx9Lm2Wp5Ks8Qb4N⟧&data=⟦05*7C01*7Cjan*40a.example*7C⟧__;JSUlJSUlJSUlJQ!!AbC!x$
        https://urldefense.com/v3/__https://a.example/reset?a=1*26token=⟦Vx9Lm2*2BWp5Ks8Qb4N⟧__;JSU!!AbC!x$
        https://urldefense.us/v3/__https://a.example/*top?token*⟦abc⟧**Ax__;Iz0mJg!!x!y$
        {"token":"⟦abc⟧","user":1}
        {"jwt":"⟦eyJ{aB1*5}.eyJ{aB1*5}.{aB1*5}⟧"}
        {"a":["⟦ghp_{aB1*12}⟧"]}
        {"otp":⟦492039⟧}
        WIFI:T:WPA;S:Kaffeebude Gast;P:⟦flatwhite8⟧;;
        WIFI:S:Kaffeebude;P:⟦flat\\;white: 8,9⟧;T:WPA;H:true;;
        WIFI:P:⟦flatwhite8⟧;S:a;;
        wifi:T:WPA2-EAP;E:PEAP;I:nina;P:⟦"ab cd"⟧;;
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
        Cookie: PHPSESSID=⟦abc123⟧; theme=dark
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
        """

    /// None of these is a secret.
    static let harmless = """
        https://shop.example/?promo_code=SUMMER20
        https://urldefense.com/v3/__https://a.example/*top?q*3Dtoken__;IyU!!AbC!x$
        https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fshop.example%2Fp&data=05%7C02%7C%7C8f&sdata=abc&reserved=0
        https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fshop.example%2Fp&data=05
        https://images-ext-1.discordapp.net/external/a1B2c3D4e5F6a7B8c9D0/%3Fw%3D300/https/a.example/x.png
        https://shop.example/?code=SUMMER20
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
        https://a.example/?ticket_type=ST-adult
        https://a.example/?secret=true
        https://a.example/?secret_santa=1
        https://out.reddit.com/t3_x?url=https%3A%2F%2Fa.example%2F&token=AQAAxyz1&app_name=web
        https://ca-1234-ctp.trendmicro.com/wis/clicktime/v1/query?url=https%3A%2F%2Fa.example%2F&umid=1&auth=a1b2c3d4e5f6
        https://a.example/verify/550e8400-e29b-41d4-a716-446655440000
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
        https://a.example/a;P:5;Q:6
        https://a.example/?wifi=free&x=a;P:home;
        MECARD:N:Nina;P:page;;
        WIFI:T:nopass;S:Kaffeebude Gast;;
        https://a.example/?top_secret=true
        https://a.example/?is_secret=1
        https://a.example/?my_secret=chocolate
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
        """
}
