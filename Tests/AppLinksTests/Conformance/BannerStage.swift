import AppLinks
import JSONDocument
import Synchronization
import TestSupport

/// A banner, and everything that the steps of a case can change or check.
final class BannerStage {
    /// The label's height. The cases contain only heights relative to this height.
    static let labelHeight = 17.0

    private let log: StageLog
    private let world: VectorWorld
    private let center: MeasurementCenter
    private let recorder: MeasurementRecorder
    private var controller: ReturnToRefererController
    private var delegate: (any ReturnToRefererDelegate)?
    private var translations = BannerTranslations()
    private var statusBar = ReturnToRefererBanner.StatusBar.hidden

    init(world: JSONValue?, _ check: inout VectorCheck) {
        let log = StageLog()
        self.log = log
        self.world = VectorWorld(world, &check) { log.add($0) }
        (center, recorder) = MeasurementRecorder.make { log.add("event:\($0.name)") }
        controller = ReturnToRefererController(opener: self.world, posting: center)
        setDelegate(BannerDelegate.with(BannerDelegate.methods, log))
    }

    var banner: ReturnToRefererBanner { controller.banner }
    private var height: Double { banner.height(labelHeight: Self.labelHeight, statusBar: statusBar) }
    var opened: [LinkURL] { world.opened }
    var events: [MeasurementEvent] { recorder.all }
    /// All delegate calls so far.
    var delegateCalls: [String] { log.all.filter { $0.hasPrefix("willNavigate") || $0.hasPrefix("didNavigate") } }
    /// Everything that has happened since the current step began.
    var order: [String] { log.sinceStep }

    /// Returns the banner's value under this key of `then`. Returns nil for a list, and for a key that the runner does not know.
    func value(of key: String) -> JSONValue? {
        switch key {
        case "visible": .bool(banner.isVisible)
        case "hidden": .bool(!banner.isVisible)
        case "text": banner.text.map { .string($0) } ?? .null
        case "closed": .bool(banner.isClosed)
        case "height": .number(JSONNumber(height))
        case "openedCount": .number(JSONNumber(opened.count))
        default: nil
        }
    }

    /// Saves values of the banner for `{"$match": "equals", "of": name}` in later steps.
    ///
    ///    "save": "h1"                the height
    ///    "save": {"text": "t1"}      any other value, by its key in `then`
    ///    "save": {"t1": "text"}      the same, the other way round
    func save(_ names: JSONValue, _ check: inout VectorCheck) {
        if let name = names.stringValue { return check.saved[name] = value(of: "height") }
        guard let members = names.objectValue, members.count > 0 else { return check.unknown("a save without a name: \(names)") }
        for member in members {
            guard let other = member.value.stringValue else { return check.unknown("the name \(member.value) of a save") }
            if let value = value(of: member.key) {
                check.saved[other] = value
            } else if let value = value(of: other) {
                check.saved[member.key] = value
            } else {
                check.unknown("what \(names) saves")
            }
        }
    }

    func beginStep() {
        log.beginStep()
    }

    private func setDelegate(_ newDelegate: (any ReturnToRefererDelegate)?) {
        delegate = newDelegate
        controller.delegate = newDelegate
    }

