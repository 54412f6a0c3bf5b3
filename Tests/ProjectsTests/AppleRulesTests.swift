import Testing

@testable import Projects

/// The rules of spec/projects.md by their numbers, with small projects.
@Suite("Apple projects by rule")
struct AppleRulesTests {
    private let project = "Shop.xcodeproj/project.pbxproj"
    private let id = "PRODUCT_BUNDLE_IDENTIFIER = a.shop; DEVELOPMENT_TEAM = TEAM000001;"

    @Test("23: extensions, tests, watch and Mac apps are no apps")
    func targets() {
        let facts = AppleFacts([
            project: xcodeProject(
                TargetText("Shop", id), TargetText("Share", type: "app-extension", id), TargetText("Tests", type: "bundle.unit-test", id),
                TargetText("Watch", type: "application.watchapp2", id), TargetText("Mac", "SDKROOT = macosx; \(id)"),
                TargetText("Both", "SDKROOT = auto; SUPPORTED_PLATFORMS = \"iphoneos macosx\"; PRODUCT_BUNDLE_IDENTIFIER = b;"))
        ])
        #expect(facts.project.apps.map(\.key) == ["Shop", "Both"] && facts.keys == ["Shop", "Both"])
    }

    @Test("24: the target is stronger than the project, and settings stronger than xcconfig files")
    func layers() {
        let files = [
            project: xcodeProject(
                TargetText(
                    "Shop", debug: "S = \"$(S)-debug\"; PRODUCT_BUNDLE_IDENTIFIER = \"$(B).d\";",
                    release: "PRODUCT_BUNDLE_IDENTIFIER = \"$(B)\";"),
                base: "S = own; INFOPLIST_FILE = \"$(SRCROOT)/Info.plist\";", file: "Base.xcconfig"),
            "Base.xcconfig": "S = file\nB = a.shop", "Info.plist": schemes("$(S)"),
        ]
        let facts = AppleFacts(files)
        #expect(facts.apps == ["Shop - Debug=a.shop.d,Release=a.shop \(project):7"])
        #expect(facts.claims == ["Shop Debug scheme own-debug Info.plist:4", "Shop Release scheme own Info.plist:4"])
    }

    @Test("24: an xcconfig file that is kept out of the repository is an unknown, with the candidates that are left")
    func missingFile() {
        let text = xcodeProject(
            TargetText("Shop", "INFOPLIST_FILE = Info.plist; PRODUCT_BUNDLE_IDENTIFIER = \"$(PREFIX).shop\"; S = shop;"),
            file: "Local.xcconfig")
        let facts = AppleFacts([project: text, "Info.plist": schemes("$(S)", "$(T)", "shop-$(S)")])
        let why = "Local.xcconfig, which is not in the project, may set"
        #expect(facts.apps == ["Shop - Debug=?,Release=? \(project):7"] && facts.findings == [])
        #expect(facts.unknowns.contains("PRODUCT_BUNDLE_IDENTIFIER: \(why) PREFIX \(project):4"))
        #expect(facts.unknowns.contains("$(T): \(why) T Info.plist:5"))
        #expect(facts.claims == ["Shop * scheme shop Info.plist:4", "Shop * scheme shop-shop Info.plist:6"])
        let later = AppleFacts([
            project: xcodeProject(TargetText("Shop", id), file: "A.xcconfig"), "A.xcconfig": "TEAM = T\n#include? \"B.xcconfig\"",
        ])
        #expect(later.apps == ["Shop TEAM000001 Debug=a.shop,Release=a.shop \(project):7"])
    }

    @Test("24: a file reference in groups, and one in a folder that Xcode keeps in step with the disk")
    func references() {
        let head = "{ objects = { L = { isa = XCConfigurationList; buildConfigurations = (C); };"
        let tail = """
            T = { isa = PBXNativeTarget; name = Shop; productType = "com.apple.product-type.application"; buildConfigurationList = TL; };
            TL = { isa = XCConfigurationList; buildConfigurations = (TC); }; TC = { isa = XCBuildConfiguration; name = Release; };
            R = { isa = PBXProject; buildConfigurationList = L; targets = (T); projectDirPath = ios; }; }; rootObject = R; }
            """
        let grouped = """
            C = { isa = XCBuildConfiguration; name = Release; baseConfigurationReference = F; };
            F = { isa = PBXFileReference; path = A.xcconfig; sourceTree = "<group>"; };
            G = { isa = PBXGroup; path = Config; sourceTree = "<group>"; children = (F); }; H = { children = (G, H); isa = PBXGroup; };
            """
        let anchored = """
            C = { isa = XCBuildConfiguration; name = Release; baseConfigurationReferenceAnchor = A;
            baseConfigurationReferenceRelativePath = A.xcconfig; };
            A = { isa = PBXFileSystemSynchronizedRootGroup; path = Config; sourceTree = "<group>"; };
            """
        for references in [grouped, anchored] {
            let facts = AppleFacts([project: head + references + tail, "ios/Config/A.xcconfig": "PRODUCT_BUNDLE_IDENTIFIER = a.shop"])
            #expect(facts.apps == ["Shop - Release=a.shop ios/Config/A.xcconfig:1"])
        }
    }

