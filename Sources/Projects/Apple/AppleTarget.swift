/// A target of an Apple project, whichever tool describes it.
struct AppleTarget: Sendable {
    enum Product: Sendable {
        case app, appClip
        /// An extension, a test, a framework: something that no link opens.
        case other

        /// - Parameter type: The last part of Xcode's product type.
        init(_ type: String) {
            self = ["application": .app, "application.on-demand-install-capable": .appClip][type] ?? .other
        }
    }

    var name: String
    var product: Product
    /// The settings of each configuration, in the order of the file.
    var configurations: [BuildSettings] = []
    /// The folder from which settings name files.
    var folder: String
    var team: String?
    /// What the description of the project itself writes into Info.plist and the entitlements (XcodeGen, Tuist), in place of the files.
    var info: PropertyList?
    var entitlements: PropertyList?
    var place: SourcePlace

    /// Whether the target is for iPhones. A Mac app has links as well, but linkscope has no Mac to decide for.
    var isForPhone: Bool {
        guard let settings = configurations.first else { return false }
        if let platforms = settings.value("SUPPORTED_PLATFORMS"), platforms.isKnown { return platforms.text.contains("iphoneos") }
        let sdk = settings.value("SDKROOT")?.text ?? ""
        return !["macosx", "appletvos", "watchos", "xros", "driverkit"].contains { sdk.hasPrefix($0) }
    }

    /// Returns the path of the file that a setting names, in each configuration that sets it; nil if only a build tells.
    func file(_ setting: String, _ settings: BuildSettings) -> (path: String?, value: ResolvedText)? {
        guard let value = settings.value(setting), !(value.isKnown && value.text.isEmpty) else { return nil }
        return (value.isKnown ? ProjectTree.joined(folder, value.text) : nil, value)
    }

    /// Returns a text that lacks a variable as it is, if another configuration sets the variable: then it is nothing here on purpose, such as
    /// the suffix of an ID.
    func settled(_ text: ResolvedText) -> ResolvedText {
        guard let name = text.undefined, !text.text.isEmpty, configurations.contains(where: { $0.value(name) != nil }) else { return text }
        var text = text
        text.undefined = nil
        return text
    }
}
