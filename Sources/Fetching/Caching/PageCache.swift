import Foundation
import Pages
import Secrets
import Tasks

/// Answers that servers allow to be used again: in memory, and in a folder of the user's where there is one.
///
/// Links with a secret in them are not written down. The folder is only the user's, and never holds more than its share.
package final class PageCache: Sendable {
    fileprivate struct State: Sendable {
        var answers: [String: CachedAnswer] = [:]
        /// Oldest first.
        var order: [String] = []
        var bytes = 0
        /// How much was written to the folder since room was made there; nil before the first time.
        var written: Int?
    }

    private static let memoryLimit = 32 << 20
    private static let folderLimit = 64 << 20
    /// Looking for the oldest files takes long where there are many, so room is made for as much at once.
    private static let roomMade = 4 << 20

    private let folder: String?
    private let now: @Sendable () -> Int
    private let state = Locked(State())

    /// - Parameters:
    ///   - folder: Made when it is needed; nil keeps everything in memory.
    ///   - now: The seconds since 1970.
    package init(folder: String? = nil, now: @escaping @Sendable () -> Int = { Int(Date().timeIntervalSince1970) }) {
        self.folder = folder
        self.now = now
    }

    /// `$XDG_CACHE_HOME/linkscope/pages`, or the same in `~/.cache`; nil where neither is an absolute folder.
    package static func folder(environment: [String: String]) -> String? {
        if let cache = environment["XDG_CACHE_HOME"], cache.hasPrefix("/") { return cache + "/linkscope/pages" }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        return home + "/.cache/linkscope/pages"
    }

    /// Where an answer is kept.
    struct Place {
        let key: String
        /// Nil without a folder.
        fileprivate let file: String?
        /// Whether there may be a file: nobody has looked, or it was there.
        fileprivate var mayHaveFile = true
    }

    func place(of key: String) -> Place { Place(key: key, file: file(of: key)) }

    /// What is kept, and how old it is; where it is not fresh any more, its server has to be asked.
    func answer(at place: inout Place) -> (answer: CachedAnswer, age: Int, isFresh: Bool)? {
        guard let answer = state.withLock({ $0.answer(for: place.key) }) ?? read(&place) else { return nil }
        let now = now()
        return (answer, answer.age(at: now) ?? 0, answer.isFresh(at: now))
    }

    /// Keeps an answer that has just come, if its server allows; otherwise what was kept before does not hold any more either.
    func keep(status: Int, page: Exchange, hop: Hop, at place: Place) {
        let (now, waited) = (now(), Int(hop.milliseconds / 1000))
        guard let freshness = Freshness(status: status, fields: page.head.fields, received: now, waited: waited) else {
            if status < 500 { remove(place) }
            return
        }
        // Nobody is to find another one's session here.
        let fields = page.head.fields.filter { $0.name.lowercased() != "set-cookie" }
        let answer = CachedAnswer(
            status: status, fields: fields, body: page.body, remoteAddress: hop.remoteAddress, tls: hop.tls, received: now,
            freshness: freshness)
        add(answer, at: place)
    }

    /// The server has answered that `answer` still holds: it is as good as new.
    func keep(_ answer: CachedAnswer, validatedBy fields: [FetchedPage.Field], hop: Hop, at place: Place) {
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
        // Another request of ours may have left a file since this one has looked: then it is in memory, too.
        guard place.mayHaveFile || wasKept, let file = place.file, read(&place) != nil else { return }
        try? FileManager.default.removeItem(atPath: file)
    }

    // MARK: The folder

    private func file(of key: String) -> String? {
        // FNV-1a: names must be short and legal; the file says which key it really has.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in key.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return folder.map { "\($0)/\(String(hash, radix: 16))" }
    }

    private func read(_ place: inout Place) -> CachedAnswer? {
        // Of most pages there is none, which need not become an error first.
        guard let file = place.file, unsafe access(file, R_OK) == 0 else {
            place.mayHaveFile = false
            return nil
        }
        guard let data = FileManager.default.contents(atPath: file), data.count < 8 << 20 else { return nil }
        return CachedAnswer(file: Array(data), key: place.key)
    }

    /// A cache that cannot be written is no cache; the page is there all the same.
    private func write(_ answer: CachedAnswer, at place: Place) {
        let key = place.key
        guard let folder, let file = place.file, let data = answer.file(for: key), Secrets.masked(key) == key else { return }
        let location = answer.location ?? ""
        guard Secrets.masked(location) == location else { return }
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

    /// Removes the oldest files until as much fits as is written before room is made again.
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

extension PageCache.State {
    fileprivate mutating func add(_ answer: CachedAnswer, for key: String, limit: Int) {
        remove(key)
        answers[key] = answer
        order.append(key)
        bytes += answer.size
        while bytes > limit || order.count > 1000, let first = order.first { remove(first) }
    }

    fileprivate func answer(for key: String) -> CachedAnswer? { answers.isEmpty ? nil : answers[key] }

    /// Answers whether there was one.
    @discardableResult
    fileprivate mutating func remove(_ key: String) -> Bool {
        if answers.isEmpty { return false }
        guard let old = answers.removeValue(forKey: key) else { return false }
        bytes -= old.size
        if let place = order.firstIndex(of: key) { order.remove(at: place) }
        return true
    }
}

extension CachedAnswer {
    /// About as many bytes as it takes.
    fileprivate var size: Int { fields.reduce(body.count) { $0 + $1.name.utf8.count + $1.value.utf8.count + 64 } }
}