    @Test("25: a generated Info.plist has no file; one that is named and missing is unknown")
    func generatedInfo() {
        #expect(AppleFacts([project: xcodeProject(TargetText("Shop", id + "GENERATE_INFOPLIST_FILE = YES;"))]).unknowns == [])
        let facts = AppleFacts([project: xcodeProject(TargetText("Shop", id + "INFOPLIST_FILE = Shop/Info.plist;"))])
        #expect(facts.unknowns == ["INFOPLIST_FILE: Shop/Info.plist is not in the project \(project):6"])
    }

    @Test("26: a variable that nothing sets is a mistake, with the builds that have it")
    func undefined() {
        let files = [
            project: xcodeProject(
                TargetText("Shop", debug: id + "S = a; INFOPLIST_FILE = I.plist;", release: id + "INFOPLIST_FILE = I.plist;")),
            "I.plist": schemes("$(S)", "$(PRODUCT_BUNDLE_IDENTIFIER)"),
        ]
        let facts = AppleFacts(files)
        #expect(facts.findings == ["error ios-unresolved-variable I.plist:4 Release"])
        #expect(facts.claims == ["Shop Debug scheme a I.plist:4", "Shop * scheme a.shop I.plist:5"])
        let typo = AppleFacts([project: xcodeProject(TargetText("Shop", "PRODUCT_BUNDLE_IDENTIFIER = \"$(TYPO).shop\";"))])
        #expect(typo.findings == ["warning ios-unresolved-variable \(project):6"])
    }

