import AppLinks
package import JSONDocument

extension SimulatedDevice {
    /// Parses a profile:
    ///
    ///     {"name": "iPhone", "platform": "ios", "idiom": "phone", "browser": "Safari", "front": "news",
    ///      "apps": [{"id": "com.example.news", "name": "News", "schemes": ["news"], "installed": true, "returnURL": "news://back"}]}
    ///
    /// `browser`, `front`, `bannerText`, `installed`, `returnURL`, `assumesApps` (of the device) and `assumed` (of an app) are optional. A
    /// device can also have the keys of ``AskedDevice`` and an app those of ``AppDeclaration``; then the app needs no `schemes`.
    /// `front` is an app's ID, one of its schemes or its name. `bannerText` is the translation of ``BannerTranslations/key``, such as
    /// `"Tik om terug te gaan naar %1$@"`. An unknown key is an error, because a misspelled key would otherwise be ignored without notice.
    package init(profile bytes: [UInt8]) throws(DeviceProfileError) {
        self = try DeviceProfileError.reading(bytes, "the profile") { (root) throws(DeclarationError) in try Self(profile: root) }
    }

    package init(profile text: String) throws(DeviceProfileError) {
        try self.init(profile: Array(text.utf8))
    }

    private init(profile root: JSONDocument.Node) throws(DeclarationError) {
        let reader = DeclarationReader()
        let named: AppPlatform? = root.kind == .object ? root["platform"]?.stringValue.flatMap { AppPlatform(rawValue: $0) } : nil
        let keys = ["name", "platform", "idiom", "browser", "bannerText", "front", "assumesApps", "apps"]
        try reader.check(root, keys + (named.map(AskedDevice.keys) ?? []))
        let name = try reader.filledText(root, "name")
        let platform: AppPlatform = try reader.needed(reader.word(root, "platform"), root, "platform")
        let idiom: Idiom = try reader.needed(reader.word(root, "idiom"), root, "idiom")
        self.init(name: name, platform: platform, idiom: idiom, browserName: try reader.text(root, "browser") ?? "Browser")
        assumesApps = try reader.flag(root, "assumesApps") ?? false
        if try reader.text(root, "bannerText") != nil {
            bannerTranslations = [BannerTranslations.key: try reader.filledText(root, "bannerText")]
        }
        system = try AskedDevice(settings: root, reader, platform)
        _ = try reader.needed(root["apps"], root, "apps")
        var own: [App] = []
        var ids: Set<String> = []
        for (node, reader) in try reader.objects(root, "apps") {
            let app = try App(profile: node, reader, platform)
            guard self.app(app.id) == nil, ids.insert(app.id).inserted else {
                throw reader.error("the app id \"\(app.id)\" is already used", node["id"] ?? node, "id")
            }
            own.append(app)
        }
        changeApps { $0 = own }
        if root["aasa"] == nil { assumeSites(own.flatMap { $0.declared?.hosts ?? [] }) }
        guard let node = root["front"], let name = try reader.text(root, "front") else { return }
        guard let app = self.app(name) ?? app(claiming: name) ?? own.first(where: { $0.name == name }) else {
            throw reader.error("no app in \"apps\" is called \"\(name)\"", node, "front")
        }
        guard app.isInstalled else {
            throw reader.error("\(app.name) is not installed, so it cannot be in the foreground", node, "front")
        }
        front = .app(app.id)
    }

    /// The device in the format of a device file, with its current apps and the app that is in front now.
    package var json: JSONValue {
        let front: JSONValue = if case .app(let id) = front { .string(id) } else { .null }
        var object: JSONObject = [
            "name": .string(name), "platform": .string(platform.rawValue), "idiom": .string(idiom.rawValue),
            "browser": .string(browserName), "front": front, "assumesApps": .bool(assumesApps),
        ]
        for (key, value) in system.members { object[key] = value }
        object["apps"] = .array(apps.map(\.json))
        if let text = bannerTranslations.texts[BannerTranslations.key] { object["bannerText"] = .string(text) }
        return .object(object)
    }

