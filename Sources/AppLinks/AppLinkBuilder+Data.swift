import Bytes
import JSONDocument

extension AppLinkBuilder {
    /// Returns the JSON of `al_applink_data` before it is escaped.
    func wholeData() throws(AppLinkBuildingError) -> [UInt8] {
        try checkTypes()
        var whole = data
        whole[AppLinkKeys.targetURL] = .string(target.absoluteString)
        if let userAgent {
            whole[AppLinkKeys.userAgent] = .string(userAgent)
        } else if whole[AppLinkKeys.userAgent] == nil {
            whole[AppLinkKeys.userAgent] = .string(AppLinkNavigation.userAgent)
        }
        whole[AppLinkKeys.version] = .string(AppLinkKeys.currentVersion)
        var allExtras = data[AppLinkKeys.extras]?.objectValue ?? [:]
        for (name, value) in extras { allExtras[name] = value }
        whole[AppLinkKeys.extras] = .object(allExtras)
        if let referer { whole[AppLinkKeys.referer] = .object(try members(of: referer)) }

        var json: [UInt8] = []
        do {
            try JSONValue.object(whole).serialize(into: &json)
        } catch {
            throw AppLinkBuildingError(error, part(of: error.path))
        }
        try checkNumbers(in: json)
        return json
    }

    /// Checks that a `Double` can represent each number. A number such as 1e400 is valid JSON, but Foundation rejects the whole text because
    /// of it.
    private func checkNumbers(in json: [UInt8]) throws(AppLinkBuildingError) {
        guard let root = JSONDocument(json, limits: JSONDocument.Limits(size: json.count)).root else { return }
        var walk = JSONDocument.Node.Walk(root)
        var steps: [String] = []
        while let step = walk.next() {
            steps.removeLast(steps.count - step.depth)
            steps.append(step.key?.stringValue ?? "[\(step.position)]")
            guard step.value.kind == .number, case .number(let number) = JSONValue(step.value), number.doubleValue == nil else { continue }
            let path = steps.reduce("") { path, step in path.isEmpty || step.hasPrefix("[") ? path + step : path + "." + step }
            let literal = number.literal.prefix(24)
            let message = "\(path) is the number \(literal): some apps reject a link with such a number. Send it as a string."
            throw AppLinkBuildingError(.numberTooLarge, part(of: path), path: path, message)
        }
    }

    private func members(of referer: Referer) throws(AppLinkBuildingError) -> JSONObject {
        guard !referer.appName.isEmpty else {
            throw AppLinkBuildingError(
                .emptyRefererName, .referer, "The referer's name is empty, so no return-to-referer banner would be shown. Name the app.")
        }
        var members = data[AppLinkKeys.referer]?.objectValue ?? [:]
        members[AppLinkKeys.refererAppName] = .string(referer.appName)
        members[AppLinkKeys.refererURL] = .string(referer.url.absoluteString)
        if let package = referer.androidPackage { members[AppLinkKeys.refererPackage] = .string(package) }
        return members
    }

    /// Checks that fields of the protocol in `data` have the types that readers expect. Some readers crash on other types.
    private func checkTypes() throws(AppLinkBuildingError) {
        if let version = data[AppLinkKeys.version], version.stringValue != AppLinkKeys.currentVersion {
            let message = "version is \(version.shortened), but apps accept only \"1.0\". Leave it out."
            throw AppLinkBuildingError(.wrongVersion, .data, path: AppLinkKeys.version, message)
        }
        try check(data[AppLinkKeys.userAgent], .string, AppLinkKeys.userAgent)
        try check(data[AppLinkKeys.extras], .object, AppLinkKeys.extras)
        let back = data[AppLinkKeys.referer]
        try check(back, .object, AppLinkKeys.referer)
        for key in [AppLinkKeys.refererURL, AppLinkKeys.refererAppName, AppLinkKeys.refererPackage] {
            try check(back?[key], .string, AppLinkKeys.referer + "." + key)
        }
    }

    private func check(_ value: JSONValue?, _ kind: JSONDocument.Node.Kind, _ path: String) throws(AppLinkBuildingError) {
        guard let value, value.kind != kind else { return }
        let message = "\(path) is \(value.kind.withArticle), but must be \(kind.withArticle). Change it, or leave it out."
        throw AppLinkBuildingError(.wrongType, .data, path: path, message)
    }

    /// Returns the property that caused the problem at a path in the data. Extras that were given in `data` count as data.
    private func part(of path: String) -> AppLinkBuildingError.Part {
        let isExtra = extras.contains { name, _ in
            let place = AppLinkKeys.extras + "." + name
            return path == place || path.hasPrefix(place + ".") || path.hasPrefix(place + "[")
        }
        return isExtra ? .extras : .data
    }
}

extension JSONValue {
    /// The start of the value, for use in a message.
    fileprivate var shortened: String {
        switch self {
        case .object: "an object"
        case .array: "an array"
        case .string(let text): "\"\(text.prefix(24))\""
        default: String(description.prefix(24))
        }
    }
}

extension LinkURL {
    /// Returns the absolute URL with `parameter` as its only `al_applink_data`, or without any if `parameter` is nil. Returns nil if the
    /// result is too long for a URL.
    ///
    ///     shop://p?a=1&al_applink_data=old&&b#top  →  shop://p?a=1&&b&PARAMETER#top
    ///     shop://p?#top                            →  shop://p?PARAMETER#top
    ///
    /// The other components of the query are kept, including empty ones, because a receiver may give them a meaning.
    func replacingData(with parameter: [UInt8]?) -> LinkURL? {
        guard text == absoluteString else { return LinkURL(absoluteString)?.replacingData(with: parameter) }
        var output: [UInt8] = []
        text.withBytes { bytes in
            func keep(_ range: Range<Int>) {
                for index in range { output.append(bytes[index]) }
            }
            output.reserveCapacity(bytes.count + (parameter?.count ?? 0) + 1)
            let end = components.fragment.map { $0.lowerBound - 1 } ?? bytes.count
            keep(0..<(components.query.map { $0.lowerBound - 1 } ?? end))
            var joiner = UInt8(ascii: "?")
            let query = LinkQuery(of: self)
            for component in query.components where !query.isData(component) {
                output.append(joiner)
                keep(component.item.range)
                joiner = UInt8(ascii: "&")
            }
            if let parameter {
                output.append(joiner)
                output += parameter
            }
            keep(end..<bytes.count)
        }
        return LinkURL(utf8: output)
    }
}
