import Inspector
import Screen
import Testing

@testable import Panes

/// The columns that the user chooses in `config.yaml`.
@Suite struct ColumnsTests {
    @Test("the lists show the columns that the user has chosen, in the user's order; the text gets the room that they leave")
    func chosen() {
        var rig = Rig()
        rig.paste(Links.from("Shop", "shop://back", to: "news://article/42"))
        #expect(rig.words.contains("Shop → Nieuws"))
        rig.prefer(links: [.end, .what, .to], events: [.app, .event])
        let rows = rig.screen.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        #expect(rows.contains { $0.hasPrefix("┃> 1 ok news://article/42") && $0.hasSuffix("Nieuws┃") })
        #expect(rows.contains { $0.hasPrefix("│>Nieuws al_nav_in from Shop") })
    }

    @Test("an arrow stands only between sender and receiver")
    func arrow() {
        var rig = Rig()
        rig.paste(Links.from("Shop", "shop://back", to: "news://article/42"))
        rig.prefer(links: [.to, .from, .what], events: ListColumns().events)
        #expect(rig.words.contains("1 Nieuws Shop news://article/42"))
    }
}
