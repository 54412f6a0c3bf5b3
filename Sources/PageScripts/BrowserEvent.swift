import JSONDocument

/// What a browser tells of a page without being asked, as far as it matters here.
enum BrowserEvent: Sendable, Hashable {
    /// A dialog keeps the scripts waiting.
    case dialog
    case dialogEnd
    /// A script, or the page, wants to go somewhere.
    case goes(to: String)
    /// The page is another document now; `lost` is what could not be loaded and stands behind the browser's own words for that.
    case document(lost: String?)
    /// Something that may change what the page says is being loaded: scripts, what they ask for, and the page itself.
    case loads(String)
    case loaded(String)
    /// Some more has come of what a document or a frame in it is made of.
    case comes
    /// The page begins to be loaded, and is complete.
    case starts
    case stops
    /// The time that was handed out has passed.
    case timeIsUp
    case crash
    /// A request waits for our word.
    case waits(request: String)
    /// A request needs a password: for the proxy at that address, or for whoever `proxy` is nil for.
    case needsPassword(request: String, proxy: String?)

    /// - Parameter page: The name of the page, which its main frame has too.
    init?(_ name: String, _ parameters: JSONDocument.Node?, page: String) {
        let text: (String) -> String = { parameters?[$0]?.stringValue ?? "" }
        switch name {
        case "Page.javascriptDialogOpening": self = .dialog
        case "Page.javascriptDialogClosed": self = .dialogEnd
        case "Page.frameRequestedNavigation": self = .goes(to: text("url"))
        case "Page.frameNavigated":
            guard let frame = parameters?["frame"] else { return nil }
            self = frame["parentId"] == nil ? .document(lost: frame["unreachableUrl"]?.stringValue) : .comes
        case "Network.requestWillBeSent":
            let isWaitedFor = ["Script", "XHR", "Fetch"].contains(text("type")) || text("type") == "Document" && text("frameId") == page
            guard isWaitedFor else { return nil }
            self = .loads(text("requestId"))
        case "Network.responseReceived", "Network.dataReceived": self = .comes
        case "Network.loadingFinished", "Network.loadingFailed": self = .loaded(text("requestId"))
        case "Page.frameStartedLoading" where text("frameId") == page: self = .starts
        case "Page.frameStoppedLoading" where text("frameId") == page: self = .stops
        case "Emulation.virtualTimeBudgetExpired": self = .timeIsUp
        case "Fetch.requestPaused": self = .waits(request: text("requestId"))
        case "Fetch.authRequired":
            let challenge = parameters?["authChallenge"]
            let isProxy = challenge?["source"]?.stringValue == "Proxy"
            self = .needsPassword(request: text("requestId"), proxy: isProxy ? challenge?["origin"]?.stringValue : nil)
        case "Inspector.targetCrashed": self = .crash
        default: return nil
        }
    }
}
