/// The reason why linkscope could not be made the handler of a scheme, or why that could not be undone.
package struct HandlerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file or folder; nil if the reason is not about one.
    package var path: String?
    package var reason: String

    package init(path: String?, reason: String) {
        self.path = path
        self.reason = reason
    }

    package var description: String { (path.map { "\($0): " } ?? "") + reason }
}