    /// The device as the text of a device file, with a line for each value and each app.
    package var fileText: String {
        guard case .object(let object) = json else { return "" }
        let lines = object.map { name, value in
            guard case .array(let apps) = value else { return "  \(JSONValue.string(name)): \(value)" }
            return "  \(JSONValue.string(name)): [\n" + apps.map { "    \($0)" }.joined(separator: ",\n") + "\n  ]"
        }
        return "{\n" + lines.joined(separator: ",\n") + "\n}\n"
    }
}

extension SimulatedDevice.App {
    /// Parses an app in the format that it has in a profile.
    package init(profile text: String) throws(DeviceProfileError) {
        self = try DeviceProfileError.reading(Array(text.utf8), "the app") { (root) throws(DeclarationError) in
            try Self(profile: root, DeclarationReader("app"), nil)
        }
    }

    fileprivate init(
        profile node: JSONDocument.Node, _ reader: DeclarationReader, _ platform: AppPlatform?
    ) throws(DeclarationError) {
        try reader.check(node, ["id", "name", "schemes", "installed", "assumed", "returnURL"] + AppDeclaration.keys(platform))
        let declared = try AppDeclaration(node, reader, platform)
        if declared == nil { _ = try reader.needed(node["schemes"], node, "schemes") }
        for (index, scheme) in try reader.array(node, "schemes", of: "schemes").enumerated() {
            guard let text = scheme.stringValue else { throw reader.expected("a scheme, such as \"shop\"", scheme, "schemes[\(index)]") }
            if let problem = LinkURL.problem(asScheme: text) { throw reader.error(problem, scheme, "schemes[\(index)]") }
        }
        let returnURL = try reader.text(node, "returnURL")
        if let problem = returnURL.flatMap(SimulatedDevice.problem(inReturnURL:)) {
            throw reader.error(problem, node["returnURL"] ?? node, "returnURL")
        }
        let isInstalled = try reader.flag(node, "installed") ?? true
        self.init(
            id: try reader.filledText(node, "id"), name: try reader.filledText(node, "name"), schemes: try reader.texts(node, "schemes"),
            isInstalled: isInstalled, returnURL: returnURL.flatMap { LinkURL($0) })
        isAssumed = try reader.flag(node, "assumed") ?? false
        self.declared = declared
    }

    /// The app in the format of a device file.
    package var json: JSONValue {
        var object: JSONObject = [
            "id": .string(id), "name": .string(name), "schemes": .array(schemes.map { .string($0) }), "installed": .bool(isInstalled),
        ]
        if isAssumed { object["assumed"] = true }
        if let returnURL { object["returnURL"] = .string(returnURL.text) }
        for (key, value) in declared?.members ?? JSONObject() { object[key] = value }
        return .object(object)
    }
}

/// An error in a device profile, and its place in the file.
package struct DeviceProfileError: Error, Sendable, Hashable, CustomStringConvertible {
    package let problem: DeclarationError
    /// The line, from 1.
    package let line: Int
    /// The column in bytes, from 1.
    package let column: Int

    package var description: String { "line \(line), column \(column) (byte \(problem.offset + 1)): \(problem)" }

    private init(_ problem: DeclarationError, in source: [UInt8]) {
        let before = source.prefix(problem.offset)
        self.problem = problem
        line = 1 + before.count { $0 == UInt8(ascii: "\n") }
        column = problem.offset - (before.lastIndex(of: UInt8(ascii: "\n")) ?? -1)
    }

    /// Reads the outermost value of a source, which must be valid JSON. An error calls the source by its name.
    fileprivate static func reading<Value>(
        _ source: [UInt8], _ name: String, _ read: (JSONDocument.Node) throws(DeclarationError) -> Value
    ) throws(DeviceProfileError) -> Value {
        let document = JSONDocument(source)
        do throws(DeclarationError) {
            if let finding = document.findings.first(where: \.isError) {
                throw DeclarationError(path: "", offset: finding.offset, message: "not valid JSON: \(finding.message)")
            }
            guard document.isValid, let root = document.root else {
                throw DeclarationError(path: "", offset: 0, message: "\(name) is empty")
            }
            return try read(root)
        } catch { throw DeviceProfileError(error, in: source) }
    }
}
