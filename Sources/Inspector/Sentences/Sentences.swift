import AppLinks
import LinkLayers
import Records
import Screen

/// What plain mode says about a state. Everything here is a pure function of the state.
///
/// The parts of a sentence are masked where they are put in. ``PlainTalk`` makes each sentence safe to show.
struct Sentences {
    let state: State

    var mask: SecretMask { state.display.mask }
    var lists: Lists { state.lists }
    var device: Device { state.device }

    /// The longest link in a sentence. `show raw` reads the whole link.
    private static let longestLink = 200

    /// Returns a number with its noun: `1 link`, `412 links`.
    func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

    /// Returns a name of an app, and says if the app is assumed.
    func name(of front: SimulatedDevice.Front) -> String {
        let name = mask.text(device.name(of: front))
        guard case .app(let id) = front, device.simulated.app(id)?.isAssumed == true else { return name }
        return "\(name) (assumed)"
    }

    func name(ofApp index: UInt16) -> String {
        device.appNames.id(of: index).map { name(of: .app($0)) } ?? mask.text(device.appNames[index])
    }

    /// Returns the beginning of a masked link. Its App Link data is left out, because `show` reads it.
    func short(_ bytes: [UInt8]) -> String {
        let masked = String(decoding: mask.beginning(of: bytes, columns: 1 << 14), as: UTF8.self)
        let text = Self.withoutData(masked)
        guard text.utf8.count > Self.longestLink else { return text }
        return "\(text.prefix(Self.longestLink)) and so on, \(count(bytes.count, "byte")) in all"
    }

    func short(_ text: String) -> String { short(Array(text.utf8)) }

    private static func withoutData(_ link: String) -> String {
        guard let mark = link.firstIndex(of: "?"), link[mark...].contains("al_applink_data") else { return link }
        let end = link[mark...].firstIndex(of: "#") ?? link.endIndex
        let items = link[link.index(after: mark)..<end].split(separator: "&").filter { !$0.hasPrefix("al_applink_data=") }
        return link[..<mark] + (items.isEmpty ? "" : "?" + items.joined(separator: "&")) + link[end...]
    }

    /// Returns a sentence made from the label and the value of a row; nil if both are empty.
    func sentence(_ line: DetailLine) -> String? {
        let value = line.whole ?? line.value
        let label = line.label.hasPrefix("! ") ? String(line.label.dropFirst(2)) : line.label
        if label.isEmpty { return value.isEmpty ? nil : "  \(value)" }
        return value.isEmpty ? label : "\(label): \(value)"
    }

    /// The number of the current link, to which commands without a number apply.
    var current: Int? { lists.selectedLink.flatMap(lists.number(of:)) }

    /// Returns a command with the number of a link, which is left out for the current link.
    func command(_ command: Command, _ number: Int) -> String {
        number == current ? "\"\(command.name)\"" : "\"\(command.name) \(number)\""
    }
}
