/// The commands that are typed as lines in plain mode, in the order of the help. The raw value is the name of the command.
package enum PlainWord: String, Sendable, CaseIterable {
    case help, show, list, open
    case goBack = "return"
    case dismiss, undo, redo
    case device, apps, install, remove, front, assume
    case hold, resume
    case fetch, scripts, verdict, stop
    case repair, copy, sample, secrets, quit

    /// What may follow the name.
    var usage: String {
        switch self {
        case .help: "[WORD]"
        case .show: "[N] [extras|raw|findings|events|journey|target|referer]"
        case .list: "[all|problems|N-M]"
        case .open: "[N] [from APP|browser|home]"
        case .goBack, .dismiss, .repair: "[N]"
        case .device: "[NAME]"
        case .install, .remove: "APP"
        case .front: "APP|browser|home"
        case .assume, .secrets: "on|off"
        case .fetch, .scripts, .verdict: "[N] [again]"
        case .copy: "[N] [FORM]"
        case .sample: "[N]"
        case .undo, .redo, .apps, .hold, .resume, .stop, .quit: ""
        }
    }

    var summary: String {
        switch self {
        case .help: "lists the commands, or explains one"
        case .show: "reads a link out: the whole link, or one part of it"
        case .list: "lists the last 20 links, all links, the links with problems, or the links from N to M"
        case .open: "opens a link on the device, from its referer, from an app, from the browser, or from the home screen"
        case .goBack: "returns to the referer of a link, as the banner does"
        case .dismiss: "closes the banner of a link, also for later referers"
        case .undo: "undoes the last change of the device"
        case .redo: "does again what was undone"
        case .device: "names the devices, or changes to another one"
        case .apps: "lists the apps of the device"
        case .install: "installs an app"
        case .remove: "removes an app"
        case .front: "brings an app, the browser or the home screen to the front"
        case .assume: "assumes an app for each scheme that no app claims, or stops doing so"
        case .hold: "holds the device; new links are recorded and wait"
        case .resume: "ends the hold"
        case .fetch: "fetches the page of a web link, and says which app it opens; \"again\" ignores the cache"
        case .scripts: "fetches the page of a web link, and reads it after its scripts have run in Chromium"
        case .verdict: "checks if a web link opens in its app, and why; \"again\" ignores the cache"
        case .stop: "stops a lookup or the opening of a link"
        case .repair: "delivers a link with all repairs applied"
        case .copy: "prints the text to copy; FORM is link, repaired, data, referer, adb, simctl, devicectl, intent or curl"
        case .sample: "lists links with which you can try linkscope, or delivers one"
        case .secrets: "shows secrets, or masks them again"
        case .quit: "ends linkscope"
        }
    }

    /// `open [N] [from APP]` with the name in front.
    var synopsis: String { usage.isEmpty ? rawValue : "\(rawValue) \(usage)" }

    /// The keys of the screen that have the same effect. They may be typed too, because some messages name them.
    static let keys: [String: PlainWord] = [
        "o": .open, "r": .goBack, "X": .dismiss, "u": .undo, "U": .redo, "d": .apps, "F": .fetch, "J": .scripts, "V": .verdict,
        "R": .repair, "y": .copy, "s": .sample, "?": .help, "q": .quit, "Space": .hold,
    ]

    /// Returns the words that a typed word can stand for: one if it is a name, a key, or the beginning of a single name.
    static func candidates(for typed: String) -> [PlainWord] {
        if let key = keys[typed] { return [key] }
        let typed = typed.lowercased()
        guard !typed.isEmpty else { return [] }
        return PlainWord(rawValue: typed).map { [$0] } ?? allCases.filter { $0.rawValue.hasPrefix(typed) }
    }
}
