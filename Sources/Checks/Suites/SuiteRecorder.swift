import AppLinks
import Bytes
package import Deciding
import JSONDocument
import LinkLayers
package import Projects

/// Makes a suite of links, with what the simulated device does with each link as its expectations.
///
/// The links are judged as `linkscope test` judges them, and each is read back from its text, so that a recorded suite passes at once. A
/// suite has no times and no numbers of a session, so it stays true until the device or a link's reading changes.
package struct SuiteRecorder {
    /// The levels of lists and mappings around the members of a link.
    private static let levels = 1

    private let original: SimulatedDevice
    private let deviceName: String
    private let deviceText: String?
    /// The folder of the project whose apps are on the device, as the suite names it; nil if it names none.
    private let projectFolder: String?
    private let isStrict: Bool
    private let judge: LinkJudge
    private let keepsSecrets: Bool
    private let limits: YAMLLimits
    private var standIns = SecretStandIns()
    private var known: Set<RecordedLink> = []
    private var writer = YAMLWriter()
    private var count = 0
    private var leftOut = 0

    /// - Parameters:
    ///   - device: The device as it is now. The current screens of its apps are ignored.
    ///   - openers: What opened the links that will be added. An assumed app stays on the device only if it opened one of them, or is not
    ///     installed: the device assumes all others again.
    ///   - own: The built-in devices, which a suite names. Any other device becomes a file.
    ///   - project: The user's own project. The suite names it if the device is a built-in one with the apps that users get.
    ///   - folder: The project's folder beside the suite; nil if it is not in the suite's folder, so that the suite cannot name it.
    ///   - file: The name of the device's file.
    ///   - keepsSecrets: Whether secrets are written as they are. Otherwise variables stand for them.
    ///   - limits: What the reader of suites accepts.
    package init(
        device: SimulatedDevice, openers: Set<SimulatedDevice.Front>, own: [SimulatedDevice], project: UserProject? = nil,
        in folder: String? = nil, file: String, keepsSecrets: Bool, limits: YAMLLimits = YAMLLimits()
    ) throws(RecordingProblem) {
        self.keepsSecrets = keepsSecrets
        self.limits = limits
        original = device
        let device = device.forRecording(openers: Set(openers.map(device.current)))
        var named = device
        named.assumesApps = true
        // A suite names the project without a build.
        let usual = project.flatMap { folder == nil ? nil : UserProject($0.project, name: $0.name) }
        let same = own.lazy.filter(\.assumesApps).flatMap { device in
            [SuiteFixtures(device: device)] + (usual.map { [SuiteFixtures(device: device, project: $0)] } ?? [])
        }.first { $0.device.forRecording(openers: []).fileText == named.fileText }
        if let same {
            (deviceName, deviceText, isStrict) = (same.device.name, nil, !device.assumesApps)
        } else {
            (deviceName, deviceText, isStrict) = (standIns.written(file), device.fileText, false)
        }
        if let folder, same?.project != nil { projectFolder = standIns.written(folder) } else { projectFolder = nil }
        do throws(DeviceProfileError) {
            judge = LinkJudge(Suite(), SuiteFixtures(device: try SimulatedDevice(profile: device.fileText), project: same?.project))
        } catch {
            throw RecordingProblem(words: "The device cannot be saved: \(error).")
        }
    }

    /// Adds a link. The same link is recorded once.
    package mutating func add(_ recorded: RecordedLink) throws(RecordingProblem) {
        let recorded = RecordedLink(recorded.link, from: recorded.from.map(original.current))
        guard known.insert(recorded).inserted else { return }
        standIns.beginLink()
        let text = keepsSecrets ? recorded.link : standIns.replacing(recorded.link)
        var members: JSONObject = [LinkKey.link.rawValue: .string(standIns.written(text))]
        let from = recorded.from.flatMap(judge.word)
        if let from { members[LinkKey.from.rawValue] = .string(standIns.written(from)) }
        var link = Suite.Link(link: text, place: YAMLPlace(line: 1, column: 1))
        link.from = from
        var trial = LinkTrial(link, judge: judge)
        let expectations = trial.recorded { standIns.written($0) }
        guard let item = passing(text, members, expectations) else {
            leftOut += 1
            return
        }
        writer.append(element: .object(item), levels: Self.levels)
        count += 1
        if writer.text.utf8.count > limits.bytes { throw .tooLarge }
    }

    /// Returns the members of a link with those expectations that it meets when they are read back; nil if no suite can have the link.
    ///
    /// YAML cannot write some values, such as extras with two names that look the same, or that are nested too deeply.
    private func passing(_ text: String, _ link: JSONObject, _ expectations: JSONObject) -> JSONObject? {
        let whole = { (expectations: [JSONObject.Element]) in expectations.reduce(into: link) { $0[$1.key] = $1.value } }
        if isPassing(text, whole(Array(expectations))) { return whole(Array(expectations)) }
        let passing = expectations.filter { isPassing(text, whole([$0])) }
        return passing.isEmpty ? nil : whole(passing)
    }

    private func isPassing(_ text: String, _ link: JSONObject) -> Bool {
        var alone = YAMLWriter()
        alone.append(head(standIns.variablesOfLink))
        alone.append([SuiteKey.links.rawValue: .array([.object(link)])] as JSONObject)
        let (suite, problems) = SuiteReader.read(Array(alone.text.utf8))
        // A text that begins with a byte order mark is read without it.
        return problems.isEmpty && suite.links.allSatisfy { $0.link.utf8.elementsEqual(text.utf8) && judge.test($0).isPassed }
    }

    /// Returns the suite.
    package func recording() throws(RecordingProblem) -> Recording {
        if count == 0 { throw .noLinks }
        var whole = YAMLWriter()
        whole.comment("Saved by linkscope: what the simulated device does with these links.")
        whole.comment("linkscope test runs this suite.")
        whole.append(head(standIns.variables))
        let text = whole.text + SuiteKey.links.rawValue + ":\n" + writer.text
        if limits.problem(in: text) != nil { throw .tooLarge }
        return Recording(suite: text, device: deviceText, links: count, leftOut: leftOut, secrets: standIns.count)
    }

    /// Returns the members of the suite before its links.
    private func head(_ variables: [(name: String, value: String)]) -> JSONObject {
        var members: JSONObject = [SuiteKey.device.rawValue: .string(deviceName)]
        if let projectFolder { members[SuiteKey.project.rawValue] = .string(projectFolder) }
        if isStrict { members[SuiteKey.strictDevice.rawValue] = true }
        let values = JSONObject(variables.map { ($0.name, .string($0.value)) })
        if !values.isEmpty { members[SuiteKey.variables.rawValue] = .object(values) }
        return members
    }
}

