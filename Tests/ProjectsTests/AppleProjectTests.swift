import Testing

@testable import Projects

@Suite("Apple projects")
struct AppleProjectTests {
    @Test("an app and its App Clip, with variables of xcconfig files (rules 23 to 31, 34)")
    func sampleWithAppClip() throws {
        let facts = try AppleFacts(
            sample: "02-ios-appclip",
            [
                "Config/Base.xcconfig", "Config/Debug.xcconfig", "Shop.xcodeproj/project.pbxproj", "Shop/Info.plist",
                "Shop/Shop.entitlements",
                "Shop/ShopApp.swift", "ShopClip/Info.plist", "ShopClip/ShopClip.entitlements", "web/.well-known/apple-app-site-association",
            ])
        let id = "com.example.shop"
        #expect(
            facts.apps == [
                "Shop ABCDE12345 Debug=\(id),Release=\(id) Shop.xcodeproj/project.pbxproj:13",
                "ShopClip ABCDE12345 Debug=\(id).Clip,Release=\(id).Clip Shop.xcodeproj/project.pbxproj:47 clip of Shop",
            ])
        #expect(facts.keys == ["Shop"] && facts.project.apps.map(\.name) == ["Shop", "ShopClip"])
        #expect(
            facts.claims == [
                "Shop Debug scheme shopapp-debug Shop/Info.plist:12", "Shop * asks examplemaps Shop/Info.plist:18",
                "Shop * applinks:shop.example.com Shop/Shop.entitlements:7", "Shop * applinks:*.go.example.com Shop/Shop.entitlements:8",
                "Shop * webcredentials:login.example.com Shop/Shop.entitlements:10", "Shop Release scheme shopapp Shop/Info.plist:12",
                "ShopClip * appclips:clip.example.com ShopClip/ShopClip.entitlements:7",
            ])
        #expect(
            facts.unknowns == [
                "routes: links are handled in code (onOpenURL), no route table declared as data Shop/ShopApp.swift:8",
                "App Clip experiences: registered in App Store Connect, not in the project ShopClip/ShopClip.entitlements:7",
            ])
        #expect(facts.findings == ["error ios-domain-has-url Shop/Shop.entitlements:9"])
        #expect(facts.project.findings.first?.repair == "Write applinks:m.example.com.")
        #expect(facts.project.routers.map(\.apps) == [["Shop"]] && facts.project.associations.count == 1)
    }

    @Test("Apple approves an app for the system's schemes by its entitlements")
    func approvedSchemes() {
        let target = TargetText("Mail", "INFOPLIST_FILE = Info.plist; CODE_SIGN_ENTITLEMENTS = Mail.entitlements;")
        var files = ["Mail.xcodeproj/project.pbxproj": xcodeProject(target), "Info.plist": schemes("mailto", "https")]
        files["Mail.entitlements"] = plist("<key>com.apple.developer.mail-client</key><true/>")
        #expect(AppleFacts(files).findings == ["warning ios-scheme-invalid Info.plist:5"])
        files["Mail.entitlements"] = plist("")
        #expect(AppleFacts(files).findings.count == 2)
    }

    @Test("the native halves of Flutter and React Native")
    func nativeHalves() throws {
        let flutter = try AppleFacts(
            sample: "04-flutter-go-router",
            [
                "ios/Runner.xcodeproj/project.pbxproj", "ios/Runner/Info.plist", "ios/Runner/Runner.entitlements",
                "web/.well-known/apple-app-site-association",
            ])
        let id = "com.example.trips"
        #expect(flutter.apps == ["Runner TEAM123456 Debug=\(id),Release=\(id),Profile=\(id) ios/Runner.xcodeproj/project.pbxproj:11"])
        #expect(flutter.claims == ["Runner * applinks:trips.example.com ios/Runner/Runner.entitlements:7"])
        #expect(flutter.findings == [] && flutter.unknowns == [])
        let native = try AppleFacts(
            sample: "05-react-navigation-bare",
            ["ios/Chatter.xcodeproj/project.pbxproj", "ios/Chatter/Info.plist", "ios/Chatter/Chatter.entitlements"])
        #expect(
            native.apps == ["Chatter - Debug=org.example.Chatter,Release=org.example.Chatter ios/Chatter.xcodeproj/project.pbxproj:12"])
        #expect(
            native.claims == [
                "Chatter * scheme chatter ios/Chatter/Info.plist:10", "Chatter * scheme fb123456 ios/Chatter/Info.plist:16",
                "Chatter * applinks:chat.example.com ios/Chatter/Chatter.entitlements:7",
            ])
        #expect(native.findings == [])
    }

    @Test("files without a project: what cannot be read, and entitlements that no project names (rules 27, 58)")
    func strayFiles() throws {
        let facts = try AppleFacts(
            sample: "07-broken-android", ["ios/App/App.entitlements", "ios/App/Info.plist", "public/.well-known/assetlinks.json"])
        #expect(
            facts.findings == [
                "warning ios-entitlements-file-unused ios/App/App.entitlements:7", "error file-unreadable ios/App/Info.plist:5",
                "error file-unreadable public/.well-known/assetlinks.json:4",
            ])
        #expect(facts.apps == [] && facts.claims == [])
    }
}
