import Foundation
import TestSupport
import Testing

@Suite("Messages on standard error about arguments that contain secrets", .waits, .timeLimit(.minutes(30)))
struct EchoTests {
    @Test(
        "secrets in quoted arguments are masked",
        arguments: [
            ["inspect", "e.com/?access_token=s3cr3t"], ["inspect", "/p?access_token=s3cr3t"], ["--plain", "e.com/?access_token=s3cr3t"],
            ["inspect", "--qr", "/p?access_token=s3cr3t"], ["inspect", "--explain", "access_token=s3cr3t"],
            ["inspect", "--entry", "access_token=s3cr3t", "shop://a"], ["inspect", "--access_token=s3cr3t", "shop://a"],
            ["build", "--target", "https://a.example", "https://a.example?access_token=s3cr3t"],
            ["build", "--target", "http://[?password=s3cr3t"], ["build", "--target", "a", "--app", "http://me:s3cr3t@["],
            ["build", "--target", "a", "--extra", "a?password=s3cr3t"], ["build", "--target", "a", "--extra", "password:={s3cr3t"],
            ["build", "--target", "https://a.example", "--data", "{\"password\":\"s3cr3t\",\"password\":\"s3cr3t\""],
            ["build", "--target", "https://a.example", "--extra", "a://b?password=s3cr3t&x:=[", "--data={\"password\":\"s3cr3t\""],
            ["match", "--aasa", "/no?access_token=s3cr3t", "https://a.example/"],
            ["match", "--aasa", "/dev/null", "/p?access_token=s3cr3t"], ["match", "--aasa", "/dev/null", "e.com/?access_token=s3cr3t"],
            ["match", "--json-lines", "e.com/?access_token=s3cr3t"],
            ["match", "--json-lines", "--dialect", "password=s3cr3t"],
            ["open", "--device", "password=s3cr3t", "shop://x"], ["open", "--on", "desktop", "--app", "password=s3cr3t", "shop://x"],
            ["open", "--on", "adb", "--app", "password=s3cr3t", "shop://x"],
            ["open", "--on", "devicectl", "--app", "password=s3cr3t", "shop://x"],
            ["open", "access_token=s3cr3t"], ["open", "--json", "1://x?access_token=s3cr3t"],
            ["verify", "shop://a?access_token=s3cr3t"], ["verify", "--only", "password=s3cr3t", "a.example"],
            ["verify", "bob:s3cr3t@a.example"],
            ["resolve", "e.com/?access_token=s3cr3t"], ["resolve", "shop://a?access_token=s3cr3t"],
            ["resolve", "https://me:s3cr3t@nowhere.invalid/?access_token=s3cr3t"],
            ["resolve", "--json", "https://me:s3cr3t@nowhere.invalid/?access_token=s3cr3t"],
            ["resolve", "shop://a", "shop://b?access_token=s3cr3t"],
            ["send", "e.com/?access_token=s3cr3t"], ["send", "/p?access_token=s3cr3t"], ["send", "--to", "password=s3cr3t", "shop://a"],
            ["--frame", "password=s3cr3t", "shop://a"], ["--frame", "80x24", "--keys", "/no?password=s3cr3t", "shop://a"],
            ["--device", "password=s3cr3t", "--frame", "80x24"], ["--frame", "80x24", "e.com/?access_token=s3cr3t"],
            ["inspect", "adb shell am start -d shop://a?b=1&access_token=s3cr3t"],
            ["inspect", "e.com/?u=aHR0cHM6Ly9hLz9hY2Nlc3NfdG9rZW49czNjcjN0"],
        ])
    func masked(arguments: [String]) async throws {
        let finished = try await Home().run(arguments)
        #expect(finished.end != .deadline, "\(finished)")
        #expect(!finished.error.contains("s3cr3t") && !finished.error.contains("czNjcjN0"), "\(finished.error)")
        #expect(!finished.output.contains("s3cr3t") && !finished.output.contains("czNjcjN0"), "\(finished.output)")
    }

