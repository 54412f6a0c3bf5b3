import AppLinks
import Inspector
import Screen
import Testing

/// The whole story as a user lives it: a link arrives, is followed, and leads back.
@Suite struct StoryTests {
    @Test("an App Link arrives: it is received, shown as a tree, and its banner is there")
    func arriving() {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        #expect(rig.eventNames == ["al_link_parse", "al_nav_in"])
        #expect(rig.state.bannerText == "Touch to return to Shop")
    }
}
