import AppLinks
import Deciding
import Inspector
import Screen
import Testing

@testable import Panes
@testable import PlainMode

@Suite("Recording links as a suite, in the inspector")
struct RecordingTests {
    /// Returns the order of the last file that was asked for, with the numbers of its links.
    private static func order(_ rig: Rig) throws -> (order: SuiteOrder, numbers: [Int]) {
        let export = try #require(rig.exports.last)
        guard case .suite(let order) = export.content else { throw NoSuite() }
        return (order, (0..<order.rows.count + 1).compactMap { order.line($0)?.number })
    }

    private struct NoSuite: Error {}

    private static func rig() -> Rig {
        var rig = Rig()
        rig.deliver([Links.plain, Links.cafe, Fixtures.appLink])
        return rig
    }

    @Test("T records the selected link; with marks, it offers the marked links first; Up and Down choose")
    func scopes() throws {
        var rig = Self.rig()
        rig.press("T")
        #expect(rig.words.contains("the selected link, #3") && rig.words.contains("all listed links: 3"))
        #expect(!rig.words.contains("marked"))
        rig.press(.enter)
        #expect(try Self.order(rig).numbers == [3] && !rig.state.hasWindow)
        #expect(rig.exports.map(\.path) == ["links.yaml"] && rig.exports.map(\.replaces) == [false])
        rig.send(.export(1, .recorded(RecordedSuite(links: 1))))
        rig.press("m", "g", "m", "T", .enter)
        #expect(try Self.order(rig).numbers == [1, 3])
        rig.send(.export(2, .recorded(RecordedSuite(links: 2))))
        rig.press("T", .down, .enter)
        #expect(try Self.order(rig).numbers == [1, 2, 3])
    }

    @Test("the name of the file is edited; a name without an ending is one of YAML; an empty name and another ending are refused")
    func name() throws {
        var rig = Self.rig()
        rig.press("T", .control("u"))
        rig.press(.enter)
        #expect(rig.notice == "Type the name of a file, such as links.yaml." && rig.exports.isEmpty)
        rig.type("smoke tests")
        rig.press(.enter)
        #expect(rig.exports.map(\.path) == ["smoke tests.yaml"])
        rig.send(.export(1, .stopped))
        rig.command("suite a.json")
        #expect(rig.notice == "a.json: the name of a suite ends in .yaml or .yml." && rig.exports.count == 1)
        rig.command("suite shop://a?password=x.y")
        #expect(rig.notice == "shop://a?password=••••••••: the name of a suite ends in .yaml or .yml.")
        rig.command("suite ~/b/c.yml")
        #expect(rig.exports.last?.path == "~/b/c.yml")
        rig.press("T", .escape)
        #expect(!rig.state.hasWindow && rig.exports.count == 2)
    }

    @Test(
        ":suite records the marked links or else the selected one; selected, session, secrets and ! change that",
        arguments: [
            ("suite a.yaml", "", [3], false, false), ("suite a.yaml", "m", [3], false, false),
            ("suite a.yaml selected", "mk", [2], false, false), ("suite a.yaml session", "m", [1, 2, 3], false, false),
            ("suite! a.yaml secrets", "", [3], true, true),
            ("suite a.yaml session secrets", "", [1, 2, 3], false, true), ("write a.yaml", "m", [1, 2, 3], false, false),
        ])
    func typed(_ line: String, _ keys: String, numbers: [Int], replaces: Bool, keepsSecrets: Bool) throws {
        var rig = Self.rig()
        rig.type(keys)
        rig.command(line)
        let (order, found) = try Self.order(rig)
        #expect(found == numbers && order.keepsSecrets == keepsSecrets)
        #expect(rig.exports.last?.path == "a.yaml" && rig.exports.last?.replaces == replaces)
    }

