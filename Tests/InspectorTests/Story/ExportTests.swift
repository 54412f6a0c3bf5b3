import AppLinks
import Deciding
import Inspector
import Records
import Screen
import Testing

@testable import Panes
@testable import PlainMode

@Suite struct ExportTests {
    @Test(
        "the ending of the name and the focus decide what is written",
        arguments: [
            ("a.ndjson", "1", "2 links"), ("a.json", "3", "3 events"), ("a.CSV", "1", "2 links"),
            ("/tmp/a.md", "1", "the report on link #2"),
            ("a b.har", "1", "1 fetched page"),
        ] as [(String, Key, String)])
    func content(_ path: String, _ pane: Key, _ what: String) {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        rig.paste(Links.ridePage)
        rig.deliver([#"{"event":"x"}"#])
        rig.press("1", "F")
        rig.tell(.page(Answers.ride))
        rig.press(.escape, pane)
        if what == "3 events" {
            rig.command("write \(path)")
            #expect(rig.notice == "This link has no events to write; e shows those of all links.")
            rig.press("e")
        }
        rig.command("write \(path)")
        #expect(rig.exports.map(\.what) == [what])
        #expect(rig.exports.map(\.path) == [path] && rig.exports.map(\.replaces) == [false])
        rig.send(.export(1, .written(bytes: 99)))
        #expect(rig.notice == "Wrote \(what) to \(path): 99 bytes. Secrets are masked.")
        rig.command("write! \(path)")
        #expect(rig.exports.last?.replaces == true)
    }

    @Test(
        "a file that cannot be written is refused, with a notice that says why",
        arguments: [
            ("write a.txt", "a.txt: unknown format. End the name in .ndjson, .json, .csv, .yaml, .md or .har."),
            ("write .json", ".json: unknown format. End the name in .ndjson, .json, .csv, .yaml, .md or .har."),
            (
                "write WIFI:T:WPA;S:Home;P:flatwhite8;;",
                "WIFI:T:WPA;S:Home;P:••••••••;;: unknown format. End the name in .ndjson, .json, .csv, .yaml, .md or .har."
            ),
            ("write a.har", "No page was fetched yet. F fetches the page of a web link."),
            ("write a.csv", "There is nothing to write yet."), ("write a.md", "There is no link to report on yet."),
            ("write", "Usage: write FILE"), ("zoom!", "Usage: zoom"),
        ])
    func refused(_ line: String, _ notice: String) {
        var rig = Rig()
        rig.command(line)
        #expect(rig.notice == notice && rig.exports.isEmpty)
    }

    @Test("the progress stays on the screen until the file is written; Esc stops it; a second file has to wait")
    func progress() {
        var rig = Rig()
        rig.paste(Links.plain)
        rig.command("write a.csv")
        rig.send(.export(1, .progress(0)))
        rig.wait(milliseconds: 10_000)
        #expect(rig.notice == "Writing 1 link to a.csv: 0 %. Esc stops.")
        rig.command("write b.csv")
        #expect(rig.notice == "linkscope is still writing a.csv. Esc stops it.")
        rig.press(.escape)
        #expect(rig.effects == ["stopExport"])
        rig.send(.export(1, .stopped))
        #expect(rig.notice == "Stopped. a.csv was not written.")
        rig.command("write b.csv")
        rig.send(.export(1, .failed("late")))
        #expect(rig.exports.count == 2 && rig.notice?.contains("late") != true, "late news is ignored")
        rig.send(.export(2, .failed("b.csv: No space left on device. Free some space, or write to another disk.")))
        #expect(rig.notice == "Not written: b.csv: No space left on device. Free some space, or write to another disk.")
    }

    @Test("the rows are those of the moment, whatever arrives while they are written")
    func moment() {
        var rig = Rig()
        rig.paste(Links.plain)
        rig.command("write a.csv")
        rig.paste(Links.cafe)
        guard case .links(let rows, let line)? = rig.exports.last?.content else {
            Issue.record("no links")
            return
        }
        #expect(rows.count == 1 && line(0)?.receiver == "Shop" && line(1) == nil)
    }

    @Test("while a filter is in effect, the rows that it shows are written, and the notice says how many of all")
    func filtered() {
        var rig = Rig()
        rig.deliver([Links.plain, Links.cafe, Links.plain])
        rig.press("/")
        rig.type("shop")
        rig.press(.enter)
        rig.command("write a.csv")
        guard case .links(_, let line)? = rig.exports.last?.content else {
            Issue.record("no links")
            return
        }
        #expect((0..<3).map { line($0)?.number } == [1, 3, nil] && rig.exports.map(\.what) == ["2 of 3 links"])
        rig.send(.export(1, .written(bytes: 99)))
        #expect(rig.notice == "Wrote 2 of 3 links to a.csv: 99 bytes. Secrets are masked.")
        rig.press("/", .control("u"))
        rig.type("nothing")
        rig.press(.enter)
        rig.command("write b.csv")
        #expect(rig.notice == "No row matches the filter, so there is nothing to write." && rig.exports.count == 1)
    }

    @Test("the report has the whole story, names no keys, and masks secrets even while the screen shows them")
    func story() throws {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        rig.press("r", .enter, "S")
        rig.press("1", "k")
        rig.command("write a.md")
        guard let story = rig.exports.last?.report else {
            Issue.record("no report")
            return
        }
        #expect(story.reception == "by Nieuws" && story.place == "news://article/42" && story.device.name == "iPhone")
        let lane = try #require(story.lane)
        #expect(lane.hasPrefix("Shop ──#1──▸ Nieuws ──r ") && lane.hasSuffix("──▸ Shop"), "\(lane)")
        #expect(story.steps.map(\.sentence).first == "Event al_link_parse in Nieuws." && story.steps.count == 5)
        #expect(story.commands.map { $0.prefix { $0 != " " } } == ["xcrun", "adb"])
        #expect(story.commands.allSatisfy { $0.contains("••••••••") && !$0.contains("EAAB") })
    }

    @Test("the report says why no app received the link, without a hint at a key, and what the lookups found")
    func problems() throws {
        var rig = Rig()
        rig.paste("wheel://ride/7")
        rig.command("write a.md")
        guard let story = rig.exports.last?.report else {
            Issue.record("no report")
            return
        }
        #expect(story.reception == "no app: Wheel claims it, but is not installed" && story.lookups.isEmpty)
        rig.send(.export(1, .written(bytes: 1)))
        rig.paste(Links.ridePage)
        rig.press("1", "F")
        rig.tell(.page(Answers.ride))
        rig.command("write b.md")
        guard let page = rig.exports.last?.report else {
            Issue.record("no report")
            return
        }
        #expect(page.lookups.map(\.title) == ["Page"] && page.lookups[0].lines.contains("opens: Café on iPhone"))
        #expect(page.commands.last?.hasPrefix("curl ") == true)
    }

    @Test(
        "a link is written with its result, the reason and its app, as its row shows them",
        arguments: [
            ("news://article/1", "ok", nil, "Nieuws"),
            ("nobody://1", "no app", "nothing on this iPhone claims nobody:", nil),
            ("wheel://ride/7", "no app", "Wheel claims it, but is not installed", nil),
            (Links.shopPage, "page", "it is a web page", nil),
        ] as [(String, String, String?, String?)])
    func result(_ link: String, _ result: String, _ reason: String?, _ receiver: String?) throws {
        var rig = Rig(device: Fixtures.strictPhone)
        rig.paste(link)
        let line = try rig.linkLine(writing: "a.csv")
        #expect(line.result == result && line.story(RecordContent(Array(link.utf8))).reason == reason && line.receiver == receiver)
    }

    @Test("an assumed app, a failed opening and an opening that led to an app say so")
    func opened() throws {
        var rig = Rig()
        rig.paste("myapp://1")
        let assumed = try rig.linkLine(writing: "a.csv")
        #expect(assumed.story(RecordContent(Array("myapp://1".utf8))).reason == "assumed: no app here declares myapp:")
        #expect(assumed.receiver == "myapp")
        rig.send(.export(1, .written(bytes: 1)))

        rig.paste("wheel://ride/7")
        rig.open()
        let failed = try rig.linkLine(writing: "b.csv")
        let content = RecordContent(Array("wheel://ride/7".utf8))
        #expect(failed.result == "failed" && failed.story(content).reason == "Wheel claims wheel:, but is not installed")
        #expect(failed.receiver == nil && failed.posted.map(\.name) == ["al_nav_out"])
        rig.send(.export(2, .written(bytes: 1)))

        rig.command("install wheel")
        rig.open()
        let opened = try rig.linkLine(writing: "c.csv")
        #expect(opened.result == "ok app" && opened.story(content).reason == "opened in Wheel" && opened.receiver == "Wheel")
        #expect(opened.firstReceiver == nil)
    }

    @Test(
        "the report on a link that did not open says why, and what to do",
        arguments: [
            ("nobody://1", "nothing on this iPhone claims nobody:", "Add an app for nobody: to the simulated device"),
            ("wheel://ride/7", "Wheel claims it, but is not installed", "Install Wheel on the simulated device"),
        ])
    func advice(_ link: String, _ reason: String, _ advice: String) throws {
        var rig = Rig(device: Fixtures.strictPhone)
        rig.paste(link)
        rig.command("write a.md")
        guard let story = rig.exports.last?.report else {
            Issue.record("no report")
            return
        }
        #expect(story.didNotOpen && story.result == "no app: \(reason)" && story.advice?.contains(advice) == true)
        rig.send(.export(1, .written(bytes: 1)))
        rig.open()
        rig.command("write b.md")
        guard let opened = rig.exports.last?.report else {
            Issue.record("no report")
            return
        }
        #expect(opened.didNotOpen && opened.result?.hasPrefix("failed: ") == true && opened.advice?.contains(advice) == true)
    }

    @Test("an event is written with the app that it comes from, the link that it leads to, and its result")
    func eventColumns() throws {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        rig.press("r", .enter, "3")
        rig.command("write a.csv")
        guard case .events(_, let line)? = rig.exports.last?.content else {
            Issue.record("no events")
            return
        }
        let columns = (1...2).compactMap { line($0) }.compactMap { $0.facts($0.read) }
        #expect(columns.map(\.from) == ["Shop", "Nieuws"])
        #expect(columns.map(\.to) == ["https://news.example.com/article/42?utm_source=shop", "shop://back/cart?item=42"])
        #expect(columns.map(\.result) == ["", "app"])
        #expect(columns.map { $0.url.prefix { $0 != "&" && $0 != "?" } } == ["news://article/42", "shop://back/cart"])
    }
}

extension Rig {
    /// Writes the links, and returns the last one.
    fileprivate mutating func linkLine(writing path: String) throws -> LinkLine {
        command("write \(path)")
        guard case .links(let rows, let line)? = exports.last?.content else { throw NothingWritten() }
        return try #require(line(rows.count - 1))
    }

    private struct NothingWritten: Error {}
}

extension Export {
    /// The report that is written; nil if the export is not a report.
    var report: LinkStory? {
        guard case .report(let record, _, let state) = content else { return nil }
        return state.story(of: record)
    }
}
