package import JSONDocument

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
            "apps": .array(apps.map(\.json)),
        ]
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
        return .object(object)
    }
}
