public import Foundation
internal import Synchronization

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
