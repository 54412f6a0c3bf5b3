/// The edits that fix one problem of a link. They are applied together or not at all.
///
///     let link = LinkReading("shop://item?name=red shoes")
///     if let repair = link.findings.lazy.compactMap(\.repair).first {
///         repair.summary                   // what to do, for people
///         link.applying(repair)            // shop://item?name=red%20shoes
///     }
///
/// One repair may uncover another problem. ``LinkReading/repaired()`` applies all repairs until nothing is left to repair.
public struct LinkRepair: Sendable, Hashable {
    /// A place in the link and the bytes that replace it. If the place is empty, the bytes are inserted there.
    public struct Edit: Sendable, Hashable {
        /// The place in the bytes of ``LinkReading/utf8``.
        public let place: Range<Int>
        /// The bytes that replace those at the place.
        public let utf8: [UInt8]
        /// The replacement as text. It may contain secrets.
        public var replacement: String { String(decoding: utf8, as: UTF8.self) }
    }

    /// What the edits do, as an imperative: `Escape the & as %26.`
    public let summary: String
    /// The edits in the order of the link, without overlaps.
    public let edits: [Edit]

    init(_ repair: Repair) {
        summary = repair.summary
        edits = repair.edits.map { Edit(place: $0.range, utf8: $0.replacement) }
    }
}
