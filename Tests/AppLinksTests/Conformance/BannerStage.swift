import AppLinks
import JSONDocument
import Synchronization

/// A banner with all around it that the steps of a case can do something to.
final class BannerStage {
    /// The cases only ask for heights in relation to this.
    static let labelHeight = 17.0

    private let log: StageLog
    private let world: VectorWorld
    private let center: MeasurementCenter
    private let recorder: MeasurementRecorder
    private var controller: ReturnToRefererController
    private var delegate: (any ReturnToRefererDelegate)?
    private var statusBar = ReturnToRefererBanner.StatusBar.hidden

    init(world: JSONValue?, _ check: inout VectorCheck) {
        let log = StageLog()
        self.log = log
        self.world = VectorWorld(world, &check) { log.add($0) }
        (center, recorder) = MeasurementRecorder.make { log.add("event:\($0.name)") }
        controller = ReturnToRefererController(opener: self.world, posting: center)
        setDelegate(BothMethods(log))
    }

    var banner: ReturnToRefererBanner { controller.banner }
    var height: Double { banner.height(labelHeight: Self.labelHeight, statusBar: statusBar) }
    var opened: [LinkURL] { world.opened }
    var events: [MeasurementEvent] { recorder.all }
    /// Since the start.
    var delegateCalls: [String] { log.all.filter { $0.hasPrefix("willNavigate") || $0.hasPrefix("didNavigate") } }
    /// Since the step began.
    var order: [String] { log.sinceStep }

    func beginStep() {
        log.beginStep()
    }

    func perform(_ step: JSONValue, _ place: String, _ check: inout VectorCheck) {
        guard let verb = step["do"]?.stringValue else { return check.unknown("a step without do") }
        let value = step["value"]
        var keys: Set<String> = ["do", "then", "note"]
        switch verb {
        case "create":
            keys.formUnion(["mode", "statusBarHeight", "statusBarWidth", "statusBarHidden", "landscape"])
            create(step, &check)
        case "showURL":
            keys.insert("url")
            guard let given = step["url"] else { return check.unknown("a showURL without url") }
            controller.show(url: given.stringValue.flatMap { LinkURL($0) })
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
            // Animated or not, the cases look when it is over.
            keys.insert("animated")
            controller.close()
        case "tapClose": controller.close()
        case "tapLink": controller.tap()
        case "setDelegate":
            keys.formUnion(["value", "methods", "without", "lacks"])
            setDelegate(step, &check)
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
        case nil, "plain": isAbove = false
        case "aboveNavigation", "aboveNavigationController", "aboveNavController": isAbove = true
        case let mode?: return check.unknown("the mode \(mode)")
        }
        controller = ReturnToRefererController(opener: world, posting: center, aboveNavigation: isAbove)
        controller.delegate = delegate
        statusBar = .init(
            width: step["statusBarWidth"]?.numberValue?.doubleValue ?? 0,
            height: step["statusBarHeight"]?.numberValue?.doubleValue ?? 0,
            isHidden: step["statusBarHidden"] == .bool(true),
            isLandscape: step["landscape"] == .bool(true)
        )
    }

    static func inclusion(_ value: JSONValue?) -> ReturnToRefererBanner.StatusBarInclusion? {
        switch value?.stringValue?.lowercased() {
        case "never": .never
        case "always": .always
        case "ios7andlater", "ios7", "ios7orlater", "sinceios7", "default": .whereContentReachesBelow
        default: nil
        }
    }
}

/// The delegate
extension BannerStage {
    private func setDelegate(_ newDelegate: (any ReturnToRefererDelegate)?) {
        delegate = newDelegate
        controller.delegate = newDelegate
    }

    /// Null for none, or the methods it has: a list of names, or flags by name; of both methods the step may also take some away.
    private func setDelegate(_ step: JSONValue, _ check: inout VectorCheck) {
        let known: Set<String> = ["willNavigate", "didNavigate"]
        var methods = known
        switch step["value"] ?? step["methods"] {
        case nil: break
        case .null?: return setDelegate(nil)
        case .array(let names)?: methods = Set(names.compactMap(\.stringValue))
        case .object(let flags)?:
            check.allow(.object(flags), "delegate", known)
            for member in flags where member.value == .bool(false) { methods.remove(member.key) }
        case .string("none")?, .string("empty")?: methods = []
        case .string("both")?, .string("full")?: break
        case let value?: methods = Set([value.stringValue ?? "\(value)"])
        }
        for key in ["without", "lacks"] {
            methods.subtract((step[key]?.arrayValue ?? [step[key] ?? .null]).compactMap(\.stringValue))
        }
        switch methods {
        case []: setDelegate(NoMethods())
        case ["willNavigate"]: setDelegate(WillNavigateOnly(log))
        case ["didNavigate"]: setDelegate(DidNavigateOnly(log))
        case known: setDelegate(BothMethods(log))
        default: check.unknown("the delegate \(step)")
        }
    }
}

/// What happened on the stage, in order.
private final class StageLog: Sendable {
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

private final class NoMethods: ReturnToRefererDelegate {}

private final class WillNavigateOnly: ReturnToRefererDelegate {
    private let log: StageLog
    init(_ log: StageLog) { self.log = log }
    func willNavigate(to link: AppLink) { log.add("willNavigate") }
}

private final class DidNavigateOnly: ReturnToRefererDelegate {
    private let log: StageLog
    init(_ log: StageLog) { self.log = log }
    func didNavigate(to link: AppLink, type: NavigationType) { log.add("didNavigate:\(type.rawValue)") }
}

private final class BothMethods: ReturnToRefererDelegate {
    private let log: StageLog
    init(_ log: StageLog) { self.log = log }
    func willNavigate(to link: AppLink) { log.add("willNavigate") }
    func didNavigate(to link: AppLink, type: NavigationType) { log.add("didNavigate:\(type.rawValue)") }
}
