import Secrets
import TestSupport
import Testing

@Suite("Codes in messages in languages whose words have many forms, or no spaces between them")
struct MessageTests {
    @Test(
        "a code is masked beside its name",
        arguments: [
            ("验证码：482913", "验证码：••••••••"), ("【商店】您的验证码是482913，5分钟内有效", "【商店】您的验证码是••••••••，5分钟内有效"),
            ("【商店】482913（登录验证码）", "【商店】••••••••（登录验证码）"), ("認証コード: 482913", "認証コード: ••••••••"),
            ("認証コードは482913です", "認証コードは••••••••です"), ("인증번호 [482913]", "인증번호 [••••••••]"),
            ("Код подтверждения: 482913", "Код подтверждения: ••••••••"), ("4829 — ваш код для входа", "•••••••• — ваш код для входа"),
            ("Никому не говорите код доступа 4829!", "Никому не говорите код доступа ••••••••!"),
            (#"{"x":"验证码：482913","n":482914}"#, #"{"x":"验证码：••••••••","n":482914}"#),
            (
                "sms:1?body=%E9%AA%8C%E8%AF%81%E7%A0%81%EF%BC%9A482913",
                "sms:1?body=%E9%AA%8C%E8%AF%81%E7%A0%81%EF%BC%9A••••••••"
            ),
            ("密码：abc", "密码：••••••••"), (#"{"password"："abc"}"#, #"{"password"："••••••••"}"#),
        ])
    func codes(text: String, shown: String) {
        #expect(Secrets.masked(text) == shown)
    }

    @Test(
        "a token in parentheses, or before a colon, is masked",
        arguments: [
            ("token (abcDEF123456) expired", "token (••••••••) expired"), ("using token [abcDEF123456] now", "using token [••••••••] now"),
            ("request failed for token Zt2LmW8vR3nf: 401", "request failed for token ••••••••: 401"),
            ("password (8-16 characters)", "password (8-16 characters)"), ("token (v2beta1) expired", "token (v2beta1) expired"),
            ("API key iPhone15: revoked", "API key iPhone15: revoked"),
        ])
    func parentheses(text: String, shown: String) {
        #expect(Secrets.masked(text) == shown)
    }

    @Test(
        "another number stays",
        arguments: [
            "订单：482913", "Код товара: 482913", "Код ошибки 4829", "電話番号: 482913", "验证码已发送\n订单482913", "Почтовый индекс: 482913",
            "验证码 20261130", "https://a.example/密码/482913",
        ])
    func others(text: String) {
        #expect(Secrets.masked(text) == text)
    }
}
