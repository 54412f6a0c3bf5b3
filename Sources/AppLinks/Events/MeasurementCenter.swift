public import Foundation
internal import Synchronization

/// Tells everybody who measures what happens to links.
///
/// Every event goes, on the thread it is posted on,
/// 1. to the notification centre given at the start, as Bolts posts it: ``notificationName``, the event's name and arguments (a dictionary
///    of texts) under ``nameKey`` and ``argumentsKey`` of the user info, and
/// 2. to every sequence that ``events(keeping:)`` has handed out and that is still read.
///
/// There is no shared centre: whoever makes one passes it on.
public final class MeasurementCenter: Sendable {
    /// The name under which Bolts posts, kept so that listeners written for it hear us.
    public static let notificationName = Notification.Name("com.parse.bolts.measurement_event")

    /// The user info's key for the event's name.
    public static let nameKey = "event_name"

    /// The user info's key for the event's arguments, `[String: String]`. The notification's object is the ``MeasurementEvent``.
    public static let argumentsKey = "event_args"

    private struct Readers {
        var continuations: [(id: UInt64, continuation: AsyncStream<MeasurementEvent>.Continuation)] = []
        var nextID: UInt64 = 0
    }

    private let notificationCenter: NotificationCenter?
    private let readers = Mutex(Readers())

    /// A centre that posts to `notificationCenter`, or to its sequences only.
    public init(notificationCenter: NotificationCenter? = nil) {
        self.notificationCenter = notificationCenter
    }

    deinit {
        let left = readers.withLock { $0.continuations }
        for reader in left { reader.continuation.finish() }
    }

    /// Tells everybody of `event`. An event without a name is not posted.
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

    /// Tells everybody of `events`, one after another.
    public func post(_ events: [MeasurementEvent]) {
        for event in events { post(event) }
    }

    /// All events from now on, in the order of one poster's posts.
    ///
    /// A reader that does not keep up costs the memory of `count` events at most: of more that wait, the oldest are dropped. The sequence
    /// ends with its task's cancellation, or with the centre.
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
