extension JSONDocument {
    /// How deep and how large a document may be. What goes beyond is not valid, and a finding says so.
    public struct Limits: Sendable, Hashable {
        /// Containers inside each other, from 1 to 512. Reading stops at the container that is too deep; what was read before it is kept.
        public let depth: Int

        /// Bytes, from 0 to 1 GiB. A larger document is not read at all.
        public let size: Int

        /// Limits of one's own; numbers outside the ranges of ``depth`` and ``size`` are moved to the nearest allowed one.
        ///
        /// No document is deeper than 512, as for Foundation's reader, so that values made from it can be compared, written and dropped on any
        /// thread's stack. Records count bytes in 32 bits, therefore the bound on the size.
        public init(depth: Int = 512, size: Int = 16 << 20) {
            self.depth = min(max(depth, 1), 512)
            self.size = min(max(size, 0), 1 << 30)
        }

        /// 512 deep, 16 MiB.
        public static let `default` = Limits()
    }
}
