/// The place of a value: its layer and its bytes. The path to the value is computed only if the value is a layer.
struct ValuePlace {
    var outer: Int?
    var range: Range<Int>
    /// Whether the value is between the quotes of a JSON string.
    var isInJSON = false
}
