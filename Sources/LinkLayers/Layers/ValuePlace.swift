import JSONDocument

/// The place of a value: its layer and its bytes.
struct ValuePlace {
    var outer: Int?
    /// The bytes in the layer. Nil for a value in the App Link data of the input; the bytes of the link that the value came from count
    /// then.
    var range: Range<Int>?
    /// Whether the value is between the quotes of a JSON string.
    var isInJSON = false
    /// Whether the value is written there without an encoding.
    var isVerbatim = false
}

/// The name of a value in its layer. The path to the value is put together only if the value is a layer.
enum LayerName {
    /// The value is the whole text of the layer.
    case whole
    case name(String)
    /// The value is the one in a document that the peeler has reached.
    case value(JSONView)
}