    @Test("without a file, :suite opens the window; :suite! needs one; without a link, there is nothing to record")
    func nothing() {
        var rig = Rig()
        rig.press("T")
        #expect(rig.notice == "There is no link to save yet. Paste one, or press i or s.")
        #expect(!rig.state.hasWindow)
        rig.command("suite a.yaml")
        #expect(rig.notice == "There is no link to save yet." && rig.exports.isEmpty)
        rig.paste(Links.plain)
        rig.command("suite!")
        #expect(rig.notice == "Usage: suite [FILE [selected|marked|session] [secrets]]")
        rig.press(.escape, .escape)
        rig.command("suite")
        #expect(rig.words.contains("Save as a suite"))
    }

    @Test("a filter decides what the session is, and the window says so")
    func filtered() throws {
        var rig = Self.rig()
        rig.command("filter shop")
        rig.press("1", "T")
        #expect(rig.words.contains("all listed links: 2 of 3"))
        rig.press(.down, .enter)
        #expect(try Self.order(rig).numbers == [1, 3])
    }

    @Test("a link is recorded with the app that opened it the last time, and with the device as it is now")
    func opener() throws {
        var rig = Self.rig()
        rig.press("1", "g")
        rig.open(from: "Nieuws")
        rig.command("remove Café")
        rig.command("suite a.yaml session")
        let (order, _) = try Self.order(rig)
        #expect(order.line(0)?.opener == .app("com.example.news") && order.line(1)?.opener == nil)
        #expect(order.device.app("com.example.cafe")?.isInstalled == false)
        #expect(order.line(0)?.wasOpenedByPage == false)
        rig.send(.export(1, .stopped))
        rig.paste(Links.ridePage)
        rig.open()
        rig.command("suite a.yaml")
        #expect(try Self.order(rig).order.line(0)?.wasOpenedByPage == true)
    }

    @Test("the notice says what was recorded and how to test it, or why nothing was written")
    func notices() {
        var rig = Self.rig()
        rig.command("suite a.yaml")
        rig.send(.export(1, .progress(0)))
        #expect(rig.notice == "Writing 1 link to a.yaml: 0 %. Esc stops.")
        rig.send(
            .export(1, .recorded(RecordedSuite(links: 2, deviceFile: "a.device.json", leftOut: 1, secrets: 2, withoutPage: 1))))
        #expect(
            rig.notice == "Saved 2 links in a.yaml, with the device in a.device.json. "
                + "1 link was skipped: it is truncated, is not UTF-8, or cannot be written in YAML. "
                + "1 web link opened an app through its page; the suite has no pages, so it expects the browser. "
                + "Its 2 secrets are replaced by variables. Test it with linkscope test a.yaml")
        rig.command("suite odd name.yaml")
        rig.send(.export(2, .recorded(RecordedSuite(links: 1, deviceFile: nil, leftOut: 0, secrets: 0, withoutPage: 0))))
        #expect(rig.notice == "Saved 1 link in odd name.yaml. Test it with linkscope test 'odd name.yaml'")
        rig.command("suite a.yaml")
        rig.send(.export(3, .failed("a.yaml exists already. To replace it, \(type: .recordSuite, "suite! a.yaml")")))
        #expect(rig.notice == "Not written: a.yaml exists already. To replace it, type :suite! a.yaml")
    }

    @Test("in plain mode, a file is needed, and the links are recorded as on the screen")
    func plain() throws {
        var rig = Self.rig()
        var talk = rig.startTalking()
        _ = rig.run(&talk)
        talk.hear([PlainLine(Array("suite".utf8))])
        #expect(rig.run(&talk) == ["Usage: suite FILE [selected|marked|session] [secrets]"])
        talk.hear([PlainLine(Array("suite!".utf8))])
        #expect(rig.run(&talk) == ["Usage: suite FILE [selected|marked|session] [secrets]"])
        talk.hear([PlainLine(Array("suite a.yaml session".utf8))])
        _ = rig.run(&talk)
        #expect(try Self.order(rig).numbers == [1, 2, 3])
        rig.send(.export(1, .failed("a.yaml exists already. To replace it, \(type: .recordSuite, "suite! a.yaml")")))
        #expect(rig.run(&talk).last == "Not written: a.yaml exists already. To replace it, type \"suite! a.yaml\"")
    }
}
