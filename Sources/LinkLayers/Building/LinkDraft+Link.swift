package import AppLinks
import JSONDocument

extension LinkDraft {
    /// The maximum number of extras the form can edit. Further extras stay in the JSON data.
    private static let mostExtras = 100

    /// Creates a draft with the content of an App Link, ready to be edited. Returns nil if the link is not an App Link. An unchanged draft
    /// builds an equivalent link.
    package init?(_ link: IncomingLink) {
        guard let builder = AppLinkBuilder(link) else { return nil }
        self.init()
        target = builder.target.absoluteString
        app = builder.app?.absoluteString ?? ""
        refererName = builder.referer?.appName ?? ""
        refererURL = builder.referer?.url.absoluteString ?? ""
        var rest = builder.data
        var others = JSONObject()
        for (name, value) in builder.extras {
            if name.isEmpty || extras.count == Self.mostExtras {
                others[name] = value
            } else if let text = value.stringValue {
                extras.append(Extra(name: name, value: text))
            } else {
                extras.append(Extra(name: name, value: value.description, isJSON: true))
            }
        }
        if !others.isEmpty { rest["extras"] = .object(others) }
        if let agent = builder.userAgent { rest["user_agent"] = .string(agent) }
        if let package = builder.referer?.androidPackage {
            var back = rest["referer_app_link"]?.objectValue ?? [:]
            back["package"] = .string(package)
            rest["referer_app_link"] = .object(back)
        }
        data = rest.isEmpty ? "" : rest.description
    }
}

extension LinkDraft.Extra {
    /// Parses `name=text` or `name:=JSON`, as on the command line. Returns nil if there is no `=`.
    package init?(argument: String) {
        guard let sign = argument.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
        let name = argument.utf8[..<sign]
        let isJSON = name.last == UInt8(ascii: ":")
        let value = argument.utf8[argument.utf8.index(after: sign)...]
        self.init(
            name: String(decoding: isJSON ? name.dropLast() : name, as: UTF8.self), value: String(decoding: value, as: UTF8.self),
            isJSON: isJSON)
    }
}
