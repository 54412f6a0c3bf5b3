extension SessionJournal {
    /// Opens the newest non-empty journal in the folder that no running inspector uses.
    package static func continueNewest(
        in folder: String,
        writer: any FileWriting = SystemFileWriter()
    ) throws(JournalError) -> SessionJournal {
        guard (try? FileStatus.of(folder, followingLinks: false)) != nil else { throw .noSession(folder: folder) }
        do throws(Folders.Problem) {
            try Folders.checkPrivate(folder)
        } catch {
            throw .folder(error)
        }
        for path in newestFirst(in: folder) {
            do throws(SystemError) {
                if let journal = try open(path, writer: writer) { return journal }
            } catch {
                throw .file(path: path, error)
            }
        }
        throw .noSession(folder: folder)
    }

    /// Returns the paths of the journals, sorted by the time of their last write, newest first. The time in the name of a journal is the
    /// start of its session, which may have been continued later.
    static func newestFirst(in folder: String) -> [String] {
        journals(in: folder, FolderListing.names(in: folder))
    }

    static func journals(in folder: String, _ names: [String]) -> [String] {
        let journals = names.filter { $0.hasSuffix(".journal") && !$0.hasPrefix(".") }
        let dated = journals.compactMap { name -> (path: String, time: Int64)? in
            let path = "\(folder)/\(name)"
            guard let status = try? FileStatus.of(path, followingLinks: false), status.kind == .regular else { return nil }
            return (path, status.modifiedAt)
        }
        return dated.sorted { ($0.time, $0.path) > ($1.time, $1.path) }.map(\.path)
    }
}
