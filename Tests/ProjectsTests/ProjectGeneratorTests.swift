import Testing

@testable import Projects

@Suite("Generators of Xcode projects")
struct ProjectGeneratorTests {
    @Test("32: XcodeGen: includes, templates, settings by configuration, and the lists it writes into files")
    func xcodeGen() {
        let spec = """
            name: Shop
            include: [{path: Base/base.yml}]
            options: {bundleIdPrefix: a.b}
            settingGroups: {team: {DEVELOPMENT_TEAM: TEAM000001}}
            settings: {groups: [team], base: {S: "$(PRODUCT_NAME:lower:rfc1034identifier)"}, configs: {debug: {S: debug}}}
            targetTemplates:
              App:
                type: application
                platform: iOS
                entitlements: {path: "${target_name}.entitlements", properties: {com.apple.developer.associated-domains: [applinks:shop.example]}}
            targets:
              My_Shop:
                templates: [App]
              Mac: {type: application, platform: macOS}
              Share: {type: app-extension, platform: iOS}
            """
        let base = """
            targets:
              My_Shop:
                info:
                  path: Info.plist
                  properties:
                    CFBundleURLTypes:
                      - CFBundleURLSchemes: [$(S), "x-${FROM_ENVIRONMENT}"]
            """
        let facts = AppleFacts([
            "ios/project.yml": spec, "ios/Base/base.yml": base, "ios/Shop.xcodeproj/project.pbxproj": xcodeProject(TargetText("Old", "")),
            "ios/My_Shop.entitlements": entitlements("applinks:old.example"),
        ])
        #expect(facts.apps == ["My_Shop TEAM000001 Debug=a.b.My-Shop,Release=a.b.My-Shop ios/project.yml:3"])
        #expect(
            facts.claims == [
                "My_Shop Debug scheme debug ios/Base/base.yml:7", "My_Shop * applinks:shop.example ios/project.yml:10",
                "My_Shop Release scheme my-shop ios/Base/base.yml:7",
            ])
        #expect(
            facts.unknowns == ["x-${FROM_ENVIRONMENT}: the environment of XcodeGen may set FROM_ENVIRONMENT ios/Base/base.yml:7"])
    }

    @Test("32: aliases and merges of YAML, configurations of the spec, xcconfig files")
    func yaml() {
        let spec = """
            name: Shop
            configs: {Debug-dev: debug, Release-prod: release}
            targets:
              Shop: &app
                type: application
                platform: iOS
                configFiles: {Debug-dev: dev.xcconfig, Release-prod: prod.xcconfig}
                sources: [{path: Sources}]
              Two:
                <<: *app
                settings: {PRODUCT_BUNDLE_IDENTIFIER: two}
            """
        let files = [
            "project.yml": spec, "dev.xcconfig": "PRODUCT_BUNDLE_IDENTIFIER = d", "prod.xcconfig": "PRODUCT_BUNDLE_IDENTIFIER = p",
        ]
        #expect(
            AppleFacts(files).apps == [
                "Shop - Debug-dev=d,Release-prod=p dev.xcconfig:1", "Two - Debug-dev=two,Release-prod=two project.yml:11",
            ])
    }

    @Test(
        "a spec that cannot be read has a line; files of other tools are left alone",
        arguments: [
            ("targets:\n  a: [", ["error file-unreadable project.yml:2"]), ("name: x\na: [", []), ("targets: {}", []), ("- a", []),
            ("targets: " + String(repeating: "[", count: 100_000), ["error file-unreadable project.yml:1"]),
            ("a: &a [x]\ntargets:\n" + (0..<50).map { "  b\($0): *a\n" }.joined(), ["error file-unreadable project.yml:1"]),
        ])
    func unreadable(spec: String, findings: [String]) {
        let facts = AppleFacts(["project.yml": spec])
        #expect(facts.findings == findings && facts.apps == [])
    }

    @Test("a spec that includes itself, or what is not there")
    func includes() {
        let facts = AppleFacts(["project.yml": "name: a\ninclude: [project.yml, ../../x.yml, b.yml]\ntargets: {A: {type: application}}"])
        #expect(facts.keys == ["A"] && facts.project.unknowns.map(\.what).contains("include"))
    }

    private let manifest = """
        import ProjectDescription
        // Project( in a comment
        let project = Project(
            name: "Shop", settings: .settings(base: ["DEVELOPMENT_TEAM": "TEAM000001"]),
            targets: [
                .target(
                    name: "Shop", destinations: .iOS, product: .app, bundleId: "a.shop",
                    infoPlist: .extendingDefault(with: [
                        "UILaunchScreen": ["a": .boolean(true)],
                        "CFBundleURLTypes": [["CFBundleURLSchemes": ["shop", .string("$(S)")]]],
                    ]),
                    sources: ["Sources/**"], entitlements: .file(path: "Shop.entitlements"), dependencies: [.target(name: "Kit")],
                    settings: .settings(base: ["S": "base"], configurations: [
                        .debug(name: "Debug", settings: ["S": "debug"], xcconfig: "D.xcconfig"), .release(name: "Release"),
                    ])
                ),
                Target(name: "Kit", platform: .macOS, product: .app, bundleId: "a.kit"),
                .target(name: "Clip", destinations: [.iPhone], product: .appClip, bundleId: "a.shop.\\(suffix)",
                        entitlements: .dictionary(["com.apple.developer.associated-domains": ["appclips:shop.example"]])),
                makeTarget(named: "Other"),
            ]
        )
        """

    @Test("33: Tuist: literals are read, and code is unknown")
    func tuist() {
        let facts = AppleFacts([
            "Project.swift": manifest, "Shop.entitlements": entitlements("applinks:shop.example"), "Shop.xcodeproj/project.pbxproj": "{",
            "D.xcconfig": "",
        ])
        #expect(
            facts.apps == [
                "Shop TEAM000001 Debug=a.shop,Release=a.shop Project.swift:7",
                "Clip TEAM000001 Debug=?,Release=? Project.swift:18 clip of Shop",
            ])
        #expect(
            facts.claims == [
                "Shop * scheme shop Project.swift:10", "Shop Debug scheme debug Project.swift:10",
                "Shop * applinks:shop.example Shop.entitlements:4", "Shop Release scheme base Project.swift:10",
                "Clip * appclips:shop.example Project.swift:19",
            ])
        #expect(facts.project.unknowns.map(\.what) == ["targets", "PRODUCT_BUNDLE_IDENTIFIER", "App Clip experiences"])
    }

    @Test("33: Tuist: a path from the root of the whole project", arguments: ["", "ios/"])
    func tuistRoot(root: String) {
        let manifest = """
            import ProjectDescription
            let project = Project(
                name: "Shop", settings: .settings(configurations: [.release(name: "Release", xcconfig: .relativeToRoot("Config/R.xcconfig"))]),
                targets: [.target(
                    name: "Shop", product: .app, bundleId: "$(ID)",
                    entitlements: .file(path: .relativeToRoot("Config/Shop.entitlements")))])
            """
        let facts = AppleFacts([
            "\(root)Shop/Project.swift": manifest, "\(root)Tuist.swift": "", "\(root)Config/R.xcconfig": "ID = a.shop",
            "\(root)Config/Shop.entitlements": entitlements("applinks:shop.example"),
        ])
        #expect(facts.apps == ["Shop - Release=a.shop \(root)Shop/Project.swift:5"])
        #expect(facts.claims == ["Shop * applinks:shop.example \(root)Config/Shop.entitlements:4"])
    }

    @Test("33: Tuist: targets in constants and helpers are read, and settings that are code may set anything")
    func tuistCode() {
        let manifest = ##"""
            import ProjectDescription
            let shop = Target.target(
                name: "Shop", product: .app, bundleId: "$(PRODUCT_BUNDLE_IDENTIFIER)",
                infoPlist: .dictionary(["CFBundleURLTypes": [["CFBundleURLSchemes": ["$(SCHEME)", "shop"]]]]),
                dependencies: [.target(name: "Kit")],
                settings: .settings(base: Shared.base))
            let project = Project.app(
                name: "Shop", targets: [shop, .target(name: "Watch", product: .app, bundleId: "a.watch", settings: Shared.settings)],
                script: #"""
                    say "it\(s" 'fine'
                    """#)
            """##
        let facts = AppleFacts(["Project.swift": manifest, "Other.entitlements": entitlements("applinks:shop.example")])
        #expect(
            facts.apps.map { $0.split(separator: " ").dropLast().joined(separator: " ") } == [
                "Shop - Debug=?,Release=?", "Watch - Debug=a.watch,Release=a.watch",
            ])
        #expect(facts.claims == ["Shop * scheme shop Project.swift:4"])
        #expect(facts.findings == [])
        let unknowns = ["PRODUCT_BUNDLE_IDENTIFIER", "CODE_SIGN_ENTITLEMENTS", "$(SCHEME)", "INFOPLIST_FILE"]
        #expect(facts.project.unknowns.map(\.what) == unknowns)
    }

    @Test(
        "33: Tuist: destinations that are code may be phones; a target whose name is code is called as its project",
        arguments: [
            (".iOS", true), ("[.iPhone, .mac]", true), ("Set(destinations)", true), ("Constants.destinations", true), (".macOS", false),
            ("[.mac, .appleTv]", false),
        ])
    func tuistDestinations(_ destinations: String, isForPhone: Bool) {
        let manifest = """
            import ProjectDescription
            func main(name: String) -> Target {
                .target(name: name, destinations: \(destinations), product: .app, bundleId: "a.shop", infoPlist: "Info.plist")
            }
            let project = Project(name: "Shop", targets: [main(name: "Main")])
            """
        let facts = AppleFacts(["Project.swift": manifest, "Info.plist": schemes("shop")])
        #expect(facts.project.apps.map(\.key) == (isForPhone ? ["Shop"] : []))
        #expect(facts.claims == (isForPhone ? ["Shop * scheme shop Info.plist:4"] : []))
    }

    @Test("27: entitlements that nobody names are left alone if code makes targets, which may name them")
    func targetsOfCode() {
        let facts = AppleFacts([
            "Project.swift": "import ProjectDescription\nlet project = makeProject()",
            "Shop.entitlements": entitlements("applinks:shop.example"),
        ])
        #expect(facts.findings == [] && facts.project.unknowns.map(\.what) == ["targets"])
    }

    @Test(
        "33: hostile manifests end", arguments: ["Project(", "Project([", "Project(a: \"", String(repeating: "Project([a(", count: 30_000)])
    func hostileManifests(text: String) {
        #expect(AppleFacts(["Project.swift": "import ProjectDescription\n" + text]).apps == [])
    }
}
