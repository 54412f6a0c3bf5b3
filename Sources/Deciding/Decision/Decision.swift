/// What a device does with a link, and why: the answer of ``AndroidDevice/decide(_:from:)`` and
/// ``AppleDevice/decide(_:from:)``, the only judges in linkscope.
package struct Decision: Sendable, Hashable {
    package enum Outcome: Sendable, Hashable {
        /// The app with this ID, or one of several; the system does not define which.
        case app([String])
        /// The user chooses one of these apps.
        case chooser([String])
        /// A browser; nil if the device does not name it.
        case browser(String?)
        /// A part of the system, such as the phone or the messages, or the system app with this ID.
        case system(handler: String, app: String?)
        /// The store, on the page of a package if one is named.
        case store(package: String?)
        /// The page that an intent names for the case that no app opens it.
        case fallback(String)
        case nothing
    }

    package var outcome: Outcome
    /// The activity that opens the link on Android, as its filter is declared.
    package var filter: FilterPlace?
    /// The page that the browser loads if it is not the link itself.
    package var url: String?
    /// Whether the system asks the user before it opens the app.
    package var asks = false
    /// The app that would open the link if it were installed; nil if something opens the link, or no app of the device would.
    package var missing: String?
    /// Whether the link stays in the web view that has it.
    package var staysInPlace = false
    /// The rules that spoke, in order. The last one decided.
    package var steps: [Step] = []

    /// A filter of an app on a device.
    package struct FilterPlace: Sendable, Hashable {
        package var app: String
        /// The index of the filter among those of the app, from 0.
        package var index: Int
    }

    /// A rule that spoke, and about which app.
    package struct Step: Sendable, Hashable {
        package var rule: Rule
        /// The ID of the app that the rule speaks of, a host, or another name; empty if the rule needs none.
        package var subject = ""
        /// The filter that a rule of Android speaks of.
        package var filter: FilterPlace?
        /// The associated domain or the scheme that a rule of iOS speaks of, as the app declares it; schemes are in lowercase.
        package var declaration: String?
        /// Why that filter does not match.
        package var miss: FilterMiss?
        /// What the association file of the site decided.
        package var association: AASADecision.Reason?

        /// A sentence.
        package var words: String { words(naming: subject) }

        /// A sentence that calls the subject by a name.
        package func words(naming name: String) -> String {
            if let miss { return "\(name): \(miss.words)." }
            return rule.words(name)
        }
    }

    /// One word for the outcome, which scripts match on.
    package var word: String {
        switch outcome {
        case .app: "app"
        case .chooser: "chooser"
        case .browser: "browser"
        case .system: "system"
        case .store: "store"
        case .fallback: "fallback"
        case .nothing: "nothing"
        }
    }

    /// A sentence with the reason: the rule that decided.
    package var reason: String { steps.last?.words ?? "" }

    /// The filter that came nearest to the link without taking it.
    package var nearestMiss: Step? {
        steps.filter { $0.rule == .filterMisses && $0.miss != nil }.max { ($0.miss?.nearness ?? 0) < ($1.miss?.nearness ?? 0) }
    }

    /// The rules by which devices decide, each with a sentence in which `%` stands for the app, the host or the scheme that it is about.
    package enum Rule: String, Sendable, Hashable {
        // Android: filters and candidates
        case filterMatches = "%: a filter takes the link."
        case filterMisses = "%: no filter takes the link."
        case disabled = "% is disabled, so it is no candidate."
        case onlyPackage = "The sender names the package %, so Android asks no other app. Verification does not matter here."
        case noHandler = "No app takes the link, so nothing opens."
        case onlyHandler = "% is the only app that takes the link, so it opens the link, verified or not."
        /// The same for links that Android does not verify.
        case onlyApp = "% is the only app that takes the link, so it opens the link."
        // Android: domains
        case noDomainRequest = "The host is no domain name, so Android does not look for verified apps."
        case linksNotAllowed = "%: \"Open supported links\" is off in the settings of the app."
        case verified = "% is verified for the host."
        case assumed = "linkscope does not know whether the site names %, and assumes that it does."
        case selected = "The user selected the host for %."
        case legacySetting = "% has a setting from before Android 12."
        case notVerified = "% is not verified for the host, and the user did not select it."
        case lastInstalled = "Several apps are approved; % was installed last."
        case browsersOnly = "No app is approved for the host, so Android 12 and later open the browser."
        case verifiedAll = "All hosts of % are verified, so it always opens its links."
        case assumedAll = "linkscope assumes that all hosts of % are verified, so it always opens its links."
        case always = "% is set to open its links always."
        case asks = "Android asks whether % opens it, because not all hosts of the app are verified."
        case never = "% is set to never open links."
        // Android: the choice
        case priority = "The filter of % has the highest priority."
        case savedChoice = "The user chose % before."
        case chooser = "Several apps take the link and no choice is saved, so Android asks."
        // Chrome
        case notAnIntent = "Chrome cannot read the intent: link, so nothing happens."
        case frame = "A frame without a tap opens no app."
        case history = "Going back or forward opens no app."
        case fromAnotherApp = "Another app just opened this page in Chrome, so Chrome keeps it."
        case ownScheme = "Chrome never gives links with the scheme % to an app."
        case form = "Chrome keeps a form that is sent to a web page."
        case incognito = "An incognito tab does not give web links to apps. For any other link, it asks before it opens an app."
        case needsQuestion = "There was no tap, so Chrome may only ask."
        case staysWithQuestion = "There was no tap, so Chrome keeps the web link."
        case sameHost = "The link has the host of the page, and no app takes it that does not take the page too, so Chrome keeps the link."
        case namedBrowser = "The app that opened the page named Chrome, so Chrome keeps the redirect."
        case question = "Chrome asks whether to continue to %."
        case noQuestion = "Chrome would have to ask about several apps, so it does nothing."
        case intentFallback = "No app may open, so Chrome loads the page in browser_fallback_url."
        case store = "No app takes the link and the intent names %, so Chrome opens its page in the store."
        case noStore = "No app takes the link, and the device has no store."
        case loadsTarget = "The intent resolves to Chrome itself, so Chrome loads its address, not the fallback."
        case otherBrowser = "The intent resolves to another browser, so Chrome asks which one."
        // iOS
        case before9 = "iOS before 9 has no universal links."
        case systemScheme = "iOS itself opens links with the scheme %."
        case defaultMail = "% is the default mail app."
        case schemeClaimed = "% claims the scheme."
        case schemeShared = "Several apps claim the scheme; iOS does not define which one opens."
        case schemeUnclaimed = "No app claims the scheme."
        // Both, for links that no app of the device can claim
        case onlyAndroid = "Only Android opens % links."
        case onlyIOS = "Only iOS opens % links."
        case notOfIOS = "iOS itself opens no % links, and no app claims them."
        case codeText = "This is the text of a code for cameras, not a link, so no app gets it."
        case ownLink = "% cannot open its own universal link, so the browser gets it."
        case universalOnly = "The sender allows universal links only, and no app takes the link as one."
        case typed = "The address was typed or loaded, so it stays in the browser."
        case notTapped = "Here, only a tap on a link opens an app, and this link was not tapped."
        case sameSite = "The page has the same host, so the link stays where it is."
        case firstLoad = "The first page of a web view stays in it."
        case userChoseBrowser = "The user chose the browser for this site before."
        case notEntitled = "No installed app has the host in its associated domains."
        case browserCannot = "% is a browser, and browsers have no universal links."
        case modeOff = "The associated domain of % has a mode that this device does not allow."
        case noFile = "%: the device has no association file of the site."
        case fileRefuses = "%: the association file does not give it the link."
        case fileGives = "% has the domain, and the association file gives it the link."
        case fileAssumed =
            "% has the domain. linkscope does not know the association file of the site, and assumes that it gives the app the link."
        case bannerOpens = "The banner of the page opens %, which is installed."
        case bannerStore = "The banner's app is not installed, so the banner opens the store."
        case defaultBrowser = "No app takes the link, so the browser opens it."

        func words(_ subject: String) -> String {
            guard let place = rawValue.utf8.firstIndex(of: UInt8(ascii: "%")) else { return rawValue }
            return rawValue[..<place] + subject + rawValue[place...].dropFirst()
        }
    }
}
