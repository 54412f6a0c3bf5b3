import AppLinks
import Bytes

/// Finds App Link data whose parameter has a name that is almost `al_applink_data`. No app looks for it there.
///
///    shop://a?al_aplink_data=%7B…    shop://a?AL_APPLINK_DATA=%7B…    shop://a?applink_data=%7B…
enum MisspelledData {
    /// Examines a link without App Link data.
    ///
    /// - Parameter layers: The layers of the link. A parameter that is no JSON object is no App Link data.
    static func examine(_ link: AppLinkReading, _ layers: [Layer], _ sink: inout FindingList) {
        for layer in layers where layer.outer == nil && layer.kind == .json && isAlmost(layer.path) {
            guard let parameter = link.query.components.first(where: { $0.item.value == layer.outerRange }) else { continue }
            let key = parameter.item.key
            let message = "This name is not exactly al_applink_data, so no app finds the App Link data."
            let repair = Repair("Write al_applink_data.", key, AppLinkKeys.parameter.utf8)
            return sink.found(Finding(.misspelledData, message, range: key, repair: repair))
        }
    }

    private static func isAlmost(_ name: String) -> Bool {
        let letters = name.lowercased().filter { $0 != "_" && $0 != "-" && $0 != "." }
        return (9...17).contains(letters.count) && NearestWord.mistakes(in: Array(letters), for: Array("alapplinkdata")) <= 2
    }
}
