import TestSupport
import Testing

@testable import Projects

@Suite("Gradle scripts")
struct GradleTests {
    /// Reads the IDs of an app with one script.
    private func ids(_ script: String, name: String = "app/build.gradle", _ more: [String: String] = [:]) -> [String] {
        var files = more
        files["settings.gradle"] = "include ':app'"
        files[name] = script
        return AndroidFacts(files).apps.map { $0.split(separator: " ").dropFirst(2).first.map(String.init) ?? "" }
    }

    private static let start = "apply plugin: 'com.android.application'\n"

    @Test(
        "an ID is what the script's own text says, in either dialect (rules 1, 3, 4)",
        arguments: [
            ("android { defaultConfig { applicationId 'a.b' } }", "*=a.b"),
            ("android { defaultConfig { applicationId = \"a.b\" } }", "*=a.b"),
            ("android.defaultConfig.applicationId = 'a.b'", "*=a.b"),
            ("android { defaultConfig { setApplicationId(\"a.b\") } }", "*=a.b"),
            ("android { namespace 'a.n' }", "*=a.n"),
            ("def app = 'a.b'\nandroid { defaultConfig { applicationId app } }", "*=a.b"),
            ("val app: String = \"a\" + \".b\"\nandroid { defaultConfig { applicationId = app } }", "*=a.b"),
            ("val app\n    = \"a.b\"\nandroid { defaultConfig { applicationId = app } }", "*=a.b"),
            ("ext { part = 'b' }\nandroid { defaultConfig { applicationId \"a.${part}\" } }", "*=a.b"),
            ("ext.app = 'a.b'\nandroid { defaultConfig { applicationId rootProject.ext.app } }", "*=a.b"),
            ("val app by extra(\"a.b\")\nandroid { defaultConfig { applicationId = app } }", "*=a.b"),
            ("android { defaultConfig { applicationId findProperty('APP') ?: 'a.c' } }", "*=?a.c"),
            ("android { defaultConfig { applicationId System.getenv('APP') ?: 'a.c' } }", "*=?a.c"),
            ("val base: String? = null\nandroid { defaultConfig { applicationId = base ?: \"a.b\" } }", "*=a.b"),
            ("android { defaultConfig { applicationId isFree ? 'a.f' : 'a.p' } }", "*=?a.f|a.p"),
            ("android { defaultConfig { if (x) { applicationId 'a.f' } else { applicationId 'a.p' } } }", "*=?a.f|a.p"),
            ("android { defaultConfig { applicationId providers.gradleProperty('APP').getOrElse('a.c') } }", "*=?a.c"),
            ("android { defaultConfig { applicationId = (x ? 'a' : 'ab') + (y ? 'bc' : 'c') } }", "*=?abc|ac|abbc"),
            ("ext { ids = [main: 'a.b', other: 'a.c'] }\nandroid { defaultConfig { applicationId rootProject.ext.ids.main } }", "*=a.b"),
            ("val ids = mapOf(\"x\" to \"a.x\", \"y\" to \"a.b\")\nandroid { defaultConfig { applicationId = ids[\"y\"]!! } }", "*=a.b"),
            ("val ids = mapOf(\"y\" to \"a.b\")\nandroid { defaultConfig { applicationId = ids.getValue(\"y\") } }", "*=a.b"),
            ("android { defaultConfig { applicationId compute() } }", "*=?"),
            ("// android { defaultConfig { applicationId 'a.b' } }\nandroid { /* { */ namespace 'a.n' }", "*=a.n"),
            ("def a = b\ndef b = a\nandroid { defaultConfig { applicationId a } }", "*=?"),
        ])
    func id(_ script: String, _ expected: String) { #expect(ids(Self.start + script) == [expected]) }

    @Test(
        "a plugin of the build itself is applied by its accessor",
        arguments: [
            ("android", "buildSrc/src/main/kotlin/android.gradle.kts"), ("`app-base`", "buildSrc/src/main/kotlin/app-base.gradle.kts"),
            ("acme.app", "build-logic/src/main/kotlin/acme/app.gradle.kts"),
            ("acme.app", "build-logic/src/main/kotlin/acme.app.gradle.kts"),
        ])
    func accessors(_ accessor: String, _ script: String) {
        let app = "plugins {\n  \(accessor)\n  kotlin(\"android\")\n}\nandroid { defaultConfig { applicationId = \"a.b\" } }"
        let more = [script: "plugins { id(\"com.android.application\") }"]
        #expect(ids(app, name: "app/build.gradle.kts", more) == ["*=a.b"])
        #expect(ids(app, name: "app/build.gradle.kts", ["buildSrc/src/main/kotlin/other.gradle.kts": more[script] ?? ""]).isEmpty)
    }

    @Test("names may come from properties, the build's own code, enums, and scripts that are applied (rule 3)")
    func names() {
        let more = [
            "gradle.properties": "APP=a.b\n", "app/ids.gradle": "ext.other = 'a.o'",
            "buildSrc/src/main/kotlin/Config.kt":
                "object Config { const val ID = \"a.c\" }\nenum class Kind(val suffix: String? = null) {\n DEBUG(\".debug\"),\n RELEASE,\n}",
        ]
        let android = { (id: String) in Self.start + "apply from: 'ids.gradle'\nandroid { defaultConfig { applicationId \(id) } }" }
        #expect(ids(android("APP"), more) == ["*=a.b"] && ids(android("Config.ID"), more) == ["*=a.c"])
        #expect(ids(android("other"), more) == ["*=a.o"] && ids(android("project.property('APP')"), more) == ["*=a.b"])
        #expect(ids(android("keystoreProperties['APP']"), more) == ["*=?"])
        let types =
            "android { buildTypes { debug { applicationIdSuffix = Kind.DEBUG.suffix }\n release { applicationIdSuffix = Kind.RELEASE.suffix } } }"
        #expect(ids(android("APP") + "\n" + types, more) == ["debug=a.b.debug,release=a.b"])
    }

    @Test("variants are flavors of each dimension times build types, suffixes in that order (rules 1, 2)")
    func variants() {
        let script = """
            plugins { id("com.android.application") }
            android {
                defaultConfig { applicationId = "a"; applicationIdSuffix = ".x" }
                flavorDimensions += listOf("stage", "store")
                productFlavors {
                    register("play") { dimension = "store"; applicationIdSuffix = ".play" }
                    create("dev") { dimension = "stage"; applicationIdSuffix = ".dev" }
                    "prod" { dimension = "stage"; applicationId = "p" }
                }
                buildTypes {
                    release { isMinifyEnabled = true }
                    getByName("debug").apply { applicationIdSuffix = ".debug" }
                    create("beta") { initWith(getByName("debug")) }
                }
            }
            """
        #expect(
            ids(script, name: "app/build.gradle.kts") == [
                "devPlayDebug=a.x.dev.play.debug,devPlayRelease=a.x.dev.play,devPlayBeta=a.x.dev.play.debug,"
                    + "prodPlayDebug=p.x.play.debug,prodPlayRelease=p.x.play,prodPlayBeta=p.x.play.debug"
            ])
        let groovy =
            Self.start + "android { namespace 'a'\nflavorDimensions 'a'\nproductFlavors { free { }\n paid { applicationIdSuffix '.p' } } }"
        #expect(ids(groovy) == ["freeDebug=a,freeRelease=a,paidDebug=a.p,paidRelease=a.p"])
    }

