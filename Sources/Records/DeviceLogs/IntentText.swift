import Bytes

/// An intent as Android prints it: `act=… cat=[…] dat=… typ=… flg=0x… pkg=… cmp=… bnds=[…] clip={…} (has extras)`.
///
/// Only `dat` can have spaces and braces, because an app may put anything into it. The fields before it are read from the left, and those
/// after it from the right, in the order in which Android prints them. So a link that contains ` cmp=` is read as a whole.
struct IntentText {
    private(set) var action: String?
    private(set) var url: String?
    private(set) var activity: String?

    /// The keys after `dat`, in their order. Their values have no spaces.
    private static let last: [StaticString] = [" typ=", " id=", " flg=", " xflg=", " pkg=", " cmp=", " bnds=", " clip={", " u=", " sel={"]
    private static let closed: [StaticString] = [" (has extras)", " (has clip)"]

    /// Reads the text between the braces of an intent.
    init(_ bytes: [UInt8], _ range: Range<Int>) {
        let range = bytes.span.trimmed(range)
        let data = Self.data(bytes, range)
        let head = range.lowerBound..<(data.map { $0 - "dat=".utf8.count } ?? range.upperBound)
        if bytes.has("act=", at: head.lowerBound, before: head.upperBound) {
            let start = head.lowerBound + "act=".utf8.count
            action = bytes.text(start..<(bytes[start..<head.upperBound].firstIndex(of: 0x20) ?? head.upperBound))
        }
        // The fields after `dat` are read from the last to the first. A key that is not before the previous one is a part of the link.
        let start = data ?? range.lowerBound
        var end = range.upperBound
        var earliest = Self.last.count
        while end > start {
            if let mark = Self.closed.first(where: { bytes.has($0, at: end - $0.utf8CodeUnitCount, before: end) }) {
                guard end - mark.utf8CodeUnitCount >= start else { break }
                end -= mark.utf8CodeUnitCount
                continue
            }
            guard let (key, place) = Self.lastField(bytes, start..<end), key < earliest else { break }
            let value = place + Self.last[key].utf8CodeUnitCount..<end
            if Self.last[key].description == " cmp=" { activity = bytes.text(value) }
            earliest = key
            end = place
        }
        if data != nil, end > start { url = bytes.text(start..<end) }
    }

    /// Reads the intent after `opening`, up to the place that `end` finds, or to the end of the message.
    init?(_ bytes: [UInt8], after opening: StaticString, in message: Range<Int>, end: (Range<Int>) -> Int?) {
        guard let start = bytes.place(of: opening, in: message).map({ $0 + opening.utf8CodeUnitCount }) else { return nil }
        let rest = start..<message.upperBound
        self.init(bytes, start..<(end(rest) ?? rest.upperBound))
    }

    /// Returns where the value of `dat` begins. Before it come only the action and the categories.
    private static func data(_ bytes: [UInt8], _ range: Range<Int>) -> Int? {
        if bytes.has("dat=", at: range.lowerBound, before: range.upperBound) { return range.lowerBound + "dat=".utf8.count }
        return bytes.place(of: " dat=", in: range).map { $0 + " dat=".utf8.count }
    }

    /// Returns the field that ends the range: the index of its key, and its place with the space before it.
    private static func lastField(_ bytes: [UInt8], _ range: Range<Int>) -> (key: Int, start: Int)? {
        if bytes[range.upperBound - 1] == UInt8(ascii: "}") {
            let places = [" clip={", " sel={"].compactMap { (key: StaticString) in bytes.lastPlace(of: key, in: range).map { (key, $0) } }
            guard let (key, start) = places.max(by: { $0.1 < $1.1 }) else { return nil }
            return last.firstIndex { $0.description == key.description }.map { ($0, start) }
        }
        // A field at the beginning of the intent has no space before it, and tells nothing.
        guard let start = bytes[range].lastIndex(of: 0x20) else { return nil }
        return last.firstIndex { bytes.has($0, at: start, before: range.upperBound) }.map { ($0, start) }
    }

    /// Whether the activity is the list of apps from which the user chooses.
    var isChooser: Bool {
        guard let activity else { return false }
        return activity == "android/com.android.internal.app.ResolverActivity"
            || activity == "android/com.android.internal.app.ChooserActivity" || activity.hasPrefix("com.android.intentresolver/")
    }
}
