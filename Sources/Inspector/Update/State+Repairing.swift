import JSONDocument
import LinkLayers
import Records

extension State {
    /// Whether the link in the detail pane has something that can be put right.
    var canRepair: Bool {
        guard case .link(let inspection) = shown?.content else { return false }
        return inspection.hasRepairs
    }

    /// The link as all repairs make it arrives like any other; the one that came stays what it was.
    mutating func deliverRepaired() -> [Effect] {
        guard case .link(let inspection) = shown?.content else {
            notice = Notice(.plain, "The selection contains no link to repair.")
            return []
        }
        let repaired = inspection.repaired
        guard repaired != inspection.bytes else {
            let isFine = inspection.findings.isEmpty
            notice = Notice(.plain, isFine ? "The link has nothing to repair." : "linkscope cannot repair this link; only its author can.")
            return []
        }
        notice = Notice(.good, "The repaired link was delivered; the original is still in the list.")
        return [.deliver([record(of: repaired, from: inspection.sourceApplication)], .repaired)]
    }

    /// A record that names the application it came from is an object, as the one that was repaired.
    private func record(of link: [UInt8], from application: String?) -> [UInt8] {
        guard let application else { return link }
        let object: JSONValue = ["url": .string(String(decoding: link, as: UTF8.self)), "sourceApplication": .string(application)]
        return (try? object.serialized()).map { Array($0.utf8) } ?? link
    }
}
