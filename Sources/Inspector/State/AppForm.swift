import AppLinks
import Deciding
import Panes
package import Screen
import Secrets

/// The form in which the user declares an app. Only a scheme or a host is required; the other fields have values to fall back on.
package struct AppForm: Sendable, Equatable {
    package enum Field: Sendable, CaseIterable { case name, schemes, hosts, returnURL, id }

    private var lines: [Field: TextLine] = [:]
    package private(set) var focus = Field.schemes
    /// Whether the form has changes that are not saved.
    package var isTouched = false
    /// The app that the form changes; nil for a new app.
    private(set) var changed: SimulatedDevice.App?

    /// Creates an empty form for a new app.
    init() {}

    /// Creates a form for a new app with a scheme.
    ///
    /// - Parameters:
    ///   - assumed: The app that the device assumes for the scheme.
    ///   - name: The name of the app in a link, if there is one.
    ///   - id: The ID of the app, if it is known.
    init(scheme: String, assumed: SimulatedDevice.App? = nil, name: String? = nil, id: String? = nil) {
        focus = .name
        // A name is shown in each row, and the form is saved, so neither may have a secret.
        let names = [name, assumed?.name].compactMap(\.self).filter { !$0.isEmpty && $0 != scheme && Self.isPublic($0) }
        lines = [
            .name: TextLine(names.first ?? scheme.prefix(1).uppercased() + scheme.dropFirst()), .schemes: TextLine(scheme),
            .returnURL: TextLine(Self.returnURL(assumed?.returnURL, scheme)), .id: TextLine(id ?? ""),
        ]
    }

    /// Creates a form for a new app that opens the web links of a host.
    init(host: String, id: String?) {
        focus = .name
        lines = [.hosts: TextLine(host), .id: TextLine(id ?? "")]
    }

    /// Creates a form that changes an app of the device. An assumed app becomes a new app.
    init(_ app: SimulatedDevice.App) {
        guard !app.isAssumed else {
            self.init(scheme: app.schemes.first ?? "", assumed: app)
            return
        }
        self.init()
        (changed, focus) = (app, .name)
        lines = [
            .name: TextLine(app.name), .schemes: TextLine(app.schemes.joined(separator: " ")),
            .hosts: TextLine((app.declared?.hosts ?? []).joined(separator: " ")),
            .returnURL: TextLine(app.returnURL?.text ?? ""), .id: TextLine(app.id),
        ]
    }

    /// Returns the URL that leads back to an app, without the query, which belongs to one link only.
    private static func returnURL(_ url: LinkURL?, _ scheme: String) -> String {
        guard let url, isPublic(url.text) else { return "\(scheme)://" }
        return String(url.text.prefix { $0 != "?" && $0 != "#" })
    }

    private static func isPublic(_ text: String) -> Bool { Secrets.ranges(in: Array(text.utf8)).isEmpty }

    package subscript(field: Field) -> TextLine { lines[field] ?? TextLine() }

    mutating func edit(_ change: (inout TextLine) -> Void) {
        let before = self[focus].characters
        change(&lines[focus, default: TextLine()])
        if self[focus].characters != before { isTouched = true }
    }

    /// Moves the focus by a number of fields. The first field comes after the last.
    mutating func move(by distance: Int) { focus = Field.allCases.element(after: focus, by: distance) }

    mutating func move(to field: Field) { focus = field }

    /// The longest name of an app that is kept. Names are shown in every row of a list.
    private static let longestName = 60

    private func text(_ field: Field) -> String { String(self[field].text[...].trimmed) }

    /// The schemes as they were typed, separated by spaces or commas. `myapp:` and `myapp://` are the scheme `myapp`.
    private var schemes: [String] {
        text(.schemes).split { $0.isWhitespace || $0 == "," }.map { word in
            word.firstIndex(of: ":").map { String(word[..<$0]) } ?? String(word)
        }
    }

    /// The hosts as they were typed, separated by spaces or commas. `https://a.example/` is the host `a.example`.
    private var hosts: [String] {
        text(.hosts).split { $0.isWhitespace || $0 == "," }.map { word in
            String(word.trimmingPrefix(/https?:\/\//).prefix { $0 != "/" }).lowercased()
        }
    }

    /// Returns the text that is shown in place of an empty field. For a name or an ID, it is also the value that is used.
    func fallback(_ field: Field) -> String {
        switch field {
        case .schemes: hosts.isEmpty ? "one or more, such as myapp" : "none: the app has only web links"
        case .hosts: "the hosts of its web links, such as shop.example"
        case .name: schemes.first ?? hosts.first ?? "the scheme"
        case .returnURL:
            schemes.isEmpty ? "for the return banner of other apps" : "none: the app then sends links without a referer"
        case .id:
            schemes.first.map { "com.example.\($0)" } ?? hosts.first?.split(separator: ".").reversed().joined(separator: ".")
                ?? "the bundle ID or package"
        }
    }

    /// Returns why a field cannot be used; nil if it can.
    func problem(_ field: Field, on device: SimulatedDevice) -> String? {
        switch field {
        case .name: return text(.name).count > Self.longestName ? "the name is longer than \(Self.longestName) characters" : nil
        case .schemes:
            return schemes.isEmpty && hosts.isEmpty
                ? "write the scheme of the app's links" : schemes.lazy.compactMap(LinkURL.problem(asScheme:)).first
        case .hosts:
            if keepsDeclarations(on: device) {
                return hosts == changed?.declared?.hosts
                    ? nil : "the app declares more than hosts: change its project or the device's file"
            }
            return hosts.lazy.filter { LinkURL("https://\($0)")?.host != $0 }.map { "\($0) is not a host" }.first
        case .returnURL: return text(.returnURL).isEmpty ? nil : SimulatedDevice.problem(inReturnURL: text(.returnURL))
        case .id:
            guard let other = device.app(id), other.id == id, other.id != changed?.id else { return nil }
            return "\(other.name) already has this ID"
        }
    }

    /// Returns what the user should know about a scheme of the form, although it can be used; nil if there is nothing.
    func doubt(on device: SimulatedDevice) -> String? {
        for scheme in schemes {
            guard let other = device.app(claiming: scheme), !other.isAssumed, other.id != changed?.id else { continue }
            return "\(other.name) claims \(scheme): too; the first of them in the list gets the link"
        }
        return nil
    }

    /// Whether the changed app declares more than this form can. Then its declarations stay as they are.
    private func keepsDeclarations(on device: SimulatedDevice) -> Bool {
        guard let changed, let declared = changed.declared else { return false }
        return declared != AppDeclaration(webLinksOf: declared.hosts, by: changed.id, on: device.platform)
    }

    private var id: String {
        let id = text(.id)
        return id.isEmpty ? fallback(.id) : id
    }

    /// Returns the declared app, or the first field with a problem.
    func app(on device: SimulatedDevice) -> Result<SimulatedDevice.App, Problem> {
        for field in Field.allCases {
            if let message = problem(field, on: device) { return .failure(Problem(field: field, message: message)) }
        }
        let name = text(.name)
        var app = SimulatedDevice.App(
            id: id, name: name.isEmpty ? fallback(.name) : name, schemes: schemes, isInstalled: changed?.isInstalled ?? true,
            returnURL: text(.returnURL).isEmpty ? nil : LinkURL(text(.returnURL)))
        app.declared =
            keepsDeclarations(on: device)
            ? changed?.declared?.renamed(to: id) : hosts.isEmpty ? nil : AppDeclaration(webLinksOf: hosts, by: id, on: device.platform)
        if let changed, changed.id != id { app.formerIDs = [changed.id] }
        return .success(app)
    }

    struct Problem: Error, Equatable {
        var field: Field
        var message: String
    }
}
