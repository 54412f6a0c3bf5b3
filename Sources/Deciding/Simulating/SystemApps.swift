// The apps that come with a device: they open what belongs to the system, and no profile needs to list them.

extension SimulatedDevice {
    /// The apps of the system, by platform. They are always installed, and post no events.
    static func systemApps(_ platform: AppPlatform) -> [App] { platform == .android ? android : apple }

    private static let android = [
        system("com.google.android.dialer", "Phone", schemes: ["tel"]),
        system("com.google.android.apps.messaging", "Messages", schemes: ["sms", "smsto", "mms", "mmsto"]),
        system("com.google.android.gm", "Gmail", schemes: ["mailto"]),
        system("com.google.android.apps.maps", "Google Maps", schemes: ["geo", "google.navigation"]),
        system("com.android.vending", "Google Play", schemes: ["market"], host: "play.google.com"),
    ]

    private static let apple = appleParts.map { App(id: "com.apple.\($0.id)", name: $0.name, schemes: []) }

    private static let appleParts: [(part: String, id: String, name: String)] = [
        ("phone", "mobilephone", "Phone"), ("messages", "MobileSMS", "Messages"), ("mail", "mobilemail", "Mail"), ("maps", "Maps", "Maps"),
        ("store", "AppStore", "App Store"), ("facetime", "facetime", "FaceTime"), ("settings", "Preferences", "Settings"),
    ]

    /// The app of iOS that opens what belongs to a part of the system.
    static func appleApp(handling part: String) -> App? { appleParts.firstIndex { $0.part == part }.map { apple[$0] } }

    /// The store, which opens the pages of apps.
    static func store(_ platform: AppPlatform) -> App? { platform == .android ? android.last : appleApp(handling: "store") }

    private static func system(_ id: String, _ name: String, schemes: [String], host: String? = nil) -> App {
        var filters = [AndroidFilter(schemes: schemes)]
        var declared = AndroidDevice.App(id)
        if let host {
            var web = AndroidFilter.web
            web.authorities = [AndroidFilter.Authority(host: host)]
            web.isVerifiedAutomatically = true
            filters.append(web)
            declared.domains[host] = .verified
            declared.isStore = true
        }
        declared.filters = filters.map { AndroidDevice.App.Declared($0) }
        declared.isSystem = true
        var app = App(id: id, name: name, schemes: [])
        app.declared = .android(declared)
        return app
    }
}
