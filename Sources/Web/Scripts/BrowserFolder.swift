import AppLinks
import Deciding
import Foundation
import Platform

/// The folder of a running browser. Only this user may read it.
///
/// The folder is removed after the run. If the program is killed before that, a later run removes the folder. A program locks its folder
/// with `flock`, so that folders in use can be distinguished from abandoned folders. The system releases the lock, however the program
/// ends.
final class BrowserFolder {
    let path: String
    /// The descriptor that holds the lock on the folder. Closing the descriptor releases the lock.
    private let hold: OpenFile

    init(environment: [String: String]) throws(ScriptProblem) {
        // Chromium creates a Unix socket in the folder, and the path of a socket may have only about a hundred bytes.
        let asked = environment["TMPDIR"] ?? ""
        let parent = asked.hasPrefix("/") && asked.utf8.count <= 30 ? asked : "/tmp"
        Self.removeAbandoned(in: parent)
        var template = Array("\(parent)/\(Self.prefix)XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else { throw ScriptProblem(.last("mkdtemp in \(parent)")) }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard let hold = Self.lock(path) else {
            unsafe rmdir(path)
            throw .system("\(path) cannot be locked")
        }
        self.hold = hold
    }

    /// Removes the folder. A process that is just ending may still write to the folder, so this method tries more than once.
    func remove() {
        for _ in 0..<20 {
            try? FileManager.default.removeItem(atPath: path)
            if !FileManager.default.fileExists(atPath: path) { return }
            usleep(20_000)
        }
    }

    // MARK: Abandoned folders

    private static let prefix = "linkscope-browser-"
    /// The minimum age of an abandoned folder, in seconds. A younger folder may be in use although it is not locked yet.
    private static let youngest = 60
    /// The maximum number of folders that one run removes.
    private static let mostAtOnce = 20

    /// Removes the folders of programs that were killed.
    ///
    /// - Parameter now: The current time in seconds since 1970.
    static func removeAbandoned(in parent: String, now: Int = time(nil)) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
        var count = 0
        for name in names where name.hasPrefix(prefix) && name.utf8.count == prefix.utf8.count + 6 && !name.contains("/") {
            let path = "\(parent)/\(name)"
            // This check comes before locking, because a lock on a folder that another program has just created would keep that program
            // from locking it.
            guard let seen = try? FileStatus.of(path, followingLinks: false), isLeft(seen, now: now) else { continue }
            // The lock is held until the folder is removed. Otherwise another program could remove a new folder that has the same name.
            guard let hold = lock(path), let held = try? hold.status(), isLeft(held, now: now) else { continue }
            try? FileManager.default.removeItem(atPath: path)
            withExtendedLifetime(hold) {}
            count += 1
            if count == mostAtOnce { return }
        }
    }

    /// Locks a folder. Returns nil if another program has locked the folder, or if the path is not a readable folder. Symbolic links are
    /// not followed.
    private static func lock(_ path: String) -> OpenFile? {
        guard let folder = try? OpenFile.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW) else { return nil }
        return (try? folder.lock(LOCK_EX)) == true ? folder : nil
    }

    /// Returns whether a folder belongs to this user, is private, and has not changed for a while.
    private static func isLeft(_ folder: FileStatus, now: Int) -> Bool {
        folder.owner == geteuid() && folder.permissions & 0o077 == 0 && now - Int(folder.modifiedAt / 1000) >= youngest
    }
}
