/// A request whose head was checked, so that it is known what to do with it before its body is read.
package struct CheckedRequest: Sendable, Hashable {
    package enum Action: Sendable, Hashable {
        /// Send this answer. If the request has a body, it is not read.
        case answer(HTTPAnswer)
        /// Say which inspector gets the records.
        case health
        /// Read the body and store its records.
        case store(Post)
    }

    package var action: Action
    /// The fields that let a page read the answer. Empty for a request that comes from no page.
    package var pageFields: [HTTPField] = []

    /// Returns an answer with the fields for the page.
    package func answer(_ answer: HTTPAnswer) -> HTTPAnswer {
        var answer = answer
        answer.fields += pageFields
        return answer
    }
}

/// The body that follows a head, and what it is made of.
package struct Post: Sendable, Hashable {
    package var format: PostFormat
    /// The number of bytes.
    package var length: Int
    /// Whether the client waits for an answer before it sends the body, as curl does with a large one.
    package var waits: Bool
}
