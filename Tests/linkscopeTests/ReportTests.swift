import Foundation
import TestSupport
import Testing

@Suite("linkscope report", .timeLimit(.minutes(30)))
struct ReportTests {
    @Test("the JSON lines of inspect become a page; two parts become the same page")
    func page() async throws {
        let home = try Home()
        let links = try home.file("links.txt", "https://shop.example/a\nshop://item/7\nfoo bar\nhttps://shop.example/b\n")
        let whole = try await home.script("\"$0\" inspect --json '\(links)' | \"$0\" report")
        #expect(whole.end == .exited(0))
        #expect(whole.output.hasPrefix("4 links (0 App Links), 0 events, 0 verdicts\n"))
        #expect(whole.output.contains("2   50.0 %  shop.example"))
        #expect(whole.output.contains("error no-scheme"))
        let parts = try await home.script(
            """
            cd "$HOME"
            "$0" inspect --json '\(links)' > all.json
            head -n 1 all.json | "$0" report --partial > one; tail -n +2 all.json | "$0" report --partial > two
            cat two one | "$0" report --merge
            """)
        #expect(parts.end == .exited(0) && parts.output == whole.output)
    }

    @Test("--merge of something else says where it is")
    func notAPart() async throws {
        let home = try Home()
        let file = try home.file("x.counts", #"{"linkscope":"report","version":1,"counters":0}"# + "\nhello\n")
        let finished = try await home.run(["report", "--merge", file])
        #expect(finished.end == .exited(3) && finished.output.isEmpty)
        #expect(
            finished.error
                == "linkscope: \(file), line 2: not partial counts; --merge reads only the output of linkscope report --partial\n")
    }

    @Test(
        "mistakes of the command line",
        arguments: [
            (["--partial", "--json"], "--partial cannot be combined with --json"), (["--top", "0"], "greater than 0"),
            (["-", "-"], "more than once"),
        ])
    func mistakes(arguments: [String], message: String) async throws {
        let finished = try await Home().run(["report"] + arguments)
        #expect(finished.end == .exited(2) && finished.error.contains(message))
    }
}
