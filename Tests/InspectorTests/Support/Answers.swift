import AppLinks
import Deciding
import DeviceTools
import Inspector
import LinkLayers

@testable import Panes

/// Answers of servers for the stories, so that no test uses the network.
enum Answers {
    static let steps = ["fetch the page", "decode its text", "read its elements", "make the App Links"]

    /// A page after a redirect, for `Links.ridePage`: on the iPhone, its first app is not installed and its second is.
    static let ride = page(
        at: Links.ridePage,
        hops: [
            hop(Links.ridePage, 301, to: "https://ride.example.org/7", tls: true),
            hop("https://ride.example.org/7", 200, tls: true),
        ],
        tags: [
            ("al:iphone:url", "wheel://ride/7"), ("al:iphone:app_name", "Wheel"), ("al:ios:url", "cafe://menu"),
            ("al:ios:app_store_id", "12345"), ("al:ios:app_name", "Café"), ("al:android:package", "com.example.ride"),
            ("al:android:url", "ride://7"), ("al:web:url", "https://ride.example.org/7?plain"),
            ("twitter:app:url:iphone", "wheel://ride/7"),
            ("twitter:app:name:iphone", "Wheel"),
        ])

    /// The same page from the cache.
    static let cachedRide = page(
        at: Links.ridePage, hops: [hop(Links.ridePage, 200, tls: true, age: 40)], tags: [("al:ios:url", "cafe://menu")])

    // MARK: Scripts

    static let scriptSteps = ["fetch the page", "decode its text", "read its elements", "run its scripts", "make the App Links"]

    /// A page whose tags are created by script, before its scripts run.
    static let scriptBuilt = page(at: Links.ridePage, hops: [hop(Links.ridePage, 200, tls: true)], tags: [], text: 0, scriptCount: 3)

    static let scripted = page(
        at: Links.ridePage, hops: [hop(Links.ridePage, 200, tls: true)],
        tags: [("al:ios:url", "cafe://menu"), ("al:ios:app_name", "Café")],
        scripts: .success(run))

    static let withoutChromium = page(
        at: Links.ridePage, hops: [hop(Links.ridePage, 200, tls: true)], tags: [], text: 0, scriptCount: 3,
        scripts: .failure(.noBrowser(nil)))

    private static var run: ScriptRun {
        var run = ScriptRun()
        (run.browser, run.url) = ("Chrome/156.0.8078.79", Links.ridePage + "?done")
        (run.requests, run.bytes, run.milliseconds) = (4, 31_337, 1234.56)
        run.openings = ["wheel://ride/7"]
        return run
    }

    static let refusal = FetchFailure(
        .refusedAddress(host: "www.example.org", address: "10.0.0.7", .private), hops: [hop(Links.ridePage, nil)])

    static func page(
        at url: String, hops: [RedirectHop] = [], tags: [(String, String)], text: Int = 1000, scriptCount: Int = 0,
        claims: [LinkClaims?] = [], scripts: Result<ScriptRun, ScriptProblem>? = nil
    ) -> PageAnswer {
        var content = PageContent()
        content.metas = tags.map { name, value in
            PageContent.Meta(property: name.hasPrefix("al:") ? name : nil, name: name.hasPrefix("al:") ? nil : name, content: value)
        }
        content.textLength = text
        content.scripts = scriptCount
        let requested = link(url)
        let page = FetchedPage(
            requested: requested, hops: hops, url: hops.last?.url ?? requested, status: 200,
            fields: [FetchedPage.Field("Content-Type", "text/html")], body: [])
        var findings: [PageFinding] = []
        switch scripts {
        case .failure(let problem): findings = [PageFinding(problem)]
        case .success(let run): findings = run.findings(before: PageContent(), after: content)
        case nil: break
        }
        let resolution = PageResolution(page: page, content: content, encoding: "UTF-8", findings: findings, scripts: scripts)
        return PageAnswer(resolution, claims: claims)
    }

    static func hop(_ url: String, _ status: Int?, to location: String? = nil, tls: Bool = false, age: Int? = nil) -> RedirectHop {
        RedirectHop(
            url: link(url), status: status, location: location, remoteAddress: status == nil ? nil : "192.0.2.7",
            tls: tls ? TLSFacts(version: "TLSv1.3", cipher: "TLS_AES_256_GCM_SHA384") : nil, milliseconds: 12.34, age: age)
    }

