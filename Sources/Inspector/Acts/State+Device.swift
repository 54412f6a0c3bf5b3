import AppLinks
import Bytes
import Deciding
import LinkLayers
import Panes
import Projects
import Screen

extension State {
    // MARK: The user's project

    /// Takes what a project declares after its files have changed; nothing while a file cannot be read, which an editor may be writing.
    mutating func follow(_ project: UserProject, now: Int64) -> [Effect] {
        let known = Set(self.project?.unreadable.map(\.place.file) ?? [])
        if let finding = project.unreadable.first(where: { !known.contains($0.place.file) }) {
            return notify(
                .bad, "\(display.mask.text("\(finding.place.file): \(finding.message)")) The apps on the device stay as they were.")
        }
        let before = device.simulated
        var changed = before
        project.install(on: &changed)
        device.follow(project)
        self.project = project
        guard changed != before else { return [] }
        return act(.update(changed), now: now)
            + notify(.good, "The project \(project.name) has changed, and its apps on the device with it.")
    }

    // MARK: Typed commands

    mutating func chooseDevice(_ name: String, now: Int64) throws(TypedCommand.Mistake) -> [Effect] {
        guard let profile = device.profiles.first(where: { $0.name.lowercased() == name.lowercased() }) else {
            let all = device.profiles.map(\.name).listed("and")
            throw TypedCommand.Mistake(message: "There is no device \"\(name)\". The devices are \(all).")
        }
        return act(.chooseDevice(profile), now: now)
    }

    mutating func switchApp(_ name: String, isInstalled: Bool, now: Int64) throws(TypedCommand.Mistake) -> [Effect] {
        let app = try app(name)
        guard app.isInstalled != isInstalled else {
            return notify(.plain, "\(device.name(of: .app(app.id))) is already \(isInstalled ? "installed" : "not installed").")
        }
        return act(.switchApp(id: app.id, isInstalled: isInstalled), now: now)
            + notify(.good, "\(device.name(of: .app(app.id))) is \(isInstalled ? "installed" : "removed"). \(.undo) undoes it.")
    }

    mutating func bringToFront(_ name: String, now: Int64) throws(TypedCommand.Mistake) -> [Effect] {
        let fixed = [SimulatedDevice.Front.home, .browser].first { device.names(of: $0).contains(name.lowercased()) }
        let front = if let fixed { fixed } else { SimulatedDevice.Front.app(try app(name).id) }
        if case .app(let id) = front, device.simulated.app(id)?.isInstalled != true {
            return notify(.plain, "\(device.name(of: front)) is not installed, so it cannot come to the front.")
        }
        return act(.bringToFront(front), now: now) + notify(.good, "In front: \(device.name(of: device.simulated.front)).")
    }

    /// Returns the app with a name or ID, or the only one whose name begins with the text.
    private func app(_ name: String) throws(TypedCommand.Mistake) -> SimulatedDevice.App {
        let apps = device.simulated.apps
        if let exact = apps.first(where: { device.names(of: .app($0.id)).contains(name.lowercased()) }) { return exact }
        let found = apps.filter { $0.name.lowercased().hasPrefix(name.lowercased()) }
        guard found.count == 1 else {
            throw TypedCommand.Mistake(message: "There is no app \"\(name)\". The apps are \(apps.map(\.name).joined(separator: ", ")).")
        }
        return found[0]
    }

    // Declaring an app. The form starts with the app that the selection lacks: the one that should receive its link, or its referer. Enter
    // adds the app to the device, and an effect adds it to the file of the device. The form is kept until the file is written.

    /// Declares an app for a scheme, without the form.
    package mutating func declare(scheme: String?, name: String?, now: Int64) -> [Effect] {
        let form = scheme.map { scheme in
            let scheme = String(scheme.prefix { $0 != ":" })
            let assumed = device.simulated.app(claiming: scheme).flatMap { $0.isAssumed ? $0 : nil }
            return AppForm(scheme: scheme, assumed: assumed, name: name)
        }
        guard let form = form ?? formOfMissingApp() else {
            return notify(.plain, "An app already claims the current link. Name a scheme to add another app.")
        }
        forms.app = form
        return declare(form, now: now)
    }

