import AppLinks
import Deciding
import Projects
import Testing

/// A project's apps on the simulated device.
@Suite struct UserProjectTests {
    private static let manifest = """
        <manifest xmlns:android="http://schemas.android.com/apk/res/android">
          <application><activity android:name=".Main" android:exported="true">
            <intent-filter android:autoVerify="true">
              <action android:name="android.intent.action.VIEW"/>
              <category android:name="android.intent.category.DEFAULT"/><category android:name="android.intent.category.BROWSABLE"/>
              <data android:scheme="https" android:host="trips.example" android:pathPrefix="/trip"/>
            </intent-filter>
          </activity></application>
        </manifest>
        """
    private static let gradle = """
        plugins { id("com.android.application") }
        android { namespace = "com.example.trips"; defaultConfig { applicationId = "com.example.trips" } }
        """

    private func project(_ manifest: String = manifest) -> UserProject {
        UserProject(
            Project(
                ProjectTree([
                    "settings.gradle.kts": "include(\":app\")", "app/build.gradle.kts": Self.gradle,
                    "app/src/main/AndroidManifest.xml": manifest,
                ])),
            name: "trips")
    }

    private func device(_ platform: AppPlatform = .android) -> SimulatedDevice {
        SimulatedDevice(
            name: "Test", platform: platform, idiom: .phone,
            apps: [SimulatedDevice.App(id: "com.example.other", name: "Other", schemes: ["other"])])
    }

