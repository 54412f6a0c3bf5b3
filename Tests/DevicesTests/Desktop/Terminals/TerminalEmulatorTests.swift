import Testing

@testable import Devices

@Suite("Finding a terminal emulator")
struct TerminalEmulatorTests {
    let home: UserFolder

    init() throws {
        home = try UserFolder()
        for name in ["xterm", "konsole", "foot", "myterm"] { try home.write("", to: "bin/\(name)", mode: 0o755) }
        try home.write("", to: "bin/kitty", mode: 0o644)
    }

    private func found(_ more: [String: String]) -> [String] {
        TerminalEmulator.all(["PATH": "relative:\(home.path)/bin", "DISPLAY": ":0"].merging(more) { $1 })
            .map { ([$0.program.replacing(home.path, with: "~")] + $0.arguments).joined(separator: " ") }
    }

    @Test("those that are installed, each with its way to take a command")
    func installed() {
        #expect(found([:]) == ["~/bin/konsole -e", "~/bin/foot", "~/bin/xterm -e"])
    }

    @Test(
        "TERMINAL comes first; a name alone takes the command after -e unless it is known better",
        arguments: [
            ("myterm", "~/bin/myterm -e"), ("foot", "~/bin/foot"), ("myterm --run", "~/bin/myterm --run"), ("missing", "~/bin/konsole -e"),
            ("bin/myterm", "~/bin/konsole -e"), ("", "~/bin/konsole -e"),
        ])
    func chosen(terminal: String, first: String) {
        #expect(found(["TERMINAL": terminal]).first == first)
    }

    @Test("TERMINAL may be a path")
    func path() {
        #expect(found(["TERMINAL": home.path + "/bin/foot"]).first == "~/bin/foot")
        #expect(found(["TERMINAL": home.path + "/bin/myterm"]).first == "~/bin/myterm -e")
    }

    @Test("none without a screen")
    func noScreen() {
        #expect(found(["DISPLAY": "", "TERMINAL": "myterm"]) == [])
        #expect(found(["DISPLAY": "", "WAYLAND_DISPLAY": "wayland-0"]).count == 3)
    }
}
