extension Command {
    /// The name under which the command is typed, such as `next-pane`.
    package var name: String {
        switch self {
        case .more: "details"
        case .write: "edit"
        case .sample: "samples"
        case .goBack: "return"
        case .dismissBanner: "dismiss"
        case .resolve: "fetch"
        case .runScripts: "scripts"
        case .verify: "verdict"
        case .goTo: "go"
        case .writeFile: "write"
        case .palette: "commands"
        case .focusLinks: "links"
        case .focusDetail: "link"
        case .focusJourney: "journey"
        case .focusEvents: "events"
        default: Self.separated(rawValue)
        }
    }

    /// Returns the command with this name. The case of letters does not matter.
    package static func named(_ name: String) -> Command? { byName[name.lowercased()] }

    private static let byName = Dictionary(allCases.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

    /// Returns the words of a name with hyphens between them: `nextPane` becomes `next-pane`.
    private static func separated(_ name: String) -> String {
        name.map { $0.isUppercase ? "-" + $0.lowercased() : String($0) }.joined()
    }
}
