public import Foundation
import Synchronization

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
    }
}

/// Posts measurement events to their observers.
///
/// On the posting thread, every event is sent
/// 1. to the notification center passed at creation, in the format of Bolts: the notification is named ``notificationName``, and the user
///    info holds the event's name under ``nameKey`` and its arguments (a dictionary of strings) under ``argumentsKey``, and
/// 2. to every sequence returned by ``events(keeping:)`` that is still being read.
///
/// There is no shared center. Pass the center you create to the code that needs it.
public final class MeasurementCenter: Sendable {
    /// The notification name that Bolts uses. Listeners written for Bolts therefore also receive these events.
    public static let notificationName = Notification.Name("com.parse.bolts.measurement_event")

    /// The key of the event's name in the user info.
    public static let nameKey = "event_name"

    /// The key of the event's arguments, `[String: String]`, in the user info. The object of the notification is the ``MeasurementEvent``.
    public static let argumentsKey = "event_args"

    private struct Readers {
        var continuations: [(id: UInt64, continuation: AsyncStream<MeasurementEvent>.Continuation)] = []
        var nextID: UInt64 = 0
    }

    private let notificationCenter: NotificationCenter?
    private let readers = Mutex(Readers())

    /// Creates a center that posts to `notificationCenter`, if given, and to its sequences.
    public init(notificationCenter: NotificationCenter? = nil) {
        self.notificationCenter = notificationCenter
    }

    deinit {
        let left = readers.withLock { $0.continuations }
        for reader in left { reader.continuation.finish() }
    }

    /// Posts `event` to all observers. An event without a name is not posted.
    public func post(_ event: MeasurementEvent) {
        guard !event.name.rawValue.isEmpty else { return }
        notificationCenter?.post(
            name: Self.notificationName,
            object: event,
            userInfo: [Self.nameKey: event.name.rawValue, Self.argumentsKey: event.arguments.dictionary]
        )
        let current = readers.withLock { $0.continuations }
        for reader in current { reader.continuation.yield(event) }
    }

    /// Posts `events` to all observers, one after another.
    public func post(_ events: [MeasurementEvent]) {
        for event in events { post(event) }
    }

    /// Returns a sequence of all events that are posted from now on. Events posted by one thread keep their order.
    ///
    /// At most `count` events are kept for a slow reader. If there are more, the oldest are dropped. The sequence ends when its task is
    /// canceled or the center is deallocated.
    public func events(keeping count: Int = 10_000) -> AsyncStream<MeasurementEvent> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: MeasurementEvent.self, bufferingPolicy: .bufferingNewest(max(1, count)))
        let id = readers.withLock { readers in
            readers.nextID += 1
            readers.continuations.append((readers.nextID, continuation))
            return readers.nextID
        }
        continuation.onTermination = { [weak self] _ in
            self?.readers.withLock { $0.continuations.removeAll { $0.id == id } }
        }
        return stream
    }
}

extension IncomingLink {
    /// The measurement events of this link. An App Link has the parse event; if it arrived from outside, it also has the inbound event with
    /// the same arguments. Any other link has no events.
    public var events: [MeasurementEvent] {
        guard isAppLink else { return [] }
        let parse = MeasurementEvent(name: .linkParse, arguments: eventArguments)
        guard case .inbound = entry else { return [parse] }
        return [parse, MeasurementEvent(name: .navigateIn, arguments: parse.arguments)]
    }

    private var eventArguments: MeasurementEvent.Arguments {
        var arguments = MeasurementEvent.Arguments()
        var sourceApplication: String? = nil
        var isInbound = false
        if case .inbound(let application) = entry {
            sourceApplication = application
            isInbound = true
        }
        arguments.add("version", version)
        arguments.add("refererURL", refererURL)
        arguments.add("refererAppName", refererAppName)
        arguments.add("sourceApplication", sourceApplication)
        arguments.add("targetURL", targetURL.absoluteString)
        arguments.add("inputURL", inputURL.absoluteString)
        arguments.add("inputURLScheme", inputURL.scheme)
        arguments.add("forRenderBackToReferrerBar", entry == .backToReferrerBar ? "1" : "0")
        arguments.add("forOpenUrl", isInbound ? "1" : "0")
        return arguments
    }
}