    func perform(_ step: JSONValue, _ place: String, _ check: inout VectorCheck) {
        guard let verb = step["do"]?.stringValue else { return check.unknown("a step without do") }
        let value = step["value"]
        var keys: Set<String> = ["do", "then", "note", "save"]
        switch verb {
        case "create":
            keys.formUnion(["mode", "statusBarHeight", "statusBarWidth", "statusBarHidden", "landscape", "orientation"])
            create(step, &check)
        case "showURL":
            keys.insert("url")
            guard let given = step["url"] else { return check.unknown("a showURL without url") }
            controller.show(url: check.text(given, "url").flatMap { LinkURL($0) })
        case "showLink":
            keys.insert("link")
            guard let given = step["link"] else { return check.unknown("a showLink without link") }
            controller.show(given.isNull ? nil : AppLink(vector: given, &check))
        case "setHidden":
            keys.insert("value")
            if let isHidden = flag(value, verb, &check) { controller.banner.isHidden = isHidden }
        case "setClosed":
            keys.insert("value")
            if let isClosed = flag(value, verb, &check) { controller.banner.isClosed = isClosed }
        case "setIncludeStatusBar":
            keys.insert("value")
            guard let inclusion = Self.inclusion(value) else { return check.unknown("\(verb) \(value ?? .null)") }
            controller.banner.statusBarInclusion = inclusion
        case "close":
            // The cases check the result after the animation, so it does not matter whether there is an animation.
            keys.insert("animated")
            _ = check.flag(step["animated"], "animated")
            controller.close()
        case "wait", "waitForAnimation", "finishAnimation":
            // There is nothing to wait for, because the banner has no animation.
            keys.formUnion(["seconds", "value"])
        case "tapClose": controller.close()
        case "tapLink": controller.tap()
        case "setDelegate":
            keys.formUnion(BannerDelegate.stepKeys)
            setDelegate(BannerDelegate.methods(of: step, &check).map { BannerDelegate.with($0, log) })
        case "setTranslation", "setTranslations":
            keys.formUnion(BannerTranslations.stepKeys)
            guard let given = BannerTranslations(step: step, &check) else { return }
            translations = given
            controller.banner.translations = given
        case "save":
            // The names are in the step's `save`, or in one of these keys.
            keys.formUnion(["as", "name", "value"])
            let names = ["save", "as", "name", "value"].compactMap { step[$0] }
            guard names.count == 1, let name = names.first else { return check.unknown("a save without one name") }
            if step["save"] == nil { save(name, &check) }
        case "setStatusBarHidden":
            keys.insert("value")
            if let isHidden = flag(value, verb, &check) { statusBar.isHidden = isHidden }
        case "setStatusBarHeight":
            keys.insert("value")
            guard let height = value?.numberValue?.doubleValue else { return check.unknown("\(verb) \(value ?? .null)") }
            statusBar.height = height
        case "removeFromNav", "removeFromNavController", "removeFromNavigation", "removeFromNavigationController":
            controller.removeFromNavigation()
        default: check.unknown("the verb \"\(verb)\"")
        }
        check.allow(step, place, keys)
    }

    private func flag(_ value: JSONValue?, _ verb: String, _ check: inout VectorCheck) -> Bool? {
        if value?.boolValue == nil { check.unknown("\(verb) \(value ?? .null)") }
        return value?.boolValue
    }

    private func create(_ step: JSONValue, _ check: inout VectorCheck) {
        let isAbove: Bool
        switch step["mode"]?.stringValue {
        case nil, "plain", "view", "controller": isAbove = false
        case "aboveNavigation", "aboveNavigationController", "aboveNavController": isAbove = true
        case let mode?: return check.unknown("the mode \(mode)")
        }
        controller = ReturnToRefererController(opener: world, posting: center, aboveNavigation: isAbove)
        controller.delegate = delegate
        controller.banner.translations = translations
        statusBar = .init(
            width: length(step, "statusBarWidth", &check),
            height: length(step, "statusBarHeight", &check),
            isHidden: check.flag(step["statusBarHidden"], "statusBarHidden"),
            isLandscape: check.flag(step["landscape"], "landscape")
        )
        switch step["orientation"] {
        case nil, "portrait"?: break
        case "landscape"?: statusBar.isLandscape = true
        case let orientation?: check.unknown("the orientation \(orientation)")
        }
    }

    private func length(_ step: JSONValue, _ key: String, _ check: inout VectorCheck) -> Double {
        guard let value = step[key] else { return 0 }
        if value.numberValue == nil { check.unknown("the \(key) \(value)") }
        return value.numberValue?.doubleValue ?? 0
    }

    /// Parses the name of an inclusion, or the number that Bolts uses for it.
    static func inclusion(_ value: JSONValue?) -> ReturnToRefererBanner.StatusBarInclusion? {
        switch value {
        case 0: .never
        case 1: .whereContentReachesBelow
        case 2: .always
        default:
            switch value?.stringValue?.lowercased() {
            case "never": .never
            case "always": .always
            case "ios7andlater", "ios7", "ios7orlater", "sinceios7", "default": .whereContentReachesBelow
            default: nil
            }
        }
    }
}

/// Everything that happened on the stage, in order.
final class StageLog: Sendable {
    private struct Lines {
        var all: [String] = []
        var stepStart = 0
    }

    private let lines = Mutex(Lines())

    var all: [String] { lines.withLock { $0.all } }
    var sinceStep: [String] { lines.withLock { Array($0.all[$0.stepStart...]) } }

    func add(_ line: String) {
        lines.withLock { $0.all.append(line) }
    }

    func beginStep() {
        lines.withLock { $0.stepStart = $0.all.count }
    }
}