extension SimulatedDevice {
    /// Returns what is on the screen with the ID that its app has now.
    fileprivate func current(_ front: Front) -> Front {
        if case .app(let id) = front, let app = app(id) { .app(app.id) } else { front }
    }

    /// Returns the device with what a suite needs of it.
    fileprivate func forRecording(openers: Set<Front>) -> SimulatedDevice {
        var device = self
        device.bringToFront(.home)
        let assumed = apps.filter(\.isAssumed)
        for app in assumed { device.forget(app.id) }
        device.assumesApps = true
        device.assume(
            assumed.filter { !$0.isInstalled || openers.contains(.app($0.id)) }.map { app in
                var app = app
                // The URL came with a link, so it may have a secret.
                app.returnURL = app.schemes.first.flatMap { LinkURL($0 + "://") }
                return app
            })
        device.assumesApps = assumesApps
        return device
    }
}

/// A link to record in a suite, and how it was opened.
package struct RecordedLink: Sendable, Hashable {
    package var link: String
    /// The app or browser from which the link was opened; nil for a link that arrived by itself.
    package var from: SimulatedDevice.Front?

    package init(_ link: String, from: SimulatedDevice.Front? = nil) {
        self.link = link
        self.from = from
    }
}

/// A suite that was made of links, with the device that it needs.
package struct Recording: Sendable {
    package var suite: String
    /// The device file beside the suite; nil if the suite names a built-in device.
    package var device: String?
    package var links: Int
    /// The links that a suite cannot have, such as those that are not UTF-8.
    package var leftOut: Int
    /// The secrets that variables stand for.
    package var secrets: Int
}

/// The reason why links cannot be saved as a suite, as a sentence.
package struct RecordingProblem: Error, Sendable, Hashable {
    package let words: String

    package static let noLinks = Self(
        words: "None of these links can be saved: they are truncated, are not UTF-8, or cannot be written in YAML.")
    /// The suite would exceed the limits for suites.
    package static let tooLarge = Self(words: "These links are too many for one suite. Filter the list, or mark fewer links.")
}

// What a link does, as the expectations that it meets.
extension LinkTrial {
    /// Returns what the device does with the link, as members of a link of a suite.
    ///
    /// - Parameter written: Returns a text as the suite writes it.
    mutating func recorded(_ written: (String) -> String) -> JSONObject {
        var members = JSONObject()
        func expect(_ key: ExpectationKey, _ value: JSONValue) { members[key.rawValue] = value }
        if let end = end()?.opening { expect(.opens, .string(end.rawValue)) }
        if case .app(let id, _, _) = opening?.end.place {
            expect(.app, .string(written(judge.steadyName(ofApp: id))))
            if let screen = screen(in: id), screen.isKnown { expect(.route, .string(screen.route.map(written) ?? Expectation.none)) }
        }
        // Any other link is its own target, and has no extras and no referer.
        if let link = received(), link.isAppLink {
            expect(.target, .string(written(link.targetURL.text)))
            expect(.extras, link.extras.map { Self.value($0, written) } ?? [:])
            if let referer = Self.referer(link, written) { expect(.referer, referer) }
        }
        let codes = LinkInspection(Array(link.link.utf8)).findings.map(\.code.rawValue).unique
        expect(.findings, .array(codes.map { .string($0) }))
        expect(.events, .array((opening?.events ?? []).map { .string($0.event.name.rawValue) }))
        if let trail = roundTrip { expect(.trail, .array(trail.map { .string(written($0)) })) }
        return members
    }

    /// Returns the referer. A name or URL that is the word `none` is left out, because a suite reads this word as no text. Returns nil if
    /// nothing is left.
    private static func referer(_ link: IncomingLink, _ written: (String) -> String) -> JSONValue? {
        let none: String? = Expectation.none
        if link.refererAppName == nil, link.refererURL == nil { return .string(Expectation.none) }
        let parts = [(RefererKey.name, link.refererAppName), (RefererKey.url, link.refererURL)].filter { $0.1 != none }
        if parts.isEmpty { return nil }
        return .object(JSONObject(parts.map { key, text in (key.rawValue, .string(text.map(written) ?? Expectation.none)) }))
    }

    /// Returns a value with its texts as the suite writes them. The names stay as they are, because a suite has no variables in names.
    private static func value(_ value: JSONValue, _ written: (String) -> String) -> JSONValue {
        switch value {
        case .object(let object): .object(JSONObject(object.map { ($0.key, self.value($0.value, written)) }))
        case .array(let elements): .array(elements.map { self.value($0, written) })
        case .string(let text): .string(written(text))
        case .number, .bool, .null: value
        }
    }
}
