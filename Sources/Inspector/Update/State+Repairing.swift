import JSONDocument
import LinkLayers
import Records

extension State {
    /// Shows the link of the detail pane beside the link with all repairs.
    mutating func showRepair() -> [Effect] {
        guard let inspection = detail.inspection else { return notify(.plain, "The selection contains no link to repair.") }
        guard inspection.repaired != inspection.bytes else {
            let isFine = inspection.findings.isEmpty
            let advice = "Nothing here can be repaired automatically. The findings say what to change."
            return notify(.plain, isFine ? "The link has nothing to repair." : advice)
        }
        detail.showRepair()
        panes.focus = .detail
        return []
    }

    /// Delivers the link of the detail pane with all repairs. The repaired link arrives like any other link. The original link stays in the
    /// list.
    mutating func deliverRepaired() -> [Effect] {
        detail.endRepair()
        guard let inspection = detail.inspection else { return notify(.plain, "The selection contains no link to repair.") }
        let repaired = inspection.repaired
        notice = Notice(.good, "The repaired link was delivered; the original is still in the list.")
        return [.deliver(record(of: repaired, from: inspection.sourceApplication), .repaired)]
    }

    /// Returns a record of a repaired link. If the application that sent the link is known, the record is a JSON object with its name.
    private func record(of link: [UInt8], from application: String?) -> [UInt8] {
        guard let application else { return link }
        let object: JSONValue = ["url": .string(String(decoding: link, as: UTF8.self)), "sourceApplication": .string(application)]
        return (try? object.serialized()).map { Array($0.utf8) } ?? link
    }
}
