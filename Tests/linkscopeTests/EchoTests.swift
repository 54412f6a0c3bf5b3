import Foundation
import TestSupport
import Testing

@Suite("Messages on standard error about arguments that contain secrets", .waits, .timeLimit(.minutes(10)))
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
            ["verify", "shop://a?access_token=s3cr3t"], ["verify", "--only", "password=s3cr3t", "a.example"],
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
        #expect(!finished.error.contains("s3cr3t") && !finished.error.contains("czNjcjN0"), "\(finished.error)")
        #expect(!finished.output.contains("s3cr3t") && !finished.output.contains("czNjcjN0"), "\(finished.output)")
    }

    @Test("exactly the secret is masked, and nothing else in the message")
    func sentence() async throws {
        let doubt = try await Home().run(["inspect", "--json", "e.com/?access_token=abc"])
        #expect(
            doubt.error == "linkscope: e.com/?access_token=•••: no such file, and as a link it has no scheme (https://…); "
                + "correct the path or the link\n")
        let path = try await Home().run(["inspect", "/p?access_token=abc"])
        #expect(path.error == "linkscope: /p?access_token=•••: No such file or directory\n")
        let unexpected = try await Home().run(["verify", "a.example", "shop://b?access_token=abc"])
        #expect(unexpected.error.hasPrefix("linkscope: unexpected argument 'shop://b?access_token=•••'\nSee 'linkscope"))
    }
}
