import AppLinks
import Inspector
import Testing

@Suite struct ArrivingTests {
    @Test("an App Link arrives: it is received, posted, and its banner is there")
    func arriving() {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        #expect(rig.eventNames == ["al_link_parse", "al_nav_in"])
        #expect(rig.state.bannerText == "Touch to return to Shop")
    }
}
