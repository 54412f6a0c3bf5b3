import Pages

/// The head of a response, as libcurl read it.
struct ResponseHead {
    var status: Int?
    var fields: [FetchedPage.Field] = []
    /// Whether the head has ended. Interim responses (1xx) do not count.
    var isComplete = false

    /// Returns the first field of that name, in any case.
    func field(_ name: String) -> String? { fields.value(of: name) }

    /// The length of the body, if the server gives it. A compressed body is longer after decoding.
    var contentLength: Int? { field("Content-Length").flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil } }
}
