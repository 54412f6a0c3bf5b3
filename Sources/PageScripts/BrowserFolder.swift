import Foundation
import Pages

/// What a browser keeps while it runs, in a folder that nobody else may look into.
///
/// It is gone afterwards. Where this program was killed before that, the next run takes it away: as long as a folder is in use its maker holds it
/// with `flock`, and the system lets go of it however the program ends.
final class BrowserFolder {
    let path: String
    /// Holds the lock.
    private let hold: Descriptor

    init(environment: [String: String]) throws(ScriptProblem) {
        // Chromium makes a Unix socket in it, whose path has room for some hundred bytes.
        let asked = environment["TMPDIR"] ?? ""
        let parent = asked.hasPrefix("/") && asked.utf8.count <= 30 ? asked : "/tmp"
        Self.removeAbandoned(in: parent)
        var template = Array("\(parent)/\(Self.prefix)XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else { throw .last("mkdtemp in \(parent)") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard let hold = Self.lock(path) else {
            unsafe rmdir(path)
            throw .system("\(path) cannot be locked")
        }
        self.hold = hold
    }

    /// Takes it away, once nobody writes to it any more.
    func remove() {
        for _ in 0..<20 {
            try? FileManager.default.removeItem(atPath: path)
            if !FileManager.default.fileExists(atPath: path) { return }
            usleep(20_000)
        }
    }

    // MARK: Those of others

    private static let prefix = "linkscope-browser-"
    /// Between being made and being locked a folder looks abandoned.
    private static let youngest = 60
    /// A run has something else to do.
    private static let mostAtOnce = 20

    /// Takes away what programs left that were killed.
    ///
    /// - Parameter now: Seconds since 1970.
    static func removeAbandoned(in parent: String, now: Int = time(nil)) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
        var count = 0
        for name in names where name.hasPrefix(prefix) && name.utf8.count == prefix.utf8.count + 6 && !name.contains("/") {
            let path = "\(parent)/\(name)"
            // Before it is locked: a lock on one that is just being made would keep its maker out.
            var seen = stat()
            guard unsafe lstat(path, &seen) == 0, isLeft(seen, now: now) else { continue }
            // Until it is gone, so that nobody else removes another one of that name.
            var held = stat()
            guard let hold = lock(path), unsafe fstat(hold.number, &held) == 0, isLeft(held, now: now) else { continue }
            try? FileManager.default.removeItem(atPath: path)
            withExtendedLifetime(hold) {}
            count += 1
            if count == mostAtOnce { return }
        }
    }

    /// Nil where somebody holds it, and where it is no folder that we may read. A link to a folder is none.
    private static func lock(_ path: String) -> Descriptor? {
        let number = unsafe open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard number >= 0 else { return nil }
        let folder = Descriptor(adopting: number)
        return flock(folder.number, LOCK_EX | LOCK_NB) == 0 ? folder : nil
    }

    /// Whether a folder is ours, and nobody has touched it for a while.
    private static func isLeft(_ folder: stat, now: Int) -> Bool {
        #if canImport(Darwin)
            let changed = folder.st_mtimespec.tv_sec
        #else
            let changed = folder.st_mtim.tv_sec
        #endif
        return folder.st_uid == geteuid() && folder.st_mode & 0o077 == 0 && now - changed >= youngest
    }
}
