import Screen
import TestSupport
import Testing

@testable import Inspector
@testable import Panes

/// Whatever the user presses and whatever happens meanwhile, the state and the frame keep their rules. A long run presses a million keys.
@Suite struct MonkeyTests {
    private static let keys = Effort.size(400, long: 2_500)

    @Test("random keys, pastes, sizes and arrivals break no rule", .daily, arguments: Seeds.among(1...400))
    func monkey(_ seed: UInt64) {
        var monkey = Monkey(seed: seed)
        while monkey.keys < Self.keys {
            monkey.act()
            if let flaw = Crowd.flaw(of: monkey.rig.state) ?? Crowd.flaw(of: monkey.rig.frame, state: monkey.rig.state) {
                Issue.record(
                    "seed \(seed), key \(monkey.keys): \(flaw)\nafter \(monkey.last.joined(separator: ", "))\n\(monkey.rig.screen)")
                return
            }
        }
        monkey.settle()
        let lists = monkey.rig.state.lists
        #expect(lists.linkCursor.count == lists.links.count, "seed \(seed): some links are never shown")
        #expect(lists.links.count + lists.events.filter { $0.kind == .received }.count == monkey.rig.stored.count, "seed \(seed)")
    }

    @Test("such keys reach every window and every tab", .enabled(if: Effort.isLong, "it takes many keys"))
    func reach() {
        var windows: Set<Window> = []
        var tabs: Set<DetailTab> = []
        for seed in 1...UInt64(24) {
            var monkey = Monkey(seed: seed)
            while monkey.keys < Self.keys {
                monkey.act()
                if let overlay = monkey.rig.state.overlay { windows.insert(Window(overlay)) }
                tabs.insert(monkey.rig.state.detail.tab)
            }
        }
        #expect(Set(Window.allCases).subtracting(windows) == [])
        #expect(Set(DetailTab.allCases).subtracting(tabs) == [])
    }
}
