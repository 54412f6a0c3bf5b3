import AppLinks
import JSONDocument

extension SimulatedDevice {
    /// The device in the format of a device file, with its current apps and the app that is in front now.
    var json: JSONValue {
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
}

extension SimulatedDevice.App {
    fileprivate var json: JSONValue {
        var object: JSONObject = [
            "id": .string(id), "name": .string(name), "schemes": .array(schemes.map { .string($0) }), "installed": .bool(isInstalled),
        ]
        if isAssumed { object["assumed"] = true }
        if let returnURL { object["returnURL"] = .string(returnURL.text) }
        return .object(object)
    }
}
