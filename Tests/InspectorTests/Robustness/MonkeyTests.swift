import AppLinks
import Inspector
import LinkLayers
import Records
import Screen
import Tasks
import TestSupport
import Testing

@Suite struct MonkeyTests {
    private static let named: [Key] = [
        .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .enter, .tab, .backTab, .escape, .backspace, .delete, .insert,
        .function(1), .control("u"), .control("k"), .control("d"), .control("f"), .control("b"), .control("l"), .control("z"),
        .control("t"), .control("r"),
        .alt("q"), .unknown([0x1B]), .focus(false), .pasteRefused(.unfinished(bytes: 3)), .space,
    ]

    private static func key(_ random: inout SeededRandom) -> Key {
        switch random.next() % 4 {
        case 0: return named[Int(random.next() % UInt64(named.count))]
        case 1:
            // Bound keys are pressed more often than others.
            let keys = Array("rXibs][jkgGfhl1234zdS?qyuvacFV:.,wD/nNmO'".unicodeScalars)
            return .character(keys[Int(random.next() % UInt64(keys.count))], [])
        case 2:
            let actions: [Key.Mouse.Action] = [
                .press(button: 0), .press(button: 0), .drag(button: 0), .release(button: 0), .wheelUp, .wheelDown, .press(button: 2),
            ]
            // Few of the points are outside the screen.
            let point = Point(column: Int(random.next() % 150) - 4, row: Int(random.next() % 54) - 2)
            return .mouse(Key.Mouse(actions[Int(random.next() % UInt64(actions.count))], at: point))
        default: return .character(Unicode.Scalar(UInt32(0x20 + random.next() % 0x300)) ?? " ", [])
        }
    }

    private static func act(_ rig: inout Rig, _ random: inout SeededRandom) {
        switch random.next() % 22 {
        case 0: rig.paste(hostileBytes(&random, count: Int(random.next() % 300)))
        case 1: rig.paste(Fixtures.samples[Int(random.next() % UInt64(Fixtures.samples.count))].link)
        case 2: rig.resize(Int(random.next() % 140), Int(random.next() % 50))
        case 3:
            let text = String(decoding: hostileBytes(&random, count: 40), as: UTF8.self)
            rig.deliver([Links.from(Links.encoded(text), "cafe://" + Links.encoded(text)), #"{"event":"a","b":[1]}"#, #"{"x":"#, text])
        case 4:
            rig.send(.source(name: "file", [.following, .ended, .failed(reason: "x"), .reading(progress: 0.5)][Int(random.next() % 4)]))
        case 5: rig.resolvesAtOnce.toggle()
        case 6: if let opening = rig.resolving.last { rig.answer(opening, .success(AppLink(sourceURL: nil, targets: [], webURL: nil))) }
        case 7: rig.send(.loaded([.unreadable(RecordID(index: UInt32(random.next() % 40)), reason: "it is gone")]))
        case 8: rig.tell(.started("fetch the page"), .hop(Answers.ride.hops[0]), .file(Answers.files[0]))
        case 9: rig.tell([.page(Answers.ride), .failed(Answers.refusal), .verdict(Answers.verdict())][Int(random.next() % 3)])
        default: rig.press(key(&random))
        }
    }

    @Test("random keys, pastes, sizes and arrivals break no rule", arguments: Seeds.among(1...10))
    func monkey(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var rig = Rig(glyphs: seed % 2 == 0 ? .utf8 : .ascii)
        for step in 0..<300 {
            Self.act(&rig, &random)
            // Drawing a frame takes the most time, so only every second frame is checked. The state is checked after every step.
            let drawn = step % 2 == 0 ? Crowd.flaw(of: rig.frame, state: rig.state) : nil
            if let flaw = Crowd.flaw(of: rig.state) ?? drawn {
                Issue.record("seed \(seed), step \(step): \(flaw)\n\(rig.screen)")
                return
            }
        }
    }
}