    @Test("what a container configures later counts: named(…).configure { … }")
    func configured() {
        let script = """
            plugins { id("com.android.application") }
            android {
                defaultConfig { applicationId = "a" }
                buildTypes { named("debug").configure { applicationIdSuffix = ".debug" } }
            }
            """
        #expect(ids(script, name: "app/build.gradle.kts") == ["debug=a.debug,release=a"])
    }

    @Test("code may leave variants out (rule 2)")
    func leftOut() {
        let script = Self.start + "android { namespace 'a'\nvariantFilter { variant -> if (x) { setIgnore(true) } } }"
        let facts = AndroidFacts(["app/build.gradle": script])
        #expect(facts.unknowns == ["variants: variantFilter may leave some out app/build.gradle:3"])
    }

    @Test(
        "an app's plugin may have an alias or be a plugin of the build itself",
        arguments: [
            "plugins { alias(libs.plugins.android.application) }", "plugins { alias(libs.plugins.shop.app) }",
            "plugins { alias(tools.plugins.android.application) }", "plugins { `android-application` }",
            "plugins { id(\"shop.scripted\") }", "plugins { id(\"com.android.application\") version \"8.1\" }",
            "apply(plugin = \"com.android.application\")", "apply plugin: 'com.android.application'",
        ])
    func plugins(_ script: String) {
        let catalog = """
            [versions]
            target = "34"
            [plugins]
            android-application = { id = "com.android.application", version = "8" }
            shop-app = { id = "shop.app" }
            """
        let convention = """
            class AppPlugin : Plugin<Project> {
                override fun apply(target: Project) = with(target) {
                    pluginManager.apply("com.android.application")
                    extensions.configure<ApplicationExtension> { defaultConfig.targetSdk = libs.versions.target.get().toInt() }
                }
            }
            """
        let more = [
            "gradle/libs.versions.toml": catalog, "build-logic/src/main/kotlin/AppPlugin.kt": convention,
            "build-logic/build.gradle.kts":
                "gradlePlugin { plugins { register(\"app\") { id = \"shop.app\"\nimplementationClass = \"AppPlugin\" } } }",
            "build-logic/src/main/kotlin/shop.scripted.gradle.kts": "plugins { id(\"com.android.application\") }",
            "settings.gradle.kts": "",
        ]
        var files = more
        files["mobile/build.gradle.kts"] = script + "\nandroid { defaultConfig { applicationId = \"a.b\" } }"
        files["build.gradle.kts"] = "plugins { id(\"com.android.application\") apply false }"
        files["lib/build.gradle.kts"] = "plugins { id(\"com.android.library\") }"
        let facts = AndroidFacts(files)
        #expect(facts.apps == ["mobile mobile *=a.b mobile/build.gradle.kts:2"])
        if script.contains("shop.app") { #expect(facts.project.apps.first?.targetSDK == 34) }
        // Flavors that code adds can change the ID.
        guard script.contains("shop.app") else { return }
        files["build-logic/src/main/kotlin/AppPlugin.kt"] = convention + "\nfun flavors() { productFlavors { create(name) } }"
        #expect(AndroidFacts(files).apps == ["mobile mobile *=?a.b mobile/build.gradle.kts:2"])
    }

    @Test("flavors of a plugin that a module does not apply are none of the module's", arguments: [false, true])
    func flavorPlugin(isApplied: Bool) {
        func plugin(_ id: String, _ name: String) -> String {
            "register(\"\(name)\") { id = \"\(id)\"\nimplementationClass = \"\(name)\" }\n"
        }
        let facts = AndroidFacts([
            "mobile/build.gradle.kts":
                "plugins { id(\"shop.app\")\n\(isApplied ? "id(\"shop.flavors\")" : "") }\nandroid { defaultConfig { applicationId = \"a.b\" } }",
            "build-logic/build.gradle.kts":
                "gradlePlugin { plugins {\n\(plugin("shop.app", "AppPlugin"))\(plugin("shop.flavors", "FlavorPlugin"))} }",
            "build-logic/src/main/kotlin/AppPlugin.kt":
                "class AppPlugin : Plugin<Project> {\nfun apply(target: Project) { target.pluginManager.apply(\"com.android.application\") } }",
            "build-logic/src/main/kotlin/FlavorPlugin.kt":
                "class FlavorPlugin : Plugin<Project> {\nfun apply(target: Project) { productFlavors { create(name) } } }",
            "settings.gradle.kts": "",
        ])
        #expect(facts.apps == ["mobile mobile *=\(isApplied ? "?" : "")a.b mobile/build.gradle.kts:3"])
    }

    @Test("a convention plugin whose class is in a file of another name builds an app if its name says so")
    func namedPlugin() {
        for (name, isApp) in [("shop.android-application", true), ("shop.android.application", true), ("shop.application", false)] {
            let facts = AndroidFacts(["app/build.gradle.kts": "plugins { id(\"\(name)\") }\nandroid { namespace = \"a.b\" }"])
            #expect(facts.apps.isEmpty != isApp, "\(name)")
        }
    }

    @Test("a script that names the plugin for its modules alone builds no app", arguments: [" apply false", " apply(false)"])
    func unapplied(_ apply: String) {
        #expect(AndroidFacts(["build.gradle.kts": "plugins {\n id(\"com.android.application\")\(apply)\n id(\"x\")\n}"]).apps.isEmpty)
    }

    @Test(
        "placeholders, in all the forms that scripts use (rules 4, 9)",
        arguments: [
            ("manifestPlaceholders = [h: 'x.example']", "x.example"), ("manifestPlaceholders += [h: 'x.example']", "x.example"),
            ("manifestPlaceholders[\"h\"] = \"x.example\"", "x.example"), ("manifestPlaceholders.put(\"h\", \"x.example\")", "x.example"),
            ("manifestPlaceholders.h = 'x.example'", "x.example"), ("manifestPlaceholders = mapOf(\"h\" to \"x.example\")", "x.example"),
            ("manifestPlaceholders += mapOf(\"o\" to \"1\", \"h\" to \"x.example\")", "x.example"),
            ("addManifestPlaceholders(mapOf(\"h\" to \"x.example\"))", "x.example"),
            ("manifestPlaceholders += \"h\" to \"x.example\"", "x.example"), ("manifestPlaceholders [h: 'x.example']", "x.example"),
            ("manifestPlaceholders.putAll(mapOf(\"h\" to \"x.example\"))", "x.example"),
            ("manifestPlaceholders = [h: System.getenv('H') ?: 'x.example']", "x.example perhaps"),
            ("manifestPlaceholders = [h: providers.gradleProperty('g').orElse('x.example').get()]", "x.example perhaps"),
            (
                "manifestPlaceholders = [h: providers.gradleProperty('g').orElse(providers.gradleProperty('h').orElse('x.example'))]",
                "x.example perhaps"
            ),
            (
                "manifestPlaceholders = [h: providers.gradleProperty('g').orElse(gradleProperty('h')).getOrElse('x.example')]",
                "x.example perhaps"
            ),
            ("manifestPlaceholders = [h: 'y.example']\nmanifestPlaceholders = [other: '1']", nil), ("", nil),
        ] as [(String, String?)])
    func placeholders(_ setting: String, _ host: String?) {
        let files = app(activity(filter("scheme=shop host=${h}")), script: "defaultConfig {\n\(setting)\n}\n")
        let facts = AndroidFacts(files)
        let file = "app/src/main/AndroidManifest.xml:3"
        #expect(facts.claims == (host.map { ["app * shop \($0) \(file)"] } ?? []))
        #expect(facts.findings == (host == nil ? ["error android-unresolved-placeholder \(file)"] : []))
    }

    @Test("any number of fallbacks in and after one another ends", .timeLimit(.minutes(30)))
    func manyFallbacks() async {
        let nested = String(repeating: "gradleProperty('g').orElse(", count: 3000) + "'x.example'" + String(repeating: ")", count: 3000)
        let chain = Effort.size(10_000, long: 30_000)
        let chained = "gradleProperty('g')" + String(repeating: ".orElse(gradleProperty('g'))", count: chain)
        @Sendable func isUnknown(_ value: String) -> Bool {
            let script = "defaultConfig {\nmanifestPlaceholders = [h: \(value)]\n}\n"
            let facts = AndroidFacts(app(activity(filter("scheme=shop host=${h}")), script: script))
            return facts.claims.isEmpty && facts.unknowns.count == 1
        }
        #expect(isUnknown(nested))
        #expect(await onSmallStack { isUnknown(chained) })
    }

    @Test("flavors win over the default, build types over flavors, the build's strings over those of files (rules 9, 10)")
    func precedence() {
        let script = """
            defaultConfig { manifestPlaceholders = [h: 'd.example'] }
            flavorDimensions 'a'
            productFlavors { free { manifestPlaceholders = [h: 'f.example'] }
            paid { resValue 'string', 's', 'paid' } }
            buildTypes { debug { manifestPlaceholders = [h: 't.example'] } }
            """
        let values = "<resources><string name='s'>@string/t</string><string name='t'>shop</string></resources>"
        let files = app(
            activity(filter("scheme=@string/s host=${h}") + filter("scheme=${applicationId}")), script: script,
            [
                "app/src/main/res/values/strings.xml": values,
                "app/src/main/res/values-de/strings.xml": "<resources><string name='s'>x</string></resources>",
            ])
        let file = "app/src/main/AndroidManifest.xml:3"
        #expect(
            AndroidFacts(files).claims == [
                "app freeDebug shop t.example \(file)", "app freeRelease shop f.example \(file)", "app paidDebug paid t.example \(file)",
                "app paidRelease paid d.example \(file)", "app * a.b \(file)",
            ])
    }

    @Test("hostile scripts end soon")
    func hostile() {
        let many = 2_000
        for text in [
            String(repeating: "{", count: many), String(repeating: "a { ", count: many), String(repeating: "x = {} ", count: many),
            String(repeating: "a b {} ", count: many), String(repeating: "(", count: many), String(repeating: "\"${", count: many),
            "def a0 = 'x'\n" + (1...200).map { "def a\($0) = a\($0 - 1) + a\($0 - 1)\n" }.joined() + "android { namespace a200 }",
            String(repeating: "val a by x(", count: many), String(repeating: "a<", count: many), "/*", "'''", "\"\\", "@", "by", "a by",
            (0..<12).map { d in
                "android.flavorDimensions 'd\(d)'\n"
                    + (0..<9).map { "android.productFlavors { f\(d)x\($0) { dimension 'd\(d)' } }\n" }.joined()
            }
            .joined(),
        ] {
            let facts = AndroidFacts(["app/build.gradle": Self.start + text, "app/src/main/AndroidManifest.xml": manifest("")])
            #expect(facts.project.apps.count <= 1)
        }
    }
}