    /// Links with a secret that is known by what stands beside it, or by its form.
    private static let links = [
        "https://a.example/callback?code=s3cr3tS3cr3t&state=1", "shop://x?token=s3cr3tS3cr3t",
        "https://a.example/?x=ghp_" + String(repeating: "s3cr3t", count: 6),
        "https://a.example/?u=https%3A%2F%2Fus02web.zoom.us%2Fj%2F1%3Fpwd%3Ds3cr3t",
    ]

    /// The ways in which a link becomes an argument: each command, as a value of an option, as an unknown option, and inside a command of
    /// another program.
    private static let ways: [@Sendable (String) -> [String]] = [
        { ["inspect", $0] }, { ["inspect", "--json", $0] }, { ["inspect", "--explain", $0] }, { ["inspect", "--entry", $0, "shop://x"] },
        { ["inspect", "adb shell am start -d '\($0)'"] }, { ["adb shell am start -d '\($0)'"] }, { ["inspect", "--nosuch=\($0)"] },
        { ["build", "--target", "x y", "--data", $0] }, { ["build", "--extra", $0] },
        { ["send", $0] }, { ["send", "--to", $0, "shop://x"] }, { ["events", $0] }, { ["match", "--aasa", $0, "https://a.example/"] },
        { ["match", "--aasa", "/dev/null", $0] }, { ["match", "--assetlinks", $0, $0] }, { ["verify", "--only", $0, "a.example"] },
        { ["verify", "a.example", $0, "x y"] }, { ["resolve", "--timeout", $0, "https://a.example"] }, { ["resolve", "\($0) x"] },
        { ["--device", $0, "--frame", "80x24"] }, { ["--frame", $0] }, { ["--frame", "80x24", "--keys", $0] },
        { ["--frame", "118x36", $0] },
        { ["--replay", $0] }, { ["--color", $0] }, { ["help", $0] }, { ["insp", $0] },
    ]

    @Test("no command repeats a secret of its arguments, whatever it says of them", .daily, arguments: ways.indices)
    func everyCommand(way: Int) async throws {
        for link in Seeds.share(of: Self.links, in: 2, turn: way) {
            let finished = try await Home().run(Self.ways[way](link))
            #expect(finished.end != .deadline, "\(Self.ways[way](link)): \(finished)")
            #expect(!finished.error.contains("s3cr3t"), "\(Self.ways[way](link)): \(finished.error)")
            #expect(!finished.output.contains("s3cr3t"), "\(Self.ways[way](link)): \(finished.output)")
        }
    }

    @Test("words of linkscope beside the name of a file are no secret, whatever the name is")
    func ownWords() async throws {
        let home = try Home()
        let file = try home.file("passwd", "root:x:0:0:root:/root:/bin/bash\n")
        let place = "line 1, column 1 (byte 1): not valid JSON: expected a value at byte 1, found \"root\""
        let wrong = try await home.run(["open", "--device", file, "shop://x"])
        #expect(wrong.error == "linkscope: --device \(file): \(place)\nSee 'linkscope open --help'.\n")
        let missing = try await home.run(["open", "--device", "no/passwd", "shop://x"])
        #expect(missing.error.hasPrefix("linkscope: --device no/passwd: no such device or file; use "))
        let secret = try await home.run(["open", "--device", "no/password=abc", "shop://x"])
        #expect(secret.error.hasPrefix("linkscope: --device no/password=••••••••: no such device or file; use "))
    }

    @Test("exactly the secret is masked, and nothing else in the message")
    func sentence() async throws {
        let doubt = try await Home().run(["inspect", "--json", "e.com/?access_token=abc"])
        #expect(
            doubt.error == "linkscope: e.com/?access_token=••••••••: no such file, so it is read as a link\n")
        let path = try await Home().run(["inspect", "/p?access_token=abc"])
        #expect(path.error == "linkscope: /p?access_token=••••••••: No such file or directory\n")
        let unexpected = try await Home().run(["verify", "a.example", "shop://b?access_token=abc"])
        #expect(unexpected.error.hasPrefix("linkscope: unexpected argument 'shop://b?access_token=••••••••'\nSee 'linkscope"))
    }
}
