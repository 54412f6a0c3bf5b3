import Foundation
import Inspector
import Records
import TestSupport
import Testing

@testable import Panes

/// Whole conversations in plain mode, compared with the text files in Goldens/. `LINKSCOPE_BLESS=1` writes the files again.
@Suite struct PlainGoldenTests {
    @Test("a link of its own scheme, the return, and the trail A, B, A")
    func story() throws {
        var transcript = Transcript("The whole story")
        transcript.type(
            "help open", Fixtures.appLink, "show", "show extras", "show findings", "return", "undo", "redo", "show journey", "show events",
            "open from browser", "apps", "install wheel", "device iPad", "secrets on", "show extras", "copy data")
        try compare("plain-story.txt", transcript.text)
        #expect(transcript.text.contains("Trail: Shop, then Nieuws, then back to Shop.\n"))
    }

    @Test("a link with a scheme that no app claims, between two assumed apps")
    func assumed() throws {
        var transcript = Transcript("Assumed apps")
        transcript.type(
            Links.from("Bakery", "bakery://back/7", to: "myapp://item/42"), "return", "open", "dismiss", "return", "front myapp", "return",
            "declare", "show")
        try compare("plain-assumed.txt", transcript.text)
    }

    @Test("web links, lookups, problems, repairs, lists and mistakes")
    func problems() throws {
        var transcript = Transcript("Problems")
        transcript.type("show", "opne 3", "re", "open 7", Links.ridePage, "open", Links.brokenJSON, "show findings", "repair", "list")
        transcript.type("fetch 1")
        transcript.tell(.page(Answers.ride), shown: "the page arrives")
        transcript.type("verdict 1", "stop", "wheel://ride/7", "open 99", "show 2 everything", "list problems", "list 2-3", "samples", "9")
        transcript.type(#"{"event":"al_nav_in","url":"shop://p/1","n":42,"token":"EAAB-not-a-real-token-0123456789"}"#, #"{"n":1}"#)
        try compare("plain-problems.txt", transcript.text)
    }

    @Test("a private address is asked about, and a typed word allows it")
    func allowing() throws {
        var transcript = Transcript("A private address")
        transcript.type(Links.ridePage, "fetch allow")
        transcript.tell(.failed(Answers.refusal), shown: "the fetch is refused")
        transcript.type("fetch allow")
        transcript.tell(.page(Answers.ride), shown: "the page arrives")
        try compare("plain-allowing.txt", transcript.text)
        #expect(transcript.rig.asked.map(\.permissions.count) == [0, 1])
    }

    @Test("links beside each other, on other devices, searched and written to a file")
    func comparing() throws {
        var transcript = Transcript("Comparing")
        transcript.type(Fixtures.appLink, "cafe://menu/1?a=1&b=2", "cafe://menu/2?a=1&c=3", "diff", "diff 1 3", "diff 1 9", "whatif 2")
        transcript.type(
            "filter menu", "filter event:nav_*", "filter size:3", "filter", "list", "previous", "find extras", "next-problem", "events",
            "journey", "messages")
        transcript.type("write links.csv")
        transcript.endExport(.written(bytes: 120), shown: "the file is written")
        transcript.type("events", "write events.csv", "list", "write", "write links.xyz", "write! links.csv", "stop")
        transcript.endExport(.stopped, shown: "the writing ends")
        try compare("plain-comparing.txt", transcript.text)
    }

    @Test("saved sessions, and marked links")
    func sessions() throws {
        var rig = Rig()
        rig.sessions = [
            SessionSummary(
                path: "/s/1_checkout.journal", name: "checkout", changedAt: 1_763_726_651_000, size: 3456, use: .free,
                first: Array("shop://p?access_token=geheim".utf8)),
            SessionSummary(path: "/s/2.journal", name: nil, changedAt: 1_763_726_000_000, size: 12, use: .other, first: []),
        ]
        var transcript = Transcript("Sessions and marks", device: rig)
        transcript.type("sessions 1 delete", "sessions", "sessions 2 delete", "sessions 9", "sessions 1 rename", "sessions 1")
        transcript.type("sessions 1 name the cart", "sessions 1 delete", "sessions", "sessions 1 delete", "next-mark")
        transcript.type("cafe://menu/1", "cafe://menu/2", "cafe://menu/3", "mark 1", "go 3", "next-mark", "mark", "next-mark")
        try compare("plain-sessions.txt", transcript.text)
        let path = "/s/1_checkout.journal"
        #expect(transcript.rig.effects == ["open \(path)", "name \(path) the cart", "delete \(path)"])
    }

    @Test("an App Link built field by field")
    func building() throws {
        var transcript = Transcript("Building")
        transcript.type("build", "build extra.campaign=\"summer sale\" extra.access_token=EAAB-not-a-real-token-0123456789", "build")
        transcript.type(
            "build colour=red", "build target", "build target=myapp://item/42 referer-name=Shop referer-url=shop://back", "show extras")
        try compare("plain-building.txt", transcript.text)
    }

    @Test("a pause, and more links than can be read out")
    func bursts() throws {
        var transcript = Transcript("Bursts")
        transcript.type("pause", "shop://p/1", "resume")
        transcript.deliver((1...30).map { "shop://p/\($0)" } + ["shop://p/\u{1B}[31m"], shown: "31 links arrive")
        transcript.typeAtOnce((1...3).map { "cafe://menu/\($0)" }, shown: "three links at once")
        transcript.type("list", "list 1-2")
        try compare("plain-bursts.txt", transcript.text)
    }

    @Test("hostile lines: control characters, bytes that are not UTF-8, a very long line")
    func hostile() throws {
        var transcript = Transcript("Hostile lines")
        transcript.type(bytes: Array("shop://p/\u{1B}]0;x\u{7}\u{202E}abc".utf8), shown: "a link with an escape sequence")
        transcript.type(bytes: [0xFF, 0xFE, 0x1B, 0x5B, 0x32, 0x4A], shown: "bytes that are not UTF-8")
        transcript.type(bytes: Array("shop://p/".utf8) + [0xFF, 0x9B, 0x41], shown: "a link with such bytes")
        transcript.type(bytes: Array("shop://p/".utf8) + [UInt8](repeating: 0x61, count: 1 << 17), shown: "a very long link")
        transcript.type(bytes: Array("{\"event\":\"\u{1B}c\",\"\u{9B}k\":\"\u{8}v\"}".utf8), shown: "an event with control characters")
        transcript.type(bytes: Array("show \u{1B}[2J".utf8), shown: "a command with an escape sequence")
        transcript.type("show 1", "show 2 raw", "list")
        try compare("plain-hostile.txt", transcript.text)
        for scalar in transcript.text.unicodeScalars where scalar != "\n" {
            #expect(scalar.properties.generalCategory != .control && scalar.properties.generalCategory != .format)
        }
    }

    @Test("no sentence shows a secret until the user asks")
    func secrets() {
        var transcript = Transcript("Secrets")
        transcript.type(Fixtures.appLink)
        let before = transcript.text.utf8.count
        transcript.type("show", "show extras", "show raw", "copy", "copy data", "list", "show events", "return", "help")
        #expect(!transcript.text.dropFirst(before).contains(Links.secret))
        transcript.type("secrets on", "copy data")
        #expect(transcript.text.dropFirst(before).contains(Links.secret))
    }

    private func compare(_ name: String, _ text: String) throws {
        // The links of the user are long. What linkscope says is what counts.
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.hasPrefix("> ") && line.count > 120 ? "\(line.prefix(100))..." : String(line)
        }
        let found = lines.joined(separator: "\n")
        if ProcessInfo.processInfo.environment["LINKSCOPE_BLESS"] == "1" {
            let folder = repositoryURL("Tests/InspectorTests/Goldens")
            return try found.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
        }
        let file = Bundle.module.bundleURL.appending(path: "Goldens").appending(path: name)
        let expected = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        #expect(found == expected, "\(name) differs from its file")
    }
}
