/// Something that happened to a link, as measuring applications are told: a name and arguments, all of them text.
public struct MeasurementEvent: Sendable, Hashable {
    /// The name of an event.
    public struct Name: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// The name as it is posted.
        public let rawValue: String

        /// An event of any name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// An App Link was read.
        public static let linkParse = Name(rawValue: "al_link_parse")
        /// An App Link came in from another application.
        public static let navigateIn = Name(rawValue: "al_nav_in")
        /// The application was left for a link, or tried to.
        public static let navigateOut = Name(rawValue: "al_nav_out")
        /// The application was left for the one it was called from, or tried to.
        public static let navigateBack = Name(rawValue: "al_ref_back_out")

        /// The name as it is posted.
        public var description: String { rawValue }
    }

    /// What happened.
    public let name: Name

    /// Everything known about it.
    public let arguments: Arguments

    /// An event with its arguments.
    public init(name: Name, arguments: Arguments = Arguments()) {
        self.name = name
        self.arguments = arguments
    }
}

extension MeasurementEvent {
    /// Keys with values in the order in which they are written; a key stands once. Two with the same pairs are equal in any order.
    public struct Arguments: Sendable, Hashable, ExpressibleByDictionaryLiteral {
        /// A key and its value.
        public struct Pair: Sendable, Hashable {
            /// The key.
            public let key: String
            /// Its value.
            public let value: String
        }

        /// The pairs in order.
        public private(set) var pairs: [Pair] = []

        /// No arguments.
        public init() {}

        /// Arguments in the order they are written in; of a key written twice the later value counts.
        public init(dictionaryLiteral elements: (String, String)...) {
            for (key, value) in elements { self[key] = value }
        }

        /// The number of pairs.
        public var count: Int { pairs.count }

        /// The keys in order.
        public var keys: [String] { pairs.map(\.key) }

        /// The pairs as a dictionary, which is how a notification carries them.
        public var dictionary: [String: String] {
            Dictionary(pairs.map { ($0.key, $0.value) }) { _, later in later }
        }

        /// The value of a key; nil when it is not there, and setting nil takes it out.
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

        /// Whether both have the same pairs.
        public static func == (left: Arguments, right: Arguments) -> Bool {
            left.dictionary == right.dictionary
        }

        /// Feeds the pairs without their order.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(dictionary)
        }

        /// Adds a pair whose key is known to be new.
        mutating func add(_ key: String, _ value: String?) {
            if let value { pairs.append(Pair(key: key, value: value)) }
        }

        mutating func reserve(_ count: Int) {
            pairs.reserveCapacity(count)
        }
    }
}
