import Pages

/// The head of a response, as libcurl read it.
struct ResponseHead {
    var status: Int?
    var fields: [FetchedPage.Field] = []
    /// Whether the head has ended. Interim responses (1xx) do not count.
    var isComplete = false

    /// Returns the value of the first field with this name. The case of the name does not matter.
    func field(_ name: String) -> String? { fields.value(of: name) }

    /// The length of the body, if the server gives the length. A compressed body is longer after decoding.
    var contentLength: Int? { field("Content-Length").flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil } }
}