    // MARK: Association files

    static let verdictSteps = ["fetch apple-app-site-association", "ask Apple for its copy", "fetch assetlinks.json", "decide the verdict"]

    static let aasa = """
        {"applinks": {"details": [{"appIDs": ["ABCDE12345.com.example.ride"],
          "components": [{"/": "/help/*", "exclude": true}, {"/": "/ride/*"}]}]}}
        """
    static let yesterday = #"{"applinks":{"details":[{"appIDs":["ABCDE12345.com.example.ride"],"components":[{"/":"/old"}]}]}}"#

    static func file(
        _ kind: ServedFile.Kind, _ url: String, _ text: String, status: Int = 200, type: String = "application/json",
        fields: [(String, String)] = [], age: Int? = nil
    ) -> ServedFile {
        let fields = [FetchedPage.Field("Content-Type", type)] + fields.map { FetchedPage.Field($0.0, $0.1) }
        let page = FetchedPage(
            requested: link(url), hops: [hop(url, status, tls: true, age: age)], url: link(url), status: status, fields: fields,
            body: Array(text.utf8))
        return ServedFile(kind, url: url, .success(page))
    }

    /// Apple's copy is a day old, and the site has no file for Android.
    static let files = [
        file(.aasa, "https://www.example.org/.well-known/apple-app-site-association", aasa),
        file(
            .appleCopy, "https://app-site-association.cdn-apple.com/a/v1/www.example.org", yesterday,
            fields: [("Last-Modified", "Fri, 20 Nov 2026 08:00:00 GMT")]),
        file(.assetLinks, "https://www.example.org/.well-known/assetlinks.json", "", status: 404, type: "text/html"),
    ]

    /// Returns which apps claim a link on the site with these files.
    static func claims(of url: String) -> LinkClaims {
        HostFiles(verdict(url, files + [file(.aasa, "https://www.example.org/.well-known/apple-app-site-association", aasa)]).site.files)
            .claims(of: link(url))
    }

    static func verdict(_ url: String = Links.ridePage, _ files: [ServedFile] = files) -> VerdictAnswer {
        let site = WebSite(of: link(url)) ?? WebSite(of: link("https://www.example.org"))
        guard let site else { preconditionFailure("www.example.org is a site") }
        let served = ServedFiles(site: site, files)
        return VerdictAnswer(
            link: Verdict(Verdict.Question(link: link(url)), served), site: Verdict(Verdict.Question(), served))
    }

    // MARK: Android devices

    static let pixel = RealDevice(.adb, id: "P8", name: "Pixel 8", system: "Android 14")
    static let published = Array(repeating: "AB", count: 32).joined(separator: ":")
    static let debug = Array(repeating: "0D", count: 32).joined(separator: ":")

    /// The verdict about `Links.ridePage`, whose site names the published app, together with a device that has a debug build.
    static let verdictOnDevice = verdict(
        Links.ridePage,
        [
            file(.aasa, "https://www.example.org/.well-known/apple-app-site-association", aasa),
            file(.appleCopy, "https://app-site-association.cdn-apple.com/a/v1/www.example.org", aasa),
            file(
                .assetLinks, "https://www.example.org/.well-known/assetlinks.json",
                #"[{"relation": ["delegate_permission/common.handle_all_urls"], "target": {"namespace": "android_app", "#
                    + #""package_name": "com.example.ride", "sha256_cert_fingerprints": ["\#(published)"]}}]"#),
        ]
    ).joined(with: .success(onDevice("com.example.ride", state: "1024")))

    static func onDevice(_ package: String, state: String) -> DeviceVerification {
        var states = AppLinkStates()
        states.signatures = [debug]
        states.domains = [AppLinkStates.Domain(host: "www.example.org", state: state)]
        states.isAllowed = true
        return DeviceVerification(pixel, .apps([AndroidApp(package: package, states: states)]))
    }

    static func link(_ text: String) -> LinkURL { LinkURL(text) ?? Fixtures.someURL }
}
