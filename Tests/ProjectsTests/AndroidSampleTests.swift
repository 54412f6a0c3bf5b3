import Testing

@testable import Projects

@Suite("The Android halves of the samples")
struct AndroidSampleTests {
    @Test("flavors, placeholders and strings give each variant its links")
    func flavors() throws {
        let facts = try AndroidFacts(
            sample: "01-android-flavors",
            [
                "settings.gradle.kts", "app/build.gradle.kts", "app/src/dev/res/values/strings.xml", "app/src/main/res/values/strings.xml",
                "app/src/main/java/com/example/shop/code/Links.kt", "app/src/main/AndroidManifest.xml", "app/src/prod/AndroidManifest.xml",
            ])
        let (file, links) = ("app/src/main/AndroidManifest.xml", "app/src/main/java/com/example/shop/code/Links.kt")
        let (dev, prod) = ("devDebug,devRelease", "prodDebug,prodRelease")
        #expect(
            facts.apps == [
                "app Shop devDebug=com.example.shop.dev.debug,devRelease=com.example.shop.dev,prodDebug=com.example.shop.debug,"
                    + "prodRelease=com.example.shop app/build.gradle.kts:8"
            ])
        #expect(facts.project.apps.first?.namespace == "com.example.shop.code")
        #expect(
            facts.claims == [
                "app \(dev) https dev.shop.example.com pathPrefix=/p/ path=/cart verified \(file):11",
                "app \(prod) https shop.example.com pathPrefix=/p/ path=/cart verified \(file):11",
                "app \(dev) shopapp-dev open \(file):20", "app \(prod) shopapp open \(file):20",
                "app \(dev) https help.example.com \(file):30",
            ])
        #expect(
            facts.routes == [
                "deepLinkDispatch https://shop.example.com/p/{id} ProductActivity \(links):5",
                "deepLinkDispatch https://dev.shop.example.com/p/{id} ProductActivity \(links):5",
                "deepLinkDispatch shopapp://open/cart CartActivity \(links):8",
                "deepLinkDispatch https://shop.example.com/orders/{id} OrderActivity \(links):12",
            ])
        #expect(facts.unknowns.isEmpty)
        #expect(facts.findings == ["warning android-no-autoverify \(file):34 \(dev)"])
    }

    @Test("a broken app: what can be read counts, the rest is named")
    func broken() throws {
        let facts = try AndroidFacts(
            sample: "07-broken-android",
            [
                "app/build.gradle", "app/src/main/AndroidManifest.xml", "app/src/main/res/navigation/main.xml",
                "app/src/main/res/values/strings.xml",
            ])
        let file = "app/src/main/AndroidManifest.xml"
        #expect(facts.apps == ["app Broken *=? app/build.gradle:6"])
        #expect(
            facts.claims == [
                "app * brk,https mixed.example.com \(file):11", "app * https nodefault.example.com \(file):19",
                "app * https slash.example.com pathPrefix=news verified \(file):30",
                "app * https,brk2 a.example.com b.example.com pathPrefix=/a pathPrefix=/b \(file):42",
                "app * https inner.example.com verified \(file):53", "app * brk3 \(file):63",
            ])
        #expect(
            Set(facts.findings) == [
                "error file-unreadable app/src/main/res/navigation/main.xml:5", "error android-mixed-schemes \(file):15",
                "error android-missing-default \(file):22", "error android-host-malformed \(file):28",
                "error android-path-no-slash \(file):34", "warning android-cross-product \(file):47",
                "warning android-no-autoverify \(file):46", "error android-not-exported \(file):51",
                "warning android-path-ignored \(file):67",
            ])
        #expect(
            facts.unknowns == [
                "applicationId: rootProject.ext.appId is not defined in a file that can be read app/build.gradle:6",
                "${authHost}: value comes from an environment variable \(file):40",
            ])
    }

    @Test(
        "the Android halves of frameworks",
        arguments: [
            (
                "04-flutter-go-router", "android/app", ["app - *=com.example.trips android/app/build.gradle:8"],
                ["app * http,https trips.example.com pathPrefix=/trips verified android/app/src/main/AndroidManifest.xml:12"]
            ),
            (
                "05-react-navigation-bare", "android/app",
                ["app - debug=com.example.chatter.debug,release=com.example.chatter android/app/build.gradle:6"],
                [
                    "app * chatter android/app/src/main/AndroidManifest.xml:12",
                    "app * https chat.example.com m.chat.example.com verified android/app/src/main/AndroidManifest.xml:18",
                ]
            ),
            (
                "06-monorepo", "apps/courier-android",
                ["courier-android courier-android *=com.example.courier apps/courier-android/build.gradle.kts:8"],
                [
                    "courier-android * https market.example.com pathPrefix=/courier/ verified apps/courier-android/src/main/AndroidManifest.xml:11"
                ]
            ),
        ] as [(String, String, [String], [String])])
    func frameworks(_ sample: String, _ folder: String, _ apps: [String], _ claims: [String]) throws {
        let script = sample == "06-monorepo" ? "build.gradle.kts" : "build.gradle"
        let facts = try AndroidFacts(sample: sample, ["\(folder)/\(script)", "\(folder)/src/main/AndroidManifest.xml"])
        #expect(facts.apps.map { $0.replacing("app app ", with: "app - ") } == apps)
        #expect(facts.claims == claims && facts.findings.isEmpty)
        #expect(facts.project.openQuestions.map { "\($0.what): \($0.why)" } == ["routes: no route table found"])
    }
}
