import Screen
import TestSupport
import Testing

@testable import Inspector

/// A window manager may send any sizes, one after the other, while links arrive. No window closes, and no rule breaks.
@Suite struct ResizeStormTests {
    private static let sizes = Effort.size(6, long: 500)

    @Test("random sizes from 1x1 to 300x100 while links arrive", .daily, arguments: Crowd.settings.indices)
    func storm(_ index: Int) {
        var random = SeededRandom(seed: Seeds.day * 1000 + UInt64(index))
        var rig = Rig()
        Crowd.settings[index].act(&rig)
        let window = rig.state.overlay.map(Window.init)
        for turn in 0..<Self.sizes {
            let size = Size(columns: 1 + Int(random.next() % 300), rows: 1 + Int(random.next() % 100))
            rig.send(.resized(size))
            if turn % 3 == 0 { rig.deliver([Links.plain, Fixtures.appLink, Crowd.wide]) }
            if let flaw = Crowd.flaw(of: rig.frame, state: rig.state) ?? Crowd.flaw(of: rig.state) {
                Issue.record("\(Crowd.settings[index].name) at \(size), turn \(turn): \(flaw)\n\(rig.screen)")
                return
            }
        }
        #expect(rig.state.overlay.map(Window.init) == window)
    }

    @Test("every window is open in one of the states")
    func windows() {
        let open = Crowd.settings.compactMap { setting in
            var rig = Rig()
            setting.act(&rig)
            return rig.state.overlay.map(Window.init)
        }
        #expect(Set(Window.allCases).subtracting(open) == [])
    }
}
