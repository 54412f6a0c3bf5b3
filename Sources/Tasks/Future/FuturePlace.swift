/// The place in the source code where a future or a promise was made.
public struct FuturePlace: Sendable, Hashable, CustomStringConvertible {
    /// The module and file, as in `#fileID`: `App/Upload.swift`.
    public let file: String
    /// The line, counted from 1.
    public let line: Int
    /// The function, as in `#function`.
    public let function: String

    /// Creates a place from its parts.
    public init(file: String, line: Int, function: String) {
        self.file = file
        self.line = line
        self.function = function
    }

    /// `App/Upload.swift:12 in send(_:)`.
    public var description: String { "\(file):\(line) in \(function)" }
}

/// A place as the compiler passes it, before it is turned into strings.
@usableFromInline
@frozen
struct RawPlace: Sendable {
    @usableFromInline let file: StaticString
    @usableFromInline let line: UInt
    @usableFromInline let function: StaticString

    @inlinable
    init(_ file: StaticString, _ line: UInt, _ function: StaticString) {
        self.file = file
        self.line = line
        self.function = function
    }
}

/// Numbers for places, because a future has only four bytes to store its place.
///
/// The table grows with the number of places in the source code, not with the number of futures.
struct PlaceTable: Sendable {
    private struct Key: Hashable {
        var file: UInt
        var line: UInt
        var function: UInt
    }

    private var numbers: [Key: UInt32] = [:]
    private var places: [RawPlace] = []

    /// Returns the place's number, adding the place if it is new; never 0.
    mutating func number(of place: RawPlace) -> UInt32 {
        let key = Key(file: Self.identity(place.file), line: place.line, function: Self.identity(place.function))
        if let number = numbers[key] { return number }
        places.append(place)
        let number = UInt32(truncatingIfNeeded: places.count)
        numbers[key] = number
        return number
    }

    func place(_ number: UInt32) -> FuturePlace? {
        guard number > 0, number <= places.count else { return nil }
        let raw = places[Int(number) - 1]
        return FuturePlace(file: "\(raw.file)", line: Int(raw.line), function: "\(raw.function)")
    }

    /// Identifies a literal without comparing text. Equal literals may have different identities, so one place may get two
    /// numbers.
    private static func identity(_ text: StaticString) -> UInt {
        text.hasPointerRepresentation ? unsafe UInt(bitPattern: text.utf8Start) : UInt(text.unicodeScalar.value)
    }
}