    mutating func declare(_ form: AppForm, now: Int64) -> [Effect] {
        switch form.app(on: device.simulated) {
        case .success(let app):
            let effects = closeWindow() + act(.declare(app), now: now)
            // The form is kept until the app is saved. If it has to be saved again, it changes the app that is on the device by then.
            forms.app = AppForm(app)
            forms.app?.isTouched = true
            return effects
        case .failure(let problem):
            forms.app?.move(to: problem.field)
            return notify(.bad, "Not added: \(display.mask.words(problem.message)).")
        }
    }

    /// Shows a notice that says whether a declared app was saved. Shows none if the app of an undone declaration was removed from the file.
    mutating func note(_ declarations: AppDeclarations, _ result: AppsSaved) {
        let app = declarations.declared.first
        switch result {
        case .saved(let path):
            guard let app, forms.app?.isTouched == true else { return }
            forms.app = nil
            notice = Notice(.good, "Added \(app.name) to the \(declarations.device). \(nextKey(for: app)) Saved to \(path).")
        case .failed(let reason):
            let what = app.map { "\($0.name) is on the \(declarations.device) now, but was not saved" } ?? "The device was not saved"
            let advice: HintedText = forms.app == nil ? "" : ". \(.declare) opens what you typed"
            notice = Notice(.bad, "\(what): \(display.mask.words(reason))\(advice).")
        }
    }

    /// Returns a sentence about the key that shows the effect of a new app on the selected link.
    private func nextKey(for app: SimulatedDevice.App) -> HintedText {
        guard let (record, url) = linkToOpen, let row = lists.row(of: record), !row.flags.contains(.wasReceived),
            let number = lists.number(of: record), case .opened(app.id) = device.simulated.open(url)
        else { return "\(.undo) undoes it." }
        return "\(.open, "\(number)") opens #\(number) in \(app.name)."
    }

    // MARK: The app that the selection lacks

    /// Whether the footer offers to declare an app. Most web links need no app, so it offers one for a web link only in the tab Why.
    var lacksApp: Bool { missingApp.map { !$0.url.isWeb || detail.tab == .verdict } ?? false }

    /// The first link of the selection whose scheme is claimed by no app, or only by an assumed one, with the name of its app if known. If
    /// there is no such link, returns the selected web link, unless an app gets it.
    private var missingApp: (url: LinkURL, name: String?, id: String?)? {
        var candidates: [(url: LinkURL, name: String?, id: String?)] = []
        if let (record, url) = linkToOpen {
            candidates.append((url, nil, nil))
            let targets = lookups.page(of: url)?.appLink(for: device.simulated.pageIdiom).targets ?? []
            let steps = journey.departure(of: record)?.steps ?? []
            candidates += targets.prefix(Self.mostTargets).compactMap { target in
                target.url.map { ($0, target.appName, target.packageName) }
            }
            candidates += steps.prefix(Self.mostTargets).compactMap { step in step.url.map { ($0, step.appName, nil) } }
        }
        if let link = detail.inspection?.link, let referer = link.refererURL.flatMap({ LinkURL($0) }) {
            candidates.append((referer, link.refererAppName, nil))
        }
        let missing = candidates.first { candidate in
            guard let scheme = candidate.url.scheme, device.simulated.canBeClaimed(candidate.url) else { return false }
            return device.simulated.app(claiming: scheme)?.isAssumed ?? true
        }
        return missing ?? candidates.first.flatMap { $0.url.isWeb && !device.simulated.hasApp(for: $0.url) ? $0 : nil }
    }

    /// The most targets of a page that are looked at, because they are looked at for each frame.
    private static let mostTargets = 50

    func formOfMissingApp() -> AppForm? {
        guard let missing = missingApp, let scheme = missing.url.scheme?.lowercased() else { return nil }
        if missing.url.isWeb { return AppForm(host: missing.url.host?.lowercased() ?? "", id: missing.id) }
        return AppForm(scheme: scheme, assumed: device.simulated.app(claiming: scheme), name: missing.name, id: missing.id)
    }
}

extension Device {
    /// Returns the names, in lowercase, by which a typed command can refer to an app, the browser or the home screen.
    func names(of front: SimulatedDevice.Front) -> [String] {
        switch front {
        case .browser: ["browser", name(of: front).lowercased()]
        case .home: ["home", "home screen"]
        case .app(let id): [name(of: front).lowercased(), id.lowercased()]
        }
    }
}
