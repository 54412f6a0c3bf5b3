// How a verdict is reached:
//
//    served files ─┬─► how they are served ─────────────────► causes ─┐
//                  ├─► what is in the file that devices read ─► causes ─┼─► the causes, worst first
//    the link ─────┴─► which app gets it, by which rule ─────► causes ─┘
//                                └──► a device that has the app ──► the decision engine ──► whether the link opens in the app
//    what a device knows (if it was asked) ──────────────────► causes, and whether an app of this device gets the link
//
// Apple devices read the copy in Apple's CDN, so the copy decides on iOS. If the CDN gave no answer, the site's own file decides. Android
// devices read the site's file.

package import AppLinks
import Bytes
package import DeviceTools
import LinkLayers

/// The verdict whether the links of a site open in its apps, and what to do if they do not. The verdict is based on the association files
/// as served.
package struct Verdict: Sendable {
    /// The question that a verdict answers.
    package struct Question: Sendable, Hashable {
        /// The link. If the link is nil, the question is about the site as a whole, and only the files are judged.
        package var link: LinkURL?
        /// The app on Apple devices, such as `ABCDE12345.com.example.shop`. Nil means any app.
        package var appID: String?
        /// The package of the app on Android. Nil means any app.
        package var package: String?
        /// The SHA-256 fingerprint of the app's certificate, such as `AB:CD:…`. Nil means any certificate.
        package var fingerprint: String?
        package var platforms: Set<AppPlatform>

        package init(
            link: LinkURL? = nil, appID: String? = nil, package: String? = nil, fingerprint: String? = nil,
            platforms: Set<AppPlatform> = Set(AppPlatform.allCases)
        ) {
            self.link = link
            self.appID = appID
            self.package = package
            self.fingerprint = fingerprint
            self.platforms = platforms
        }

        /// The link's scheme if it is not https. The files are then checked as if the link used https.
        package var otherScheme: String? {
            guard let scheme = link?.scheme?.lowercased(), scheme != "https" else { return nil }
            return scheme
        }
    }

    package let question: Question
    package let files: ServedFiles
    /// The verdict for Apple devices. Nil if the question excludes them.
    package private(set) var apple: AppleVerdict?
    package private(set) var android: AndroidVerdict?
    /// What an Android device knows about the site's host. Nil if no device was to be asked.
    package private(set) var device: DeviceVerdict?
    /// The causes, the worst first.
    package private(set) var causes: [VerdictCause]

    package init(_ question: Question, _ files: ServedFiles) {
        self.question = question
        self.files = files
        apple = question.platforms.contains(.ios) ? AppleVerdict(question, files) : nil
        android = question.platforms.contains(.android) ? AndroidVerdict(question, files) : nil
        var causes: [VerdictCause] = []
        if let scheme = question.otherScheme {
            let message = "The link uses \(scheme), and association files decide only for https links. linkscope checked it as https."
            causes.append(VerdictCause("link-not-https", .error, nil, message, "Publish the link with https."))
        }
        if let link = question.link, let obstacle = LinkObstacle(link), case .strayByte = obstacle {
            let message = obstacle.words.atSentenceStart + "."
            causes.append(VerdictCause("link-not-url", .error, nil, message, "Percent-encode this character."))
        }
        causes += (apple?.causes ?? []) + (android?.causes ?? [])
        self.causes = Self.sorted(causes)
        let phone = SimulatedDevice(name: "iPhone", platform: .ios, idiom: .phone, browserName: "Safari")
        let other = SimulatedDevice(name: "Android", platform: .android, idiom: .phone, browserName: "Chrome")
        let (onApple, onAndroid) = (SiteDecision(of: phone, knowing: self), SiteDecision(of: other, knowing: self))
        apple?.decision = onApple
        android?.decision = onAndroid
    }

    /// Returns the causes, the worst first. Causes of equal severity keep their order.
    private static func sorted(_ causes: [VerdictCause]) -> [VerdictCause] {
        [Finding.Severity.error, .warning, .note].flatMap { severity in causes.filter { $0.severity == severity } }
    }

    /// Returns the verdict together with what an Android device knows about the site's host, or the reason why it could not be asked.
    package func joined(with answer: Result<DeviceVerification, DeviceTrouble>) -> Verdict {
        var joined = self
        let device = DeviceVerdict(answer, self)
        joined.device = device
        joined.causes = Self.sorted(causes + device.causes)
        return joined
    }

    /// Whether the link opens in an app on every platform of the question and on the device, if one was asked. Nil if there is no link, or
    /// if nothing is known. If the device cannot report it, the files decide.
    package var opensInApp: Bool? {
        guard !isUnknown, question.link != nil else { return nil }
        return (apple?.opens ?? true) && (android?.opens ?? true) && device?.opens != false
    }

    /// Whether there is an error. An error keeps a file or a rule from working, or the link from opening.
    package var hasErrors: Bool { causes.contains { $0.severity == .error } }

    /// Whether the exit code is 1: the link does not open or, if there is no link or no answer, there is an error.
    package var isNo: Bool { opensInApp.map { !$0 } ?? hasErrors }

    /// Whether nothing is known, because no server answered.
    ///
    /// A server with an invalid certificate counts as an answer, unless Apple's certificate is rejected too. In that case, this machine is
    /// the problem, not the site.
    package var isUnknown: Bool {
        let knowsWhomToTrust = files.appleCopy?.isDistrusted != true
        return !files.all.contains { $0.isAnswered || $0.isDistrusted && knowsWhomToTrust }
    }
}

/// What the files of a site mean for the devices of a platform.
package protocol PlatformVerdict: Sendable {
    /// Whether the files give the link to an app. Nil if the question has no link.
    var isGiven: Bool? { get }
    /// What a device does with the link if it has an app that the files name. Nil if they name none, or if the question has no link.
    var decision: SiteDecision? { get }
    /// The scheme of the link if it is not https.
    var otherScheme: String? { get }
}

extension PlatformVerdict {
    /// Whether an app gets the link if the link uses https. Nil if the question has no link.
    package var opensWithHTTPS: Bool? { isGiven.map { $0 && decision?.opensApp != false } }
    /// Whether an app gets the link. Nil if the question has no link.
    package var opens: Bool? { opensWithHTTPS.map { $0 && otherScheme == nil } }
}

/// What a device does with a link if it has an app that the site's files name: the decision of the engine that also decides for the
/// simulated device. An app that gets the link by the files is taken before one that does not.
package struct SiteDecision: Sendable {
    package let device: SimulatedDevice
    package let decision: Decision
    /// The link, with https.
    private let link: LinkURL

    /// - Parameter device: A device without apps.
    init?(of device: SimulatedDevice, knowing verdict: Verdict) {
        guard let asked = verdict.question.link, let scheme = asked.scheme,
            let link = LinkURL("https" + asked.text.dropFirst(scheme.count))
        else { return nil }
        self.device = device.knowing(verdict).withApps(namedBy: verdict)
        guard !self.device.apps.isEmpty else { return nil }
        self.link = link
        decision = self.device.decide(link.text)
    }

    /// Whether an app gets the link, or may be chosen. A part of the system is an app too.
    var opensApp: Bool {
        switch decision.outcome {
        case .app, .chooser, .system, .store: true
        case .browser, .fallback, .nothing: false
        }
    }

    var facts: [DecisionFact] { device.facts(of: decision, on: link, knowsSite: true) }
}
