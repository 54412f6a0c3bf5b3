extension JSONDocument {
    /// The maximum depth and size of a document. A document that exceeds a limit is not valid and has a finding.
    public struct Limits: Sendable, Hashable {
        /// The maximum nesting of containers, from 1 to 512. Parsing stops at the first container that is deeper. Everything before this
        /// container is kept.
        public let depth: Int

        /// The maximum number of bytes, from 0 to 1 GiB. A larger document is not parsed at all.
        public let size: Int

        /// Creates limits, clamped to the ranges of ``depth`` and ``size``.
        ///
        /// The maximum depth is 512, as in Foundation's parser. Releasing a ``JSONValue`` made from a document recurses, and this depth is
        /// safe on the stack of any thread. The maximum size is limited because records store 32-bit offsets.
        public init(depth: Int = 512, size: Int = 16 << 20) {
            self.depth = min(max(depth, 1), 512)
            self.size = min(max(size, 0), 1 << 30)
        }

        /// A depth of 512 and a size of 16 MiB.
        public static let `default` = Limits()
    }
}