    @Test("the app comes before the others, opens its links, and each rule names the line of the manifest")
    func installing() throws {
        var device = device()
        project().install(on: &device)
        #expect(device.apps.map(\.id) == ["com.example.trips", "com.example.other"])
        let url = try #require(LinkURL("https://trips.example/trip/7"))
        let (receiver, decision) = device.receiver(of: url)
        #expect(receiver == .app("com.example.trips"))
        let fact = device.facts(of: decision, on: url, knowsSite: false).first
        #expect(
            fact
                == DecisionFact(
                    kind: .end(isApp: true), text: "com.example.trips opens it, activity .Main", place: "app/src/main/AndroidManifest.xml:3"
                ))
    }

    @Test("a scheme that no app claims, but that is almost one of the user's app, is told beside the app that linkscope assumes")
    func typo() throws {
        var device = device()
        project(Self.manifest.replacing("https", with: "trips").replacing(" android:autoVerify=\"true\"", with: "")).install(on: &device)
        func facts(_ link: String) throws -> [String] {
            let url = try #require(LinkURL(link))
            return device.facts(of: device.receiver(of: url).decision, on: url, knowsSite: true).map(\.text)
        }
        #expect(
            try facts("tirps://trips.example/trip/7").contains("No app of the device claims tirps:, but com.example.trips claims trips:."))
        #expect(try !facts("trips://trips.example/trip/7").contains { $0.hasPrefix("No app of the device claims") })
        #expect(try !facts("bananas://x").contains { $0.contains("but com.example.trips") })
    }

    @Test("a device of another platform stays as it is")
    func otherPlatform() {
        var phone = device(.ios)
        project().install(on: &phone)
        #expect(phone == device(.ios) && !project().hasApp(on: .ios))
    }

    @Test("when the files change, the app declares what they say now, and stays removed if it was removed")
    func changing() throws {
        var device = device()
        project().install(on: &device)
        device.setInstalled(false, app: "com.example.trips")
        var changed = device
        project(Self.manifest.replacing("/trip", with: "/journey")).install(on: &changed)
        device.update(from: changed)
        #expect(device.app("com.example.trips")?.isInstalled == false)
        device.setInstalled(true, app: "com.example.trips")
        #expect(device.receiver(of: try #require(LinkURL("https://trips.example/journey/7"))).receiver == .app("com.example.trips"))
        #expect(device.receiver(of: try #require(LinkURL("https://trips.example/trip/7"))).receiver == .browser("Browser"))
    }

    @Test("a device file with the app is read as it was written, with all schemes")
    func file() throws {
        var phone = device(.ios)
        UserProject(Project(ProjectTree(Self.expo)), name: "shop").install(on: &phone)
        let read = try SimulatedDevice(profile: phone.fileText)
        let url = try #require(LinkURL("shop://item/7"))
        #expect(read.receiver(of: url).receiver == .app("com.example.shop") && read.apps == phone.apps)
    }

    @Test("an alias that is switched off does not get the links of the activity that is on")
    func switchedOff() throws {
        let alias = """
            <activity-alias android:name=".Holidays" android:targetActivity=".Main" android:exported="true" android:enabled="false">
              <intent-filter>
                <action android:name="android.intent.action.VIEW"/>
                <category android:name="android.intent.category.DEFAULT"/><category android:name="android.intent.category.BROWSABLE"/>
                <data android:scheme="https" android:host="trips.example"/>
              </intent-filter>
            </activity-alias>
            """
        var device = device()
        let manifest = Self.manifest.replacing("<application>", with: "<application>" + alias)
        project(manifest).install(on: &device)
        let url = try #require(LinkURL("https://trips.example/trip/7"))
        let facts = device.facts(of: device.receiver(of: url).decision, on: url, knowsSite: false)
        #expect(facts.first?.text == "com.example.trips opens it, activity .Main")
        // Why no app gets a link is told by the filter of the activity that is on, wherever the alias stands.
        let unverified = Self.manifest.replacing(" android:autoVerify=\"true\"", with: "")
        let answer = project(unverified.replacing("</activity>", with: "</activity>" + alias)).project.answer(url.text, on: .android)
        #expect(answer.why == .notVerified && answer.claim?.filter?.component == ".Main")
    }

    @Test("the site of a claimed host: the file of the tree that counts, or that there is none")
    func site() throws {
        let url = try #require(LinkURL("https://trips.example/trip/7"))
        #expect(project().words(ofSiteOf: url, on: .android) == "no association file in the project, so the site is taken to name the app")
        #expect(project().words(ofSiteOf: try #require(LinkURL("https://other.example/")), on: .android) == nil)
        #expect(project().words(ofSiteOf: try #require(LinkURL("https://m.trips.example/")), on: .android) == nil)
    }

    @Test("without a file of the site, the rule says what linkscope assumes; with one, what the file says")
    func assumedSite() throws {
        func rules(_ files: [String: String], on platform: AppPlatform) throws -> [String] {
            var device = device(platform)
            UserProject(Project(ProjectTree(files)), name: "shop").install(on: &device)
            let url = try #require(LinkURL("https://shop.example/p/7"))
            return device.facts(of: device.decide(url.text), on: url, knowsSite: true).map(\.text)
        }
        var files = Self.expo
        files["app.json"] = #"""
            {"expo": {"name": "Shop", "slug": "shop",
              "ios": {"bundleIdentifier": "com.example.shop", "associatedDomains": ["applinks:shop.example"]},
              "android": {"package": "com.example.shop", "intentFilters": [
                {"action": "VIEW", "autoVerify": true, "data": {"scheme": "https", "host": "shop.example"},
                 "category": ["BROWSABLE", "DEFAULT"]}]}}}
            """#
        let assumed = "linkscope does not know whether the site names Shop (com.example.shop), and assumes that it does."
        let verified = "Shop (com.example.shop) is verified for the host."
        #expect(try rules(files, on: .android).contains(assumed))
        #expect(
            try rules(files, on: .ios).last
                == "Shop (com.example.shop) has the domain. linkscope does not know the association file of the site, and assumes that it "
                + "gives the app the link.")
        files["public/.well-known/assetlinks.json"] = #"""
            [{"relation": ["delegate_permission/common.handle_all_urls"], "target": {"namespace": "android_app",
              "package_name": "com.example.shop", "sha256_cert_fingerprints": ["\#(Array(repeating: "AB", count: 32).joined(separator: ":"))"]}}]
            """#
        #expect(try rules(files, on: .android).contains(verified))
    }

    @Test("the site of a host that a pattern claims is the one without its first label")
    func siteOfPattern() throws {
        var project = Project(.made("shop"))
        project.claim("shop", ["https"], ["*.shop.example"])
        project.keep(assetLinks: "com.shop", host: "shop.example")
        project.keep(assetLinks: "com.shop", host: "m.shop.example")
        let url = try #require(LinkURL("https://m.shop.example/"))
        #expect(UserProject(project, name: "shop").words(ofSiteOf: url, on: .android) == "assetlinks.json; the site may serve another file")
    }

    private static let expo = [
        "package.json": #"{"main": "expo-router/entry", "dependencies": {"expo": "52", "expo-router": "4"}}"#,
        "app.json":
            #"{"expo": {"name": "Shop", "slug": "shop", "scheme": "shop", "ios": {"bundleIdentifier": "com.example.shop"}, "android": {"package": "com.example.shop"}}}"#,
        "app/index.tsx": "export default function Home() { return null }",
        "app/product/[id].tsx": "export default function Product() { return null }",
    ]

    @Test("the screen of an Expo app: the route and the values of its parameters")
    func screen() {
        let expo = UserProject(Project(ProjectTree(Self.expo)), name: "shop")
        #expect(
            expo.screen(of: "shop://product/9", in: "com.example.shop", on: .ios)?.words
                == "route /product/:id with id = 9 (app/product/[id].tsx:1)")
        #expect(expo.screen(of: "shop://product/9", in: "com.example.other", on: .ios) == nil)
    }
}
