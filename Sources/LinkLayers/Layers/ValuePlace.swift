/// The place of a value: its layer and its bytes. Its name is computed only when the value turns out to be a layer.
struct ValuePlace {
    var outer: Int?
    var range: Range<Int>
    /// Whether the value is between the quotes of a JSON string.
    var isInJSON = false
}
