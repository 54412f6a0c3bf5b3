package import Deciding
package import DeviceTools

/// The report of `open` on a real device, as a JSON object or as text: what the device did with the link, and what the simulated device
/// does.
package struct DeviceReport: Sendable {
    package let answer: DeviceAnswer
    /// Where the link ends on the simulated device; nil if there is nothing to compare with.
    let simulated: SimulatedEnd?
    let showsSecrets: Bool

    package init(_ answer: DeviceAnswer, simulated: SimulatedEnd?, showsSecrets: Bool = false) {
        self.answer = answer
        self.simulated = simulated
        self.showsSecrets = showsSecrets
    }

    /// Whether the exit code is 1: the device did not open the link in an app other than the browser.
    package var isNo: Bool { answer.opening.isInApp == false }

    /// Returns the command as a line for a shell. The secrets of the link are masked before the link is quoted, because a secret may not be
    /// recognized afterwards.
    private func command(_ masking: inout Masking) -> String? {
        guard !answer.command.isEmpty else { return nil }
        let link = answer.request.link
        let shown = link.showing(masking.text(link.text)).text
        let arguments = answer.command.map { word in
            word == link.text ? shown : word == ShellQuoting.word(link.text) ? ShellQuoting.word(shown) : word
        }
        return LaunchCommand.line(arguments)
    }

    // MARK: JSON

    /// Returns the JSON object without a line end. Scripts rely on the keys and their order.
    package func json() -> String {
        JSONOutput.report(showsSecrets: showsSecrets) { json in
            json.field("link", masked: answer.request.link.text)
            json.field("tool", answer.request.tool.rawValue)
            json.object("device") { json in
                json.field("id", answer.device.id.isEmpty ? nil : answer.device.id)
                json.field("name", answer.device.name)
                json.field("system", answer.device.system)
            }
            json.field("app", answer.request.app)
            json.object("opened") { $0.opened(answer.opening) }
            json.field("inApp", answer.opening.isInApp)
            let command = command(&json.masking)
            if command != nil, json.masking.text(answer.request.link.text) != answer.request.link.text { json.noteMasked("command") }
            json.field("command", command)
            json.object("appLinks", of: answer.appLinks) { json, appLinks in
                json.field("package", appLinks.package)
                json.field("allowed", appLinks.states.isAllowed)
                json.field("host", answer.host)
                json.field("state", answer.domain?.state)
                json.objects("domains", appLinks.states.domains) { json, domain in
                    json.field("host", domain.host)
                    json.field("state", domain.state)
                    json.field("verified", domain.isVerified)
                }
                json.strings("selected", appLinks.states.selected)
            }
            json.object("simulated", of: simulated) { json, simulated in json.simulated(simulated) }
            let comparison = simulated?.comparison(with: answer.opening)
            json.field("agrees", comparison.flatMap { $0 == .agrees ? true : $0 == .unknown ? nil : false })
            json.field("difference", masked: comparison.flatMap { if case .differs(let words) = $0 { words } else { nil } })
            json.strings("remarks", masked: answer.opening.remarks)
            json.appendMasked()
        }.text
    }

    // MARK: Text

    /// Returns aligned lines of text, each with a line end:
    ///
    ///    link          https://shop.example/item/7
    ///    device        Pixel 8 (emulator-5554), by adb
    ///    result        opened in com.example.shop, activity .MainActivity
    ///    app links     shop.example is verified: the app gets the links of this host
    ///    simulated     browser
    ///    compared      differs: the simulated Android opens this link in its browser; the real device opens it in com.example.shop
    ///    command       adb -s emulator-5554 shell am start -W …
    package func text() -> String {
        var text = TextOutput(showsSecrets: showsSecrets)
        text.field("link", masked: answer.request.link.text)
        text.field("device", "\(answer.device.words)\(answer.request.tool == .desktop ? "" : ", by \(answer.request.tool.rawValue)")")
        text.field("result", masked: answer.opening.words)
        for remark in answer.opening.remarks { text.inner(masked: remark) }
        text.list("app links", answer.appLinkSentences) { $0.outside($1) }
        if let simulated {
            text.field("simulated", masked: simulated.words)
            switch simulated.comparison(with: answer.opening) {
            case .agrees: text.field("compared", "the real device did the same")
            case .differs(let words): text.field("compared", masked: "differs: \(words)")
            case .unknown: text.field("compared", "not possible: the tool does not report which app opened the link")
            }
        }
        if let command = command(&text.masking) { text.field("command", command) }
        return text.text
    }
}

extension JSONOutput {
    /// Appends the members that say what the device did with a link.
    mutating func opened(_ opening: DeviceOpening) {
        var (app, activity, manner, reason): (String?, String?, String?, String?)
        let kind: String
        switch opening.end {
        case .app(let id, let name, let how): (kind, app, activity, manner) = ("app", id, name, how.rawValue)
        case .browser(let id): (kind, app) = ("browser", id)
        case .chooser: kind = "chooser"
        case .nothing(let why): (kind, reason) = ("nothing", why)
        case .unreported: kind = "unreported"
        }
        field("kind", kind)
        field("app", app)
        field("activity", activity)
        field("manner", manner)
        field("reason", masked: reason)
    }

    /// Appends the members that say where a link ends on the simulated device.
    mutating func simulated(_ end: SimulatedEnd) {
        field("device", end.device)
        ended(at: end.place)
    }

    /// Appends the members that say what opened a link on the simulated device.
    ///
    /// - Parameter browser: The name of the browser; nil to leave it out.
    mutating func ended(at place: SimulatedEnd.Place, browser: String? = nil) {
        switch place {
        case .app(let id, _, let isAssumed):
            field("kind", "app")
            field("app", id)
            field("assumed", isAssumed)
        case .chooser(let ids):
            field("kind", "chooser")
            field("app", raw: nil)
            strings("apps", ids)
        case .browser:
            field("kind", "browser")
            if let browser { field("app", browser) }
        case .nothing(let reason):
            field("kind", "nothing")
            field("reason", masked: reason)
        }
    }
}
