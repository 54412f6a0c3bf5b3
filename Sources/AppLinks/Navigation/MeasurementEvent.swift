/// A measurement event as apps observe it, with a name and string arguments.
public struct MeasurementEvent: Sendable, Hashable {
    /// The name of an event.
    public struct Name: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// The posted name.
        public let rawValue: String

        /// Creates a name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// An App Link was read.
        public static let linkParse = Name(rawValue: "al_link_parse")
        /// An App Link arrived from another app.
        public static let navigateIn = Name(rawValue: "al_nav_in")
        /// The user left the app through a link, or the attempt failed.
        public static let navigateOut = Name(rawValue: "al_nav_out")
        /// The user returned to the app that sent a link, or the attempt failed.
        public static let navigateBack = Name(rawValue: "al_ref_back_out")

        /// The posted name.
        public var description: String { rawValue }
    }

    /// What happened.
    public let name: Name

    /// The details of the event.
    public let arguments: Arguments

    /// Creates an event.
    public init(name: Name, arguments: Arguments = Arguments()) {
        self.name = name
        self.arguments = arguments
    }
}

extension MeasurementEvent {
    /// Unique keys with values, in the order in which they were added. Two lists of arguments with the same pairs are equal, whatever the
    /// order of the pairs.
    public struct Arguments: Sendable, Hashable, ExpressibleByDictionaryLiteral {
        /// A key and its value.
        public struct Pair: Sendable, Hashable {
            /// The key.
            public let key: String
            /// The value.
            public let value: String
        }

        /// The pairs, in order.
        public private(set) var pairs: [Pair] = []

        /// Creates empty arguments.
        public init() {}

        /// Creates arguments in the order they are written. If a key is written twice, the later value counts.
        public init(dictionaryLiteral elements: (String, String)...) {
            for (key, value) in elements { self[key] = value }
        }

        /// The number of pairs.
        public var count: Int { pairs.count }

        /// The keys, in order.
        public var keys: [String] { pairs.map(\.key) }

        /// The pairs as a dictionary, in the form that a notification contains.
        public var dictionary: [String: String] {
            Dictionary(pairs.map { ($0.key, $0.value) }) { _, later in later }
        }

        /// The value of a key; nil if the key is missing. Setting nil removes the pair.
        public subscript(_ key: String) -> String? {
            get { pairs.first { $0.key == key }?.value }
            set {
                let place = pairs.firstIndex { $0.key == key }
                switch (place, newValue) {
                case (let place?, let value?): pairs[place] = Pair(key: key, value: value)
                case (let place?, nil): pairs.remove(at: place)
                case (nil, let value?): pairs.append(Pair(key: key, value: value))
                case (nil, nil): break
                }
            }
        }

        /// Returns whether both arguments have the same pairs.
        public static func == (left: Arguments, right: Arguments) -> Bool {
            left.dictionary == right.dictionary
        }

        /// Hashes the pairs independently of their order.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(dictionary)
        }

        /// Adds a pair, or does nothing if `value` is nil. The key must not be present yet.
        mutating func add(_ key: String, _ value: String?) {
            if let value { pairs.append(Pair(key: key, value: value)) }
        }

        mutating func reserve(_ count: Int) {
            pairs.reserveCapacity(count)
        }
    }
}
