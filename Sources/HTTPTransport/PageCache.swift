import AppLinks
import Foundation
import Tasks

/// A cache of responses that servers allow to be used again. The cache is in memory and, if there is a folder, also in files.
///
/// Links that contain a secret are not written to the folder. Only the user can read the folder, and its size is limited.
package final class PageCache: Sendable {
    private struct State: Sendable {
        var answers: [String: CachedAnswer] = [:]
        /// The keys of `answers`, oldest first.
        var order: [String] = []
        var bytes = 0
        /// The bytes written to the folder since `makeRoom` ran; nil before its first run.
        var written: Int?

        mutating func add(_ answer: CachedAnswer, for key: String, limit: Int) {
            remove(key)
            answers[key] = answer
            order.append(key)
            bytes += answer.size
            while bytes > limit || order.count > 1000, let first = order.first { remove(first) }
        }

        func answer(for key: String) -> CachedAnswer? { answers.isEmpty ? nil : answers[key] }

        /// Removes the response. Returns whether there was one.
        @discardableResult
        mutating func remove(_ key: String) -> Bool {
            if answers.isEmpty { return false }
            guard let old = answers.removeValue(forKey: key) else { return false }
            bytes -= old.size
            if let place = order.firstIndex(of: key) { order.remove(at: place) }
            return true
        }
    }

    private static let memoryLimit = 32 << 20
    private static let folderLimit = 64 << 20
    /// The number of bytes to free at a time. Freeing many bytes at once is faster, because finding the oldest of many files takes long.
    private static let roomMade = 4 << 20

    private let folder: String?
    private let now: @Sendable () -> Int
    private let keepsOut: @Sendable (String) -> Bool
    private let state = Locked(State())

    /// - Parameters:
    ///   - folder: The folder, which is created when needed. Nil keeps everything in memory.
    ///   - now: Returns the seconds since 1970.
    ///   - keepsOut: Returns whether a text, a link or a header field, must not be written into the folder.
    package init(
        folder: String?, now: @escaping @Sendable () -> Int = { Int(Date().timeIntervalSince1970) },
        keepsOut: @escaping @Sendable (String) -> Bool
    ) {
        self.folder = folder
        self.now = now
        self.keepsOut = keepsOut
    }

    struct Place {
        let key: String
        /// The path of the file; nil if the cache has no folder.
        fileprivate let file: String?
        /// False if a lookup has shown that the file is missing.
        fileprivate var mayHaveFile = true
    }

    func place(of key: String) -> Place { Place(key: key, file: file(of: key)) }

    /// Returns the response at a place, and its age. If the response is not fresh, the server has to be asked.
    func answer(at place: inout Place) -> (answer: CachedAnswer, age: Int, isFresh: Bool)? {
        guard let answer = state.withLock({ $0.answer(for: place.key) }) ?? read(&place) else { return nil }
        let now = now()
        return (answer, answer.age(at: now) ?? 0, answer.isFresh(at: now))
    }

    /// Keeps a new response if the server allows that. Otherwise, removes the old response, unless the new one reports an error of the
    /// server.
    func keep(status: Int, fields: [FetchedPage.Field], body: [UInt8], hop: RedirectHop, at place: Place) {
        let (now, waited) = (now(), Int(hop.milliseconds / 1000))
        guard let freshness = Freshness(status: status, fields: fields, received: now, waited: waited) else {
            if status < 500 { remove(place) }
            return
        }
        // The cache must not hold sessions.
        let kept = fields.filter { $0.name.lowercased() != "set-cookie" }
        let answer = CachedAnswer(
            status: status, fields: kept, body: body, remoteAddress: hop.remoteAddress, tls: hop.tls, received: now,
            freshness: freshness)
        add(answer, at: place)
    }

    /// Keeps `answer` again after the server has confirmed it.
    func keep(_ answer: CachedAnswer, validatedBy fields: [FetchedPage.Field], hop: RedirectHop, at place: Place) {
        let validated = answer.validated(by: fields, received: now(), waited: Int(hop.milliseconds / 1000))
        if let validated { add(validated, at: place) } else { remove(place) }
    }

    private func add(_ answer: CachedAnswer, at place: Place) {
        state.withLock { $0.add(answer, for: place.key, limit: Self.memoryLimit) }
        write(answer, at: place)
    }

    private func remove(_ place: Place) {
        let wasKept = state.withLock { $0.remove(place.key) }
        var place = place
        // If another request has written the file since then, the response in the file is in memory too.
        guard place.mayHaveFile || wasKept, let file = place.file, read(&place) != nil else { return }
        try? FileManager.default.removeItem(atPath: file)
    }

    // MARK: The folder

    private func file(of key: String) -> String? {
        // FNV-1a gives short and legal names. Collisions are harmless, because the file contains its key.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in key.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return folder.map { "\($0)/\(String(hash, radix: 16))" }
    }

    private func read(_ place: inout Place) -> CachedAnswer? {
        // Most pages have no file, and this check takes less time than a failed read.
        guard let file = place.file, unsafe access(file, R_OK) == 0 else {
            place.mayHaveFile = false
            return nil
        }
        guard let data = FileManager.default.contents(atPath: file), data.count < 8 << 20 else { return nil }
        return CachedAnswer(file: Array(data), key: place.key)
    }

    /// Writes the file. Errors are ignored, because they do not affect the page.
    private func write(_ answer: CachedAnswer, at place: Place) {
        let key = place.key
        guard let folder, let file = place.file, let data = answer.file(for: key) else { return }
        guard !keepsOut(key), !keepsOut(answer.location ?? "") else { return }
        let manager = FileManager.default
        try? manager.createDirectory(atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        if needsRoom(for: data.count) { makeRoom(in: URL(filePath: folder, directoryHint: .isDirectory)) }
        let draft = "\(file).\(ProcessInfo.processInfo.processIdentifier)"
        guard manager.createFile(atPath: draft, contents: data, attributes: [.posixPermissions: 0o600]) else { return }
        if unsafe rename(draft, file) != 0 { try? manager.removeItem(atPath: draft) }
    }

    private func needsRoom(for bytes: Int) -> Bool {
        state.withLock { state in
            let written = state.written.map { $0 + bytes } ?? .max
            state.written = written > Self.roomMade ? bytes : written
            return written > Self.roomMade
        }
    }

    /// Removes the oldest files until there is room for the files that are written before the next call.
    private func makeRoom(in folder: URL) {
        let keys: Set<URLResourceKey> = [.contentModificationDateKey, .fileSizeKey]
        let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: Array(keys))) ?? []
        var known = files.compactMap { file -> (file: URL, date: Date, size: Int)? in
            guard let values = try? file.resourceValues(forKeys: keys) else { return nil }
            return (file, values.contentModificationDate ?? .distantPast, values.fileSize ?? 0)
        }
        var sum = known.reduce(2 * Self.roomMade) { $0 + $1.size }
        guard sum > Self.folderLimit else { return }
        known.sort { $0.date < $1.date }
        for entry in known where sum > Self.folderLimit {
            try? FileManager.default.removeItem(at: entry.file)
            sum -= entry.size
        }
    }
}
