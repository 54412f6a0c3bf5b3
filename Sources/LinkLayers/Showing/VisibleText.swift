import Bytes

/// Makes the control characters and the invisible characters of a text visible.
enum VisibleText {
    /// Returns the text with each such character written as `<U+202E>`.
    static func of(_ text: String) -> String {
        if text.withBytes({ HiddenCharacters.isPlain($0) }) { return text }
        let places = HiddenCharacters.places(in: text)
        if places.isEmpty { return text }
        let bytes = Array(text.utf8)
        var visible = ""
        var shown = 0
        for place in places {
            visible += String(decoding: bytes[shown..<place.lowerBound], as: UTF8.self)
            for scalar in String(decoding: bytes[place], as: UTF8.self).unicodeScalars {
                visible += "<\(HiddenCharacters.name(of: scalar))>"
            }
            shown = place.upperBound
        }
        return visible + String(decoding: bytes[shown...], as: UTF8.self)
    }
}
