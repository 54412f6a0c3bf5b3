import AppLinks
import Testing

@Suite struct BannerTranslationsTests {
    private let shop = AppLink(
        sourceURL: LinkURL("shop://back"), targets: [AppLinkTarget(url: LinkURL("shop://back"), appStoreID: nil, appName: "Shop")],
        webURL: nil)

    @Test func theBannerIsTranslated() {
        var banner = ReturnToRefererBanner()
        banner.show(shop)
        #expect(banner.text == "Touch to return to Shop")
        banner.translations = ["Touch to return to %1$@": "Tik om terug te gaan naar %1$@"]
        #expect(banner.text == "Tik om terug te gaan naar Shop")
        #expect(banner.isVisible)
        banner.show(nil)
        #expect(banner.text == nil)
        banner.translations = [:]
        banner.show(shop)
        #expect(banner.text == "Touch to return to Shop")
    }

    @Test(
        arguments: [
            ("%1$@ へ戻る", "Shop へ戻る"), ("Zurück zu %@", "Zurück zu Shop"), ("%1$@, %1$@", "Shop, Shop"), ("Terug", "Terug"),
            ("100 %% %@", "100 % Shop"), ("%%@", "%@"), ("%%%@", "%Shop"), ("%%1$@", "%1$@"), ("%", "%"), ("%@%", "Shop%"), ("%%", "%"),
            ("%01$@", "Shop"), ("", "Touch to return to Shop"),
            // There is only one argument, and it is a text.
            ("%2$@ %1$@", "%2$@ Shop"), ("%@ %@", "Shop %@"), ("%1$@ %@ %@", "Shop Shop %@"), ("%0$@", "%0$@"),
            ("%d %s %1$d", "%d %s %1$d"),
            ("%1@", "%1@"), ("%$@", "%$@"), ("%1$", "%1$"), ("%99999999999999999999$@", "%99999999999999999999$@"), ("% @", "% @"),
            // A combining mark after a placeholder belongs to the text.
            ("%@\u{301}", "Shop\u{301}"), ("%\u{301}@", "%\u{301}@"),
        ])
    func formats(template: String, text: String) {
        #expect(BannerTranslations([BannerTranslations.key: template]).text(naming: "Shop") == text)
    }

    @Test(arguments: ["100%@ %1$@ %%", "%", "\u{301}", "\u{202e}x\n", ""])
    func theNameIsNoFormat(name: String) {
        #expect(BannerTranslations().text(naming: name) == "Touch to return to " + name)
        #expect(BannerTranslations([BannerTranslations.key: "%1$@|%1$@"]).text(naming: name) == name + "|" + name)
    }

    @Test func translationsOfOtherTextsDoNotCount() {
        let translations: BannerTranslations = ["Touch to return to %@": "Terug naar %@", "Close": "Sluit"]
        #expect(translations.text(naming: "Shop") == "Touch to return to Shop")
        #expect(translations.texts.count == 2)
        let twice: BannerTranslations = ["Touch to return to %1$@": "a", "Touch to return to %1$@": "b"]
        #expect(twice.text(naming: "Shop") == "b")
    }
}
