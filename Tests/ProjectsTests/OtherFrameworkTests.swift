import TestSupport
import Testing

@testable import Projects

@Suite("Cordova, .NET, Unity and NativeScript")
struct OtherFrameworkTests {
    private typealias Reader = (String, ProjectTree, inout Project) -> Bool

    private func facts(_ files: [String: String], _ read: Reader) -> AndroidFacts {
        var project = Project()
        #expect(read("", ProjectTree(files), &project))
        return AndroidFacts(project)
    }

    @Test("Cordova: links of both platforms come from config.xml, events are routes")
    func cordova() throws {
        let files = try ["config.xml", "package.json", "www/js/index.js"].map { name in
            (name, try repositoryText("Tests/ProjectsTests/Samples/08-cordova-universal-links/\(name)"))
        }
        let facts = facts(Dictionary(uniqueKeysWithValues: files), Cordova.read)
        #expect(facts.apps == ["android News *=com.example.news config.xml:2", "ios News *=com.example.news config.xml:2"])
        #expect(facts.project.apps.last?.team == "TEAM123456")
        #expect(
            facts.claims.filter { $0.hasPrefix("android") } == [
                "android * https news.example.com pathPattern=/story/.* verified config.xml:11",
                "android * https news.example.com path=/show verified config.xml:12",
                "android * http m.news.example.com pathPattern=/story/.* verified config.xml:15", "android * newsapp config.xml:6",
            ])
        #expect(facts.claims.contains("ios * scheme newsapp config.xml:6"))
        #expect(facts.routes == ["cordova /story/* openStory config.xml:11", "cordova /show openShow config.xml:12"])
        #expect(
            facts.findings == [
                "warning cordova-host-scheme-defaults-http config.xml:14", "warning route-unreachable www/js/index.js:3",
                "warning claim-without-route config.xml:12",
            ])
        #expect(facts.unknowns == ["what a handler does: JavaScript callbacks are not read www/js/index.js:2"])
    }

    @Test("Cordova: variables of plugins, in either file, and raw XML")
    func cordovaPlugins() {
        let config = """
            <widget id="a.b" android-packageName="a.c" xmlns:android="http://schemas.android.com/apk/res/android">
            <plugin name="ionic-plugin-deeplinks">
            <variable name="URL_SCHEME" value="shop"/>
            <variable name="DEEPLINK_HOST" value="shop.example"/>
            </plugin>
            <platform name="android">
            <config-file target="AndroidManifest.xml" parent="/manifest/application/activity">
            \(filter("scheme=raw"))
            </config-file></platform>
            <platform name="ios"><config-file target="*-Info.plist" parent="CFBundleURLTypes">
            <array><dict><key>CFBundleURLSchemes</key><array><string>rawios</string></array></dict></array>
            </config-file></platform></widget>
            """
        let package = """
            {"cordova": {"plugins": {"cordova-plugin-customurlscheme-ng": {"URL_SCHEME": "other",
            "SECOND_URL_SCHEME": "second", "THIRD_URL_SCHEME": " "}}}}
            """
        let facts = facts(["config.xml": config, "package.json": package], Cordova.read)
        #expect(facts.apps == ["android - *=a.c config.xml:1", "ios - *=a.b config.xml:1"])
        #expect(
            facts.claims.filter { !$0.contains("applinks") } == [
                "android * other package.json:1", "ios * scheme other package.json:1", "android * second package.json:2",
                "ios * scheme second package.json:2", "android * shop config.xml:3", "ios * scheme shop config.xml:3",
                "android * https shop.example verified config.xml:4",
                "ios * scheme rawios config.xml:11", "android * raw config.xml:8",
            ])
        #expect(facts.unknowns.map { $0.hasPrefix("routes: links are handled in code") } == [true])
    }

    @Test(
        "Cordova: the scheme's plugin can add a filter with a host on Android, unless its variables are spaces", arguments: [true, false])
    func cordovaSchemeHost(isSet: Bool) {
        let (scheme, host) = isSet ? ("https", "shop.example") : (" ", " ")
        let config = """
            <widget id="a.b"><plugin name="cordova-plugin-customurlscheme"><variable name="URL_SCHEME" value="shop"/>
            <variable name="ANDROID_SCHEME" value="\(scheme)"/>
            <variable name="ANDROID_HOST" value="\(host)"/><variable name="ANDROID_PATHPREFIX" value="/"/>
            </plugin></widget>
            """
        let facts = facts(["config.xml": config], Cordova.read)
        #expect(
            facts.claims == ["android * shop config.xml:1", "ios * scheme shop config.xml:1"]
                + (isSet ? ["android * https shop.example config.xml:2"] : []))
    }

    @Test("Cordova: Branch's plugin claims a scheme and hosts, and for its own hosts the alternate one")
    func cordovaBranch() {
        let config = """
            <widget id="a.b"><branch-config>
            <uri-scheme value="shop"/>
            <link-domain value="shop.app.link"/>
            <link-domain value="shop-alternate.app.link"/>
            <android-link-domain value="go.shop.example"/>
            <ios-link-domain value="ios.shop.example"/>
            <android-prefix value="/p"/>
            </branch-config></widget>
            """
        #expect(
            facts(["config.xml": config], Cordova.read).claims == [
                "android * shop config.xml:2", "ios * scheme shop config.xml:2", "ios * applinks:shop.app.link config.xml:3",
                "ios * applinks:shop-alternate.app.link config.xml:3", "ios * applinks:ios.shop.example config.xml:6",
                "android * https shop.app.link shop-alternate.app.link go.shop.example pathPrefix=/p verified config.xml:3",
            ])
    }

    @Test("Cordova: a package that needs cordova-ios builds for it, whatever platforms were added last")
    func cordovaPlatforms() {
        let package = #"{"cordova": {"platforms": ["android"]}, "devDependencies": {"%": "7"}}"#
        for (name, count) in [("cordova-ios", 2), ("cordova-plugin-file", 1)] {
            let files = ["config.xml": "<widget id=\"a.b\"></widget>", "package.json": package.replacing("%", with: name)]
            #expect(facts(files, Cordova.read).apps.count == count)
        }
    }

    @Test("Cordova: the copies of config.xml in native projects are no projects, and an Xcode project of the app's own is the iOS app")
    func cordovaNative() {
        let config = "<widget id=\"a.b\"></widget>"
        for folder in ["app/res/xml", "app/platforms/ios/Shop"] {
            var project = Project()
            #expect(!Cordova.read(folder, in: ProjectTree(["\(folder)/config.xml": config]), into: &project))
        }
        let xcode = xcodeProject(TargetText("Shop", "PRODUCT_BUNDLE_IDENTIFIER = a.ios;"))
        let tree = ProjectTree([
            "config.xml": config, "src/apple/Shop.xcodeproj/project.pbxproj": xcode, "plugins/x/Demo.xcodeproj/project.pbxproj": xcode,
        ])
        #expect(AndroidFacts(Project(tree)).apps.map { $0.prefix(9) } == ["android -", "Shop Shop"])
    }

    @Test("a config.xml of something else is none of Cordova, a broken one is named")
    func noCordova() {
        var project = Project()
        #expect(!Cordova.read("", in: ProjectTree(["config.xml": "<settings/>"]), into: &project) && project.findings.isEmpty)
        #expect(Cordova.read("", in: ProjectTree(["config.xml": "<widget id=\"a\">\n<host name=\"x>\n</widget>"]), into: &project))
        #expect(AndroidFacts(project).findings == ["error file-unreadable config.xml:2"] && project.apps.isEmpty)
    }

    @Test(".NET: attributes of activities claim links, the project file has the ID of each configuration")
    func dotNet() {
        let project = """
            <Project Sdk="Microsoft.NET.Sdk"><PropertyGroup>
            <TargetFrameworks>net9.0-android;net9.0-ios</TargetFrameworks><UseMaui>true</UseMaui>
            <ApplicationId>a.b</ApplicationId>
            </PropertyGroup>
            <PropertyGroup Condition="'$(Configuration)' == 'Debug'">
            <ApplicationId>a.b.debug</ApplicationId>
            <CodesignEntitlements>Platforms\\iOS\\Debug.plist</CodesignEntitlements>
            </PropertyGroup></Project>
            """
        let activity = """
            [Activity(Label = "x", Exported = true)]
            [IntentFilter(new[] { Intent.ActionView }, Categories = new[] { Intent.CategoryDefault, Intent.CategoryBrowsable },
                DataScheme = "https", DataHosts = new string[] { Links.Host, "b.example" }, DataPathPrefixes = ["/p/", "/q/"],
                AutoVerify = true)]
            public class MainActivity : Activity { }
            [Activity]
            [IntentFilter([Intent.ActionView], Categories = [Intent.CategoryDefault, Intent.CategoryBrowsable], DataScheme = "shop",
                DataPath = "")]
            class Other { }
            """
        let entitlements = """
            <plist><dict><key>com.apple.developer.associated-domains</key><array>
            <string>applinks:a.example</string></array></dict></plist>
            """
        let facts = facts(
            [
                "App.csproj": project, "Platforms/Android/MainActivity.cs": activity,
                "Links.cs": "static class Links { public const string Host = \"a.example\"; }",
                "Platforms/iOS/Debug.plist": entitlements, "Platforms/Android/AndroidManifest.xml": manifest(""),
            ], DotNet.read)
        #expect(facts.apps.first == "android App Debug=a.b.debug,Release=a.b App.csproj:3")
        #expect(
            facts.claims.filter { $0.hasPrefix("android") } == [
                "android * https a.example b.example pathPrefix=/p/ pathPrefix=/q/ verified Platforms/Android/MainActivity.cs:2",
                "android * shop Platforms/Android/MainActivity.cs:7",
            ])
        #expect(
            facts.findings == [
                "error android-exported-missing Platforms/Android/MainActivity.cs:9",
                "error ios-entitlements-config-gap Platforms/iOS/Debug.plist:2",
            ])
    }

    @Test(".NET: constants and activities of the projects that the app refers to")
    func dotNetReferences() {
        let app = """
            <Project><PropertyGroup><TargetFramework>net9.0-android</TargetFramework><ApplicationId>a.b</ApplicationId></PropertyGroup>
            <ItemGroup><ProjectReference Include="..\\Core\\Core.csproj" /></ItemGroup></Project>
            """
        let activity = """
            [Activity(Exported = true)]
            [IntentFilter([Intent.ActionView], Categories = [Intent.CategoryDefault, Intent.CategoryBrowsable], DataScheme = Links.Scheme)]
            class Main { }
            """
        let tree = ProjectTree([
            "App/App.csproj": app, "App/Main.cs": activity, "Other/Main.cs": activity,
            "Core/Core.csproj": "<Project><ItemGroup><ProjectReference Include=\"../Links/Links.csproj\"/></ItemGroup></Project>",
            "Links/Links.csproj": "<Project/>", "Links/Links.cs": "class Links { public const string Scheme = \"shop\"; }",
        ])
        #expect(AndroidFacts(Project(tree)).claims == ["App-android * shop App/Main.cs:2"])
    }

    @Test(".NET: an ID in a native file wins over that of the project file, unless it is a variable", arguments: ["", "$(OTHER)"])
    func dotNetIDs(_ variable: String) {
        let project = """
            <Project><PropertyGroup><TargetFrameworks>net9.0-android;net9.0-ios</TargetFrameworks><ApplicationId>a.b</ApplicationId>
            </PropertyGroup></Project>
            """
        let isVariable = !variable.isEmpty
        let files = [
            "App.csproj": project, "AndroidManifest.xml": "<manifest package=\"\(isVariable ? variable : "a.android")\"/>",
            "Info.plist": plist("<key>CFBundleIdentifier</key><string>\(isVariable ? variable : "a.ios")</string>"),
        ]
        let ids = facts(files, DotNet.read).project.apps.map { $0.builds.map(\.id.known) }
        #expect(ids == (isVariable ? [["a.b"], ["a.b"]] : [["a.android"], ["a.ios"]]))
    }

    @Test(".NET: an app extension is no app")
    func dotNetExtension() {
        let text =
            "<Project><PropertyGroup><TargetFramework>net9.0-ios</TargetFramework><OutputType>Exe</OutputType>%</PropertyGroup></Project>"
        for (setting, isApp) in [("<IsAppExtension>True</IsAppExtension>", false), ("", true)] {
            var project = Project()
            let tree = ProjectTree(["Share.csproj": text.replacing("%", with: setting)])
            #expect(DotNet.read("", in: tree, into: &project) == isApp && project.apps.isEmpty != isApp)
        }
    }

    @Test(
        ".NET: the file Entitlements.plist signs the app without a setting, MAUI's in the folder of the platform; another one does not",
        arguments: [
            ("<UseMaui>true</UseMaui>", "Platforms/iOS/Entitlements.plist", true), ("", "Entitlements.plist", true),
            ("", "Platforms/iOS/Entitlements.plist", false),
            ("<EnableDefaultCodesignEntitlements>false</EnableDefaultCodesignEntitlements>", "Entitlements.plist", false),
            ("<CodesignEntitlements>Other.plist</CodesignEntitlements>", "Entitlements.plist", false),
        ])
    func dotNetEntitlements(_ setting: String, file: String, isUsed: Bool) {
        let project = """
            <Project><PropertyGroup><TargetFramework>net9.0-ios</TargetFramework><ApplicationId>a.b</ApplicationId>\(setting)
            </PropertyGroup></Project>
            """
        let facts = facts(["App.csproj": project, file: entitlements("applinks:a.example"), "Other.plist": plist("")], DotNet.read)
        #expect(facts.claims == (isUsed ? ["ios * applinks:a.example \(file):4"] : []))
        #expect(facts.findings == (isUsed ? [] : ["warning ios-entitlements-file-unused \(file):4"]))
    }

    @Test(".NET: the build exports the main activity; services and receivers claim no links, and are exported as they say")
    func dotNetExports() {
        let project = """
            <Project><PropertyGroup><TargetFramework>net9.0-android</TargetFramework><UseMaui>true</UseMaui>
            <ApplicationId>a.b</ApplicationId></PropertyGroup></Project>
            """
        let code = """
            [Activity(MainLauncher = true)]
            [IntentFilter([Intent.ActionView], Categories = [Intent.CategoryDefault, Intent.CategoryBrowsable], DataScheme = "shop")]
            class MainActivity { }
            [Service(Exported = false)]
            [IntentFilter(new[] { "a.b.MESSAGE" })]
            class Messages { }
            [BroadcastReceiver(Label = "x")]
            [IntentFilter(new[] { "a.b.UPDATE" })]
            class Widget { }
            """
        let facts = facts(["App.csproj": project, "Main.cs": code], DotNet.read)
        #expect(facts.claims == ["android * shop Main.cs:2"])
        #expect(facts.findings == ["error android-exported-missing Main.cs:9"])
    }

    @Test("Cordova: a config.xml without an ID, which Capacitor writes, is no project")
    func cordovaOfCapacitor() {
        var project = Project()
        #expect(
            !Cordova.read("", in: ProjectTree(["config.xml": "<widget version=\"1\">\n<access origin=\"*\"/>\n</widget>"]), into: &project))
        #expect(project.apps.isEmpty)
    }

    @Test("Unity: the player's settings and the manifest of its plugins")
    func unity() {
        let settings = """
            %YAML 1.1
            %TAG !u! tag:unity3d.com,2011:
            --- !u!129 &1
            PlayerSettings:
              productName: Game
              applicationIdentifier:
                Android: com.example.game
                iPhone: com.example.ios
              iOSURLSchemes:
              - game
              AndroidTargetSdkVersion: 0
            """
        let facts = facts(
            [
                "ProjectSettings/ProjectSettings.asset": settings,
                "Assets/Plugins/Android/AndroidManifest.xml": manifest(activity(filter("scheme=game"))),
            ], Unity.read)
        #expect(
            facts.apps == [
                "android Game *=com.example.game ProjectSettings/ProjectSettings.asset:7",
                "ios Game *=com.example.ios ProjectSettings/ProjectSettings.asset:8",
            ])
        #expect(
            facts.claims == [
                "android * game Assets/Plugins/Android/AndroidManifest.xml:3", "ios * scheme game ProjectSettings/ProjectSettings.asset:10",
            ])
        #expect(facts.unknowns.count == 2 && facts.project.routers.map(\.kind) == [.code])
        #expect(facts.project.openApps == ["ios"])
    }

    @Test("Unity exports its own activity, and no other")
    func unityExports() {
        for (name, count) in [("com.unity3d.player.UnityPlayerActivity", 0), ("a.b.Main", 1)] {
            let activity = "<activity android:name=\"\(name)\">\(filter("scheme=game"))</activity>"
            let files = [
                "ProjectSettings/ProjectSettings.asset": "PlayerSettings:",
                "Assets/Plugins/Android/AndroidManifest.xml": manifest(activity),
            ]
            let facts = facts(files, Unity.read)
            #expect(facts.claims.count == 1 && facts.findings.count == count)
        }
    }

    @Test("Unity: a manifest that a setting switches off is not used, settings that are not text are told")
    func unityOff() {
        let manifest = manifest(activity(filter("scheme=game")))
        for (settings, unknown) in [("PlayerSettings:\n  useCustomMainManifest: 0", "Assets/"), ("\0\0", "PlayerSettings")] {
            let files = ["ProjectSettings/ProjectSettings.asset": settings, "Assets/Plugins/Android/AndroidManifest.xml": manifest]
            let facts = facts(files, Unity.read)
            #expect(facts.unknowns.contains { $0.hasPrefix(unknown) } && facts.unknowns.contains { $0.hasPrefix("applicationIdentifier") })
            #expect(facts.claims.isEmpty == (unknown == "Assets/"))
        }
    }

    @Test("NativeScript: the ID of the configuration, the native files of App_Resources")
    func nativeScript() {
        let config = """
            import { NativeScriptConfig } from '@nativescript/core'
            export default { id: 'a.b', appPath: 'src', ios: { id: 'a.ios' } } as NativeScriptConfig
            """
        let facts = facts(
            [
                "nativescript.config.ts": config,
                "App_Resources/Android/src/main/AndroidManifest.xml": manifest(activity(filter("scheme=@string/link_scheme"))),
                "App_Resources/Android/src/main/res/values/strings.xml":
                    "<resources><string name=\"link_scheme\">shop</string></resources>",
                "App_Resources/iOS/Info.plist":
                    "<plist><dict><key>CFBundleURLTypes</key><array><dict><key>CFBundleURLSchemes</key><array><string>shop</string>"
                    + "<string>$(OTHER)</string></array></dict></array>"
                    + "<key>LSApplicationQueriesSchemes</key><array><string>maps</string></array></dict></plist>",
            ], NativeScript.read)
        #expect(facts.apps == ["android - *=a.b nativescript.config.ts:2", "ios - *=a.ios nativescript.config.ts:2"])
        #expect(
            facts.claims == [
                "android * shop App_Resources/Android/src/main/AndroidManifest.xml:3", "ios * scheme shop App_Resources/iOS/Info.plist:1",
                "ios * asks maps App_Resources/iOS/Info.plist:1",
            ])
        #expect(facts.unknowns.contains("$(OTHER): the build fills it in App_Resources/iOS/Info.plist:1"))
    }

    @Test("NativeScript before version 7: the package has the ID, and the manifest can stand without src/main", arguments: [true, false])
    func oldNativeScript(isApp: Bool) {
        let files = [
            "package.json": isApp ? #"{"nativescript": {"id": "a.b"}}"# : #"{"nativescript": {"platforms": {"ios": "6"}}}"#,
            "app/App_Resources/Android/AndroidManifest.xml": manifest(activity(filter("scheme=shop"))),
            "app/App_Resources/iOS/Info.plist": "<plist><dict><string><your app></string></dict></plist>",
        ]
        var project = Project()
        #expect(NativeScript.read("", in: ProjectTree(files), into: &project) == isApp)
        let facts = AndroidFacts(project)
        #expect(facts.apps == (isApp ? ["android - *=a.b package.json:1", "ios - *=a.b package.json:1"] : []))
        #expect(facts.claims == (isApp ? ["android * shop app/App_Resources/Android/AndroidManifest.xml:3"] : []))
        // What the unreadable file claims is open.
        #expect(project.openApps == (isApp ? ["ios"] : []))
    }

    @Test("NativeScript: resources that are not in the tree, or that an environment names, leave open what the app claims")
    func nativeScriptResources() {
        let manifest = ["res/Android/src/main/AndroidManifest.xml": manifest(activity(filter("scheme=shop")))]
        for (path, why, opening) in [
            ("'../../res'", "the folder is not in the project", "nothing - scheme-not-claimed - perhaps"),
            ("process.env.RES || 'res'", "depends on process.env.RES", "app android claimed-route-unknown ?"),
        ] {
            let config = "module.exports = { id: 'a.b', appResourcesPath: \(path) }"
            var project = Project()
            #expect(NativeScript.read("", in: ProjectTree(manifest.merging(["nativescript.config.js": config]) { $1 }), into: &project))
            #expect(project.unknowns.contains { $0.what == "appResourcesPath" && $0.why == why })
            #expect(project.openApps == ["android", "ios"] && project.says("shop://x") == opening)
        }
    }

    @Test("NativeScript: an ID that an environment decides is named, with its default, once for both platforms")
    func nativeScriptID() {
        let config = "const id = process.env['APP_ID'] || 'a.b'\nmodule.exports = { id }"
        var project = Project()
        #expect(NativeScript.read("", in: ProjectTree(["nativescript.config.js": config]), into: &project))
        #expect(project.unknowns.map(\.what) == ["id"] && project.unknowns.map(\.candidates) == [["a.b"]])
    }
}
