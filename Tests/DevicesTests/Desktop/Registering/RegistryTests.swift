import Foundation
import Testing

@testable import Devices

@Suite("Registering linkscope for schemes")
struct RegistryTests {
    let home: UserFolder
    let shop: HandledScheme
    let cafe: HandledScheme

    init() throws {
        home = try UserFolder()
        shop = try HandledScheme("shop")
        cafe = try HandledScheme("cafe")
    }

    @Test("in an empty home, unregistering removes every file and folder that registering has created")
    func emptyHome() throws {
        let registry = try home.registry()
        #expect(try registry.registered() == [])
        let statuses = try registry.register([shop], program: "/opt/linkscope")
        #expect(
            statuses == [
                HandlerStatus(scheme: "shop", isRegistered: true, handler: DesktopEntry.id, list: home.list, former: nil)
            ])
        #expect(try registry.registered() == statuses)
        #expect(UserFolder.text(of: home.list) == "[Default Applications]\nx-scheme-handler/shop=\(DesktopEntry.id);\n")
        #expect(UserFolder.text(of: home.entry) == DesktopEntry(program: "/opt/linkscope", schemes: ["shop"]).text)

        #expect(try registry.unregister([shop]) == [HandlerStatus(scheme: "shop", isRegistered: false)])
        #expect(home.everything == [:])
        #expect(try registry.registered() == [])
        #expect(try registry.unregister([shop]) == [nil])
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.path + "/state/linkscope") == [])
    }

    @Test("the former default and the permissions of the file are restored, and a symbolic link stays one")
    func restores() throws {
        let text = "# Mine\r\n[Default Applications]\r\nx-scheme-handler/shop = shop.desktop\r\n"
        let file = try home.write(text, to: "dotfiles/mimeapps", mode: 0o640)
        try home.write("", to: ".config/other")
        try FileManager.default.createSymbolicLink(atPath: home.list, withDestinationPath: "../dotfiles/mimeapps")
        let before = home.everything
        let registry = try home.registry()
        let statuses = try registry.register([shop, cafe], program: "/opt/linkscope")
        #expect(statuses.map(\.former) == ["shop.desktop", nil])
        #expect(statuses.map(\.isDefault) == [true, true])
        #expect(UserFolder.text(of: file)?.contains("x-scheme-handler/shop=\(DesktopEntry.id);shop.desktop;\r\n") == true)
        let registered = home.everything
        #expect(registered[".config/mimeapps.list"] == before[".config/mimeapps.list"])
        #expect(registered["dotfiles/mimeapps"]?.hasPrefix("NSFileTypeRegular \(0o640) ") == true)

        #expect(try registry.unregister([shop]).map { $0?.handler } == ["shop.desktop"])
        #expect(try registry.registered().map(\.scheme) == ["cafe"])
        #expect(UserFolder.text(of: home.entry) == DesktopEntry(program: "/opt/linkscope", schemes: ["cafe"]).text)
        _ = try registry.unregister([cafe])
        #expect(home.everything == before)
    }

    @Test("registering again changes nothing, and a scheme that is added later is undone on its own")
    func again() throws {
        try home.write("[Default Applications]\nx-scheme-handler/shop=shop.desktop", to: ".config/mimeapps.list")
        let before = home.everything
        let registry = try home.registry()
        _ = try registry.register([shop], program: "/opt/linkscope")
        let once = home.everything
        #expect(try registry.register([shop], program: "/opt/linkscope").map(\.isDefault) == [true])
        #expect(home.everything == once)
        _ = try registry.register([cafe], program: "/opt/new/linkscope")
        #expect(UserFolder.text(of: home.entry)?.contains("Exec=/opt/new/linkscope arrive") == true)
        #expect(try registry.unregister([cafe, shop]).count == 2)
        #expect(home.everything == before)
    }

    @Test(
        "without the state, or with a damaged one, linkscope is still taken out", arguments: [nil, "", "{\"list\":", "[]", "{\"list\":7}"])
    func noState(damaged: String?) throws {
        try home.write("[Default Applications]\nx-scheme-handler/shop=shop.desktop\n", to: ".config/mimeapps.list")
        let registry = try home.registry()
        _ = try registry.register([shop, cafe], program: "/opt/linkscope")
        let state = home.path + "/state/linkscope/desktop-handlers.json"
        if let damaged {
            try Data(damaged.utf8).write(to: URL(filePath: state))
        } else {
            try FileManager.default.removeItem(atPath: state)
        }
        #expect(try registry.unregister([shop, cafe]).compactMap(\.self).count == 2)
        #expect(UserFolder.text(of: home.list) == "[Default Applications]\nx-scheme-handler/shop=shop.desktop;\n")
        #expect(UserFolder.text(of: home.entry) == nil)
    }

    @Test("the list of the user's desktop wins, and the status says which one it is")
    func desktopList() throws {
        let list = try home.write("[Default Applications]\nx-scheme-handler/shop=other.desktop\n", to: ".config/gnome-mimeapps.list")
        let registry = try home.registry(["XDG_CURRENT_DESKTOP": "ubuntu:GNOME"])
        let status = try #require(try registry.register([shop], program: "/opt/linkscope").first)
        #expect(status.isRegistered && !status.isDefault)
        #expect(status.handler == "other.desktop" && status.list == list)
        // Another desktop does not read that list.
        #expect(try home.registry(["XDG_CURRENT_DESKTOP": "KDE"]).registered().map(\.isDefault) == [true])
        #expect(try home.registry(["XDG_CURRENT_DESKTOP": "../x"]).registered().map(\.isDefault) == [true])
    }

    @Test("a default of the system is the former one, and applies again afterwards")
    func systemDefault() throws {
        try home.write("[Default Applications]\nx-scheme-handler/shop=system.desktop;\n", to: "usr/share/applications/mimeapps.list")
        let registry = try home.registry()
        #expect(try registry.register([shop], program: "/opt/linkscope").map(\.former) == ["system.desktop"])
        #expect(try registry.unregister([shop]).map { $0?.handler } == ["system.desktop"])
    }

    @Test("a scheme that the user gave to another program is still unregistered")
    func chosenSince() throws {
        let registry = try home.registry()
        _ = try registry.register([shop], program: "/opt/linkscope")
        try home.write("[Default Applications]\nx-scheme-handler/shop=mine.desktop\n", to: ".config/mimeapps.list")
        #expect(try registry.registered().map(\.handler) == ["mine.desktop"])
        #expect(try registry.unregister([shop]).map { $0?.handler } == ["mine.desktop"])
        #expect(UserFolder.text(of: home.list) == "[Default Applications]\nx-scheme-handler/shop=mine.desktop\n")
        #expect(UserFolder.text(of: home.entry) == nil)
    }

    @Test("a list that cannot be changed is an error that names it, and nothing is written")
    func problems() throws {
        let registry = try home.registry()
        try FileManager.default.createDirectory(atPath: home.list, withIntermediateDirectories: true)
        let folder = #expect(throws: HandlerError.self) { try registry.register([shop], program: "/opt/linkscope") }
        #expect(folder == HandlerError(path: home.list, reason: "this is not a regular file"))
        try FileManager.default.removeItem(atPath: home.list)
        try FileManager.default.createSymbolicLink(atPath: home.list, withDestinationPath: "nowhere")
        let link = #expect(throws: HandlerError.self) { try registry.register([shop], program: "/opt/linkscope") }
        #expect(link?.description.contains("mimeapps.list: this is a symbolic link to a file that does not exist") == true)
        #expect(UserFolder.text(of: home.entry) == nil)
        #expect(throws: HandlerError.self) { try HandlerRegistry(environment: [:]) }
    }

    @Test("without a home, the error is not about a file")
    func noHome() {
        let error = #expect(throws: HandlerError.self) { try HandlerPaths(environment: ["HOME": "relative"]) }
        #expect(error?.description == "the folders of your settings are unknown, because HOME is not an absolute path")
        #expect(error?.advice.hasPrefix("Set HOME") == true)
    }
}
