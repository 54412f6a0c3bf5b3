import AppLinks
import JSONDocument

/// A browser event that affects when the page is read or what is reported about the run.
enum BrowserEvent: Sendable, Hashable {
    /// A dialog opens. The scripts wait until it is closed.
    case dialog
    case dialogEnd
    /// A script, or the page itself, starts a navigation to a URL.
    case goes(to: String)
    /// A script opens a WebSocket or WebTransport connection to a host.
    case socket(host: String)
    /// The page has navigated to a new document. If the document is the browser's error page, `lost` is the URL that could not be loaded.
    case document(lost: String?)
    /// A resource that may change the page's content starts to load: a script, a request of a script, or the page itself.
    case loads(String)
    case loaded(String)
    /// A part of a document or frame has arrived.
    case comes
    /// The page starts to load.
    case starts
    /// The page is complete.
    case stops
    /// The virtual time that was handed out has passed.
    case timeIsUp
    case crash

    /// - Parameter page: The target ID of the page, which is also the ID of its main frame.
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
        case "Network.webSocketCreated", "Network.webTransportCreated":
            guard let host = LinkURL(text("url"))?.host, !host.isEmpty else { return nil }
            self = .socket(host: host)
        case "Page.frameStartedLoading" where text("frameId") == page: self = .starts
        case "Page.frameStoppedLoading" where text("frameId") == page: self = .stops
        case "Emulation.virtualTimeBudgetExpired": self = .timeIsUp
        case "Inspector.targetCrashed": self = .crash
        default: return nil
        }
    }
}

/// Splits the output of a browser into messages, each of which ends in a NUL. The size of the messages is limited.
struct BrowserMessages {
    private var bytes: [UInt8] = []
    private var total = 0
    private let longest: Int
    private let most: Int

    /// - Parameter most: The maximum number of bytes in all messages together.
    init(longest: Int, most: Int) {
        self.longest = longest
        self.most = most
    }

    enum Taken {
        case messages([[UInt8]])
        case tooLong
        case tooMuch
    }

    mutating func take(_ piece: [UInt8]) -> Taken {
        total += piece.count
        guard total <= most else { return .tooMuch }
        var messages: [[UInt8]] = []
        var rest = piece[...]
        while let end = rest.firstIndex(of: 0) {
            messages.append(bytes + rest[..<end])
            bytes = []
            rest = rest[(end + 1)...]
        }
        bytes += rest
        guard bytes.count <= longest, messages.allSatisfy({ $0.count <= longest }) else { return .tooLong }
        return .messages(messages)
    }
}