    @Test("26: a variable that many declarations use is told once, with all builds and as the worst of them")
    func undefinedInManyPlaces() {
        let plist = "INFOPLIST_FILE = I.plist;"
        let files = [
            project: xcodeProject(
                TargetText("Shop", debug: id + "S = a; T = b;" + plist, release: id + "S = a;" + plist),
                TargetText("Mail", debug: id + "INFOPLIST_FILE = M.plist; T = c;", release: id + "T = c; INFOPLIST_FILE = M.plist;")),
            "I.plist": schemes("$(T)", "x$(T)"), "M.plist": schemes("y$(S)", "$(S)"),
        ]
        #expect(
            AppleFacts(files).findings == ["error ios-unresolved-variable I.plist:4 Release", "error ios-unresolved-variable M.plist:4"])
    }

    @Test("26: a suffix that one configuration sets is nothing in the others")
    func suffix() {
        let suffixed = "PRODUCT_BUNDLE_IDENTIFIER = \"a.shop$(SUFFIX)\";"
        let facts = AppleFacts([project: xcodeProject(TargetText("Shop", debug: suffixed + "SUFFIX = .debug;", release: suffixed))])
        #expect(facts.apps == ["Shop - Debug=a.shop.debug,Release=a.shop \(project):6"] && facts.findings == [])
    }

    @Test("27: entitlements in Debug alone do not reach TestFlight; a file that a Mac or an extension uses is not unused")
    func entitlementsOfConfigurations() {
        let gap = [
            project: xcodeProject(TargetText("Shop", debug: id + "CODE_SIGN_ENTITLEMENTS = D.entitlements;", release: id)),
            "D.entitlements": entitlements("applinks:shop.example"),
        ]
        #expect(AppleFacts(gap).findings == ["error ios-entitlements-config-gap D.entitlements:4 Release"])
        let other = [
            project: xcodeProject(TargetText("Shop", debug: id, release: id + "CODE_SIGN_ENTITLEMENTS = R.entitlements;")),
            "R.entitlements": entitlements("applinks:shop.example"), "old/R.entitlements": entitlements("applinks:old.example"),
        ]
        #expect(
            AppleFacts(other).findings == [
                "note ios-entitlements-config-gap R.entitlements:4 Debug", "warning ios-entitlements-file-unused old/R.entitlements:4",
            ])
        let spec = """
            name: Shop
            configs: {Prod-Release: release, Local-Release: release}
            targets:
              Shop:
                type: application
                platform: iOS
                settings:
                  base: {PRODUCT_BUNDLE_IDENTIFIER: a.shop}
                  configs: {Prod-Release: {CODE_SIGN_ENTITLEMENTS: R.entitlements}}
            """
        #expect(
            AppleFacts(["project.yml": spec, "R.entitlements": entitlements("applinks:shop.example")]).findings
                == ["note ios-entitlements-config-gap R.entitlements:4 Local-Release"])
        let shared = [
            project: xcodeProject(
                TargetText(
                    "Shop", id + "CODE_SIGN_ENTITLEMENTS = A.entitlements; \"CODE_SIGN_ENTITLEMENTS[sdk=macosx*]\" = M.entitlements;"),
                TargetText("Share", type: "app-extension", id + "CODE_SIGN_ENTITLEMENTS = \"$(TARGET_NAME).entitlements\";")),
            "A.entitlements": entitlements("applinks:shop.example"), "M.entitlements": entitlements("applinks:shop.example"),
            "Share.entitlements": entitlements("applinks:shop.example"),
        ]
        #expect(AppleFacts(shared).findings == [] && AppleFacts(shared).claims.count == 1)
    }

    @Test("the Info.plist of a built framework is left alone")
    func builtFramework() {
        #expect(AppleFacts(["Kit.framework/Info.plist": "bplist00"]).findings == [])
        #expect(AppleFacts(["Kit/Info.plist": "bplist00"]).findings == ["error file-unreadable Kit/Info.plist:1"])
    }

    @Test("associated domains in Info.plist have no effect (rule 27)")
    func domainsInInfo() {
        let facts = AppleFacts([
            project: xcodeProject(TargetText("Shop", id + "INFOPLIST_FILE = I.plist;")), "I.plist": entitlements("applinks:shop.example"),
        ])
        #expect(facts.claims == [] && facts.findings == ["warning ios-entitlements-file-unused I.plist:4"])
    }

    @Test("28: development domains in Debug alone, or beside the plain ones, are no mistake")
    func developerDomains() {
        let files = { (debug: String, release: String) in
            [
                self.project: xcodeProject(
                    TargetText(
                        "Shop", debug: self.id + "CODE_SIGN_ENTITLEMENTS = D.entitlements;",
                        release: self.id + "CODE_SIGN_ENTITLEMENTS = R.entitlements;")),
                "D.entitlements": entitlements(debug), "R.entitlements": entitlements(release),
            ]
        }
        #expect(AppleFacts(files("applinks:a.example?mode=developer", "applinks:a.example")).findings == [])
        let both = AppleFacts(files("applinks:a.example", "applinks:a.example?mode=developer"))
        #expect(both.findings == ["warning ios-dev-mode-domain R.entitlements:4 Release"])
    }

    @Test("30: an App Clip belongs to the app that its entitlements name, or whose ID begins its own")
    func clips() {
        let type = "application.on-demand-install-capable"
        let parent =
            "<key>com.apple.developer.parent-application-identifiers</key><array><string>$(AppIdentifierPrefix)a.shop</string></array>"
        let clip = "PRODUCT_BUNDLE_IDENTIFIER = a.shop.Clip;"
        let files = [
            project: xcodeProject(
                TargetText("Clip", type: type, clip + "CODE_SIGN_ENTITLEMENTS = C.entitlements;"),
                TargetText("Other", "PRODUCT_BUNDLE_IDENTIFIER = a;"),
                TargetText("Shop", id), TargetText("Clip2", type: type, "PRODUCT_BUNDLE_IDENTIFIER = a.shop.Two;")),
            "C.entitlements": plist(parent),
        ]
        let facts = AppleFacts(files)
        #expect(facts.project.apps.map(\.appClipOf) == ["Shop", nil, nil, "Other"] && facts.keys == ["Other", "Shop"])
        #expect(facts.project.unknowns.map(\.what) == ["App Clip experiences"])
    }

    @Test("34: the code of a target is searched before that of others, comments and tests left out; frameworks have routes of their own")
    func handlers() {
        func line(_ files: [String: String]) -> String? {
            AppleFacts(
                files.merging([project: xcodeProject(TargetText("Shop", id), TargetText("Share", type: "app-extension", id))]) { $1 }
            )
            .unknowns.first
        }
        let code = "\n.onOpenURL { _ in }"
        #expect(line(["Shop/B.swift": code, "A.swift": code])?.hasSuffix(" Shop/B.swift:2") == true)
        #expect(line(["Share/B.swift": code, "ShopTests/A.swift": code, "Z/A.swift": code])?.hasSuffix(" Z/A.swift:2") == true)
        #expect(line(["Shop/A.swift": "// .onOpenURL { }"]) == nil)
        #expect(
            line(["Shop/A.m": "@implementation A\n- (BOOL)application:(UIApplication *)a openURL:(NSURL *)url {"])?.contains("openURL")
                == true)
        #expect(line(["Shop/A.mm": "openURL:(NSURL *)url { return [RCTLinkingManager application:a openURL:url]; }"]) == nil)
        #expect(
            line(["Shop/S.swift": "func scene(_ s: UIScene, continue userActivity: NSUserActivity) {}"])?.contains("(NSUserActivity)")
                == true)
    }

    @Test("two projects with a target of the same name have apps with two keys")
    func keys() {
        let text = xcodeProject(TargetText("Runner", id))
        let facts = AppleFacts(["a/R.xcodeproj/project.pbxproj": text, "b/R.xcodeproj/project.pbxproj": text], name: "Shop")
        #expect(facts.keys == ["Runner", "b/Runner"] && facts.project.apps.map(\.name) == ["Shop", "Shop"])
    }

    @Test("a project that cannot be read is one finding, and the others are read")
    func unreadable() {
        let facts = AppleFacts(["a/R.xcodeproj/project.pbxproj": "{\n<<<<<<< HEAD", project: xcodeProject(TargetText("Shop", id))])
        #expect(facts.findings == ["error file-unreadable a/R.xcodeproj/project.pbxproj:2"] && facts.keys == ["Shop"])
    }
}
