import LinkLayers
import Testing

@testable import Projects

@Suite("What is not said of a project")
struct QuietTests {
    private func android(_ script: String, _ data: String, _ files: [String: String] = [:]) -> Project {
        let filter =
            "<intent-filter android:autoVerify='true'><action android:name='android.intent.action.VIEW'/>"
            + "<category android:name='android.intent.category.DEFAULT'/><category android:name='android.intent.category.BROWSABLE'/>"
            + "\(data)</intent-filter>"
        let manifest =
            "<manifest><application><activity android:name='.M' android:exported='true'>\(filter)</activity></application></manifest>"
        let own = [
            "app/build.gradle": "plugins { id 'com.android.application' }\nandroid { defaultConfig { applicationId 'a.b' }\n\(script) }",
            "app/src/main/AndroidManifest.xml": manifest,
        ]
        return Project(ProjectTree(own.merging(files) { $1 }))
    }

    @Test("a flavor that claims another host need not be in the file of this one (rule 58)")
    func flavors() {
        let script = """
            flavorDimensions 'e'
            productFlavors { dev { dimension 'e'; applicationIdSuffix '.dev'; manifestPlaceholders=[h:'dev.k.example'] }
            prod { dimension 'e'; manifestPlaceholders=[h:'k.example'] } }
            """
        let fingerprint = Array(repeating: "AA", count: 32).joined(separator: ":")
        let file = """
            [{"relation":["delegate_permission/common.handle_all_urls"],"target":{"namespace":"android_app","package_name":"a.b",
            "sha256_cert_fingerprints":["\(fingerprint)"]}}]
            """
        let data = "<data android:scheme='https' android:host='${h}'/>"
        let project = android(script, data, ["k.example/.well-known/assetlinks.json": file])
        #expect(project.claims.count == 2 && project.associations.count == 1)
        #expect(AssociationFindings.of(project).isEmpty)
    }

    @Test("a filter of the launcher or of shared files is not about links, also if it is to be verified")
    func sharedFiles() {
        let filters = [
            "<action android:name='android.intent.action.SEND'/><category android:name='android.intent.category.DEFAULT'/>"
                + "<data android:mimeType='audio/*'/>",
            "<action android:name='android.intent.action.MAIN'/><category android:name='android.intent.category.LAUNCHER'/>",
        ]
        let all = filters.map { "<intent-filter android:autoVerify='true'>\($0)</intent-filter>" }.joined()
        let manifest =
            "<manifest><application><activity android:name='.M' android:exported='true'>\(all)</activity></application></manifest>"
        let build = "plugins { id 'com.android.application' }\nandroid { defaultConfig { applicationId 'a.b' } }"
        let project = Project(ProjectTree(["app/build.gradle": build, "app/src/main/AndroidManifest.xml": manifest]))
        #expect(project.findings.isEmpty)
    }

    @Test("a path without a host is ignored, whatever is wrong with it (rule 12)")
    func pathWithoutHost() {
        let project = android("", "<data android:scheme='ftp' android:path='noslash'/>")
        #expect(project.findings.map(\.code).contains(.pathIgnored) && !project.findings.map(\.code).contains(.pathNoSlash))
    }

    @Test("what stands before an @ in a host may be a password")
    func password() {
        let project = android("", "<data android:scheme='https' android:host='user:hunter2@b.example'/>")
        let finding = project.findings.first { $0.code == .hostMalformed }
        #expect(finding?.message == "No link matches the host \"…@b.example\": it has a user name, which no link of a browser keeps.")
    }

    @Test("what a settings file outside of the project sets is not known (rule 24)")
    func outside() {
        var project = Project()
        _ = AppleProject.read(
            "", name: nil,
            in: ProjectTree([
                "A.xcodeproj/project.pbxproj": """
                {objects = {P = {isa = PBXProject; targets = (T); buildConfigurationList = L;};
                L = {isa = XCConfigurationList; buildConfigurations = (R);};
                R = {isa = XCBuildConfiguration; name = Release; baseConfigurationReference = F; buildSettings = {};};
                F = {isa = PBXFileReference; path = "../shared/base.xcconfig"; sourceTree = SOURCE_ROOT;};
                T = {isa = PBXNativeTarget; name = A; productType = "com.apple.product-type.application"; buildConfigurationList = M;};
                M = {isa = XCConfigurationList; buildConfigurations = (S);};
                S = {isa = XCBuildConfiguration; name = Release; buildSettings = {PRODUCT_BUNDLE_IDENTIFIER = "$(BASE).app";};};};
                rootObject = P;}
                """
            ]), into: &project)
        #expect(project.apps.first?.builds.first?.id.known == nil && !project.unknowns.isEmpty)
        #expect(!project.findings.contains { $0.severity == .error })
    }
}
