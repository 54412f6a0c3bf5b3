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
        let reader = ProfileReader(source: bytes)
        self = try reader.device(reader.root("the profile"))
    }

    package init(profile text: String) throws(DeviceProfileError) {
        try self.init(profile: Array(text.utf8))
    }
}

extension SimulatedDevice.App {
    /// Parses an app in the format that it has in a profile.
    package init(profile text: String) throws(DeviceProfileError) {
        let reader = ProfileReader(source: Array(text.utf8))
        self = try reader.app(reader.root("the app"), "app")
    }
}

/// Reads the values of a profile and checks their presence and types.
private struct ProfileReader {
    typealias Node = JSONDocument.Node

    let source: [UInt8]

    /// Returns the outermost value of the source, which must be valid JSON. An error calls the source by its name.
    func root(_ name: String) throws(DeviceProfileError) -> Node {
        let document = JSONDocument(source)
        if let finding = document.findings.first(where: \.isError) {
            throw error("not valid JSON: \(finding.message)", "", at: finding.offset)
        }
        guard document.isValid, let root = document.root else { throw error("\(name) is empty", "", at: 0) }
        return root
    }

    func device(_ root: Node) throws(DeviceProfileError) -> SimulatedDevice {
        let keys = ["name", "platform", "idiom", "browser", "bannerText", "front", "assumesApps", "apps"]
        let named = root.kind == .object ? root["platform"]?.stringValue.flatMap { SimulatedDevice.Platform(rawValue: $0) } : nil
        try checkKeys(root, "", keys + (named.map(AskedDevice.keys) ?? []))
        let name = try requiredText(root, "name", "")
        let platform: SimulatedDevice.Platform = try word(root, "platform")
        var device = SimulatedDevice(
            name: name,
            platform: platform,
            idiom: try word(root, "idiom"),
            browserName: try text(root, "browser", "") ?? "Browser"
        )
        device.assumesApps = try flag(root, "assumesApps", "") ?? false
        if try text(root, "bannerText", "") != nil {
            device.bannerTranslations = [BannerTranslations.key: try requiredText(root, "bannerText", "")]
        }
        device.system = try declaration { () throws(DeclarationError) in try AskedDevice(settings: root, platform) }
        guard let apps = root["apps"] else { throw missing("apps", "", root) }
        guard apps.kind == .array else { throw wrongType(apps, "apps", "an array of apps") }
        var own: [SimulatedDevice.App] = []
        var ids: Set<String> = []
        for (index, node) in apps.elements.enumerated() {
            let app = try app(node, "apps[\(index)]", platform)
            guard device.app(app.id) == nil, ids.insert(app.id).inserted else {
                throw error(
                    "the app id \"\(app.id)\" is already used", "apps[\(index)].id", at: (node["id"] ?? node).range.lowerBound)
            }
            own.append(app)
        }
        device.changeApps { $0 = own }
        if let front = root["front"], front.kind != .null { device.front = try self.front(front, device) }
        return device
    }

    func app(_ node: Node, _ path: String, _ platform: SimulatedDevice.Platform? = nil) throws(DeviceProfileError) -> SimulatedDevice.App {
        try checkKeys(node, path, ["id", "name", "schemes", "installed", "assumed", "returnURL"] + AppDeclaration.keys(platform))
        let declared = try declaration { () throws(DeclarationError) in try AppDeclaration(node, platform, path: path) }
        var names: [String] = []
        if let schemes = node["schemes"] {
            guard schemes.kind == .array else { throw wrongType(schemes, path + ".schemes", "an array of schemes") }
            for (index, scheme) in schemes.elements.enumerated() {
                names.append(try self.scheme(scheme, "\(path).schemes[\(index)]"))
            }
        } else if declared == nil {
            throw missing("schemes", path, node)
        }
        let isInstalled = try flag(node, "installed", path) ?? true
        var returnURL: LinkURL? = nil
        if let text = try text(node, "returnURL", path) {
            if let problem = SimulatedDevice.problem(inReturnURL: text) {
                throw error(problem, path + ".returnURL", at: (node["returnURL"] ?? node).range.lowerBound)
            }
            returnURL = LinkURL(text)
        }
        var app = SimulatedDevice.App(
            id: try requiredText(node, "id", path), name: try requiredText(node, "name", path), schemes: names,
            isInstalled: isInstalled, returnURL: returnURL)
        app.isAssumed = try flag(node, "assumed", path) ?? false
        app.declared = declared
        return app
    }

    /// Reads declarations, whose errors have their own place.
    private func declaration<Value>(_ read: () throws(DeclarationError) -> Value) throws(DeviceProfileError) -> Value {
        do throws(DeclarationError) { return try read() } catch { throw self.error(error.message, "", at: error.offset) }
    }

    private func scheme(_ node: Node, _ path: String) throws(DeviceProfileError) -> String {
        guard let scheme = node.stringValue else { throw wrongType(node, path, "a scheme, such as \"shop\"") }
        if let problem = LinkURL.problem(asScheme: scheme) { throw error(problem, path, at: node.range.lowerBound) }
        return scheme
    }

    private func front(_ node: Node, _ device: SimulatedDevice) throws(DeviceProfileError) -> SimulatedDevice.Front {
        guard let name = node.stringValue else { throw wrongType(node, "front", "the id, scheme or name of an app, or null") }
        let app = device.app(name) ?? device.app(claiming: name) ?? device.apps.first { $0.name == name }
        guard let app else { throw error("no app in \"apps\" is called \"\(name)\"", "front", at: node.range.lowerBound) }
        guard app.isInstalled else {
            throw error("\(app.name) is not installed, so it cannot be in the foreground", "front", at: node.range.lowerBound)
        }
        return .app(app.id)
    }
}

// Helpers that read values and create errors about them.
extension ProfileReader {
    func error(_ message: String, _ path: String, at offset: Int) -> DeviceProfileError {
        DeviceProfileError(message, path: path, offset: offset, in: source)
    }

    private func missing(_ key: String, _ path: String, _ object: Node) -> DeviceProfileError {
        error("\"\(key)\" is missing", path, at: object.range.lowerBound)
    }

    private func wrongType(_ node: Node, _ path: String, _ expected: String) -> DeviceProfileError {
        error("expected \(expected), found \(node.kind)", path, at: node.range.lowerBound)
    }

    private func join(_ path: String, _ key: String) -> String {
        path.isEmpty ? key : path + "." + key
    }

    private func checkKeys(_ object: Node, _ path: String, _ known: [String]) throws(DeviceProfileError) {
        guard object.kind == .object else { throw wrongType(object, path, "an object") }
        for member in object.members {
            let key = member.key.stringValue ?? ""
            if !known.contains(key) {
                throw error(
                    "unknown key \"\(key)\"; known keys: \(known.joined(separator: ", "))", path, at: member.key.range.lowerBound)
            }
        }
    }

    private func text(_ object: Node, _ key: String, _ path: String) throws(DeviceProfileError) -> String? {
        guard let node = object[key], node.kind != .null else { return nil }
        guard let text = node.stringValue else { throw wrongType(node, join(path, key), "a string") }
        return text
    }

    private func flag(_ object: Node, _ key: String, _ path: String) throws(DeviceProfileError) -> Bool? {
        guard let node = object[key] else { return nil }
        guard let value = node.boolValue else { throw wrongType(node, join(path, key), "true or false") }
        return value
    }

    private func requiredText(_ object: Node, _ key: String, _ path: String) throws(DeviceProfileError) -> String {
        guard let text = try text(object, key, path) else { throw missing(key, path, object) }
        guard !text.isEmpty else { throw error("it must not be empty", join(path, key), at: (object[key] ?? object).range.lowerBound) }
        return text
    }

    private func word<Word: RawRepresentable & CaseIterable>(_ object: Node, _ key: String) throws(DeviceProfileError) -> Word
    where Word.RawValue == String {
        let text = try requiredText(object, key, "")
        guard let word = Word(rawValue: text) else {
            let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
            throw error("\"\(text)\" is not one of \(known)", key, at: (object[key] ?? object).range.lowerBound)
        }
        return word
    }
}

extension SimulatedDevice {
    /// The device in the format of a device file, with its current apps and the app that is in front now.
    package var json: JSONValue {
        let front: JSONValue =
            switch front {
            case .app(let id): .string(id)
            case .home, .browser: .null
            }
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
    /// The path of the value, such as `apps[1].schemes[0]`; empty for the file as a whole.
    package let path: String
    /// The offset of the error's first byte, from 0.
    package let offset: Int
    /// The line, from 1.
    package let line: Int
    /// The column in bytes, from 1.
    package let column: Int
    /// A sentence that says what is wrong and what is expected.
    package let message: String

    package var description: String {
        let place = path.isEmpty ? "" : "\(path): "
        return "line \(line), column \(column) (byte \(offset + 1)): \(place)\(message)"
    }

    init(_ message: String, path: String, offset: Int, in source: [UInt8]) {
        let before = source.prefix(offset)
        self.message = message
        self.path = path
        self.offset = offset
        line = 1 + before.count { $0 == UInt8(ascii: "\n") }
        column = offset - (before.lastIndex(of: UInt8(ascii: "\n")) ?? -1)
    }
}
