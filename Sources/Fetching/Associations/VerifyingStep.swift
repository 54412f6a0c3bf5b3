package import Associations
import Tasks
package import Workflows

/// What the steps of verifying hand to one another.
package enum VerifyingSlot {
    /// The files so far, also while others are still on their way.
    package static let files = WorkflowContent.Key<ServedFiles>("files")
    /// One for each question.
    package static let verdicts = WorkflowContent.Key<[Verdict]>("verdicts")
    static let transfers = WorkflowContent.Key<AssociationTransfers>("transfers")
}

/// The steps of verifying, in order. Their names are what a user reads while they run.
package enum VerifyingStep: String, CaseIterable, Sendable {
    case aasa = "fetch apple-app-site-association"
    case legacyAASA = "look for it at the root, as iOS 9 did"
    case appleCopy = "ask Apple for its copy"
    case assetLinks = "fetch assetlinks.json"
    case includes = "fetch the files it includes"
    case conclude = "decide the verdict"

    init(_ kind: ServedFile.Kind) {
        switch kind {
        case .aasa: self = .aasa
        case .legacyAASA: self = .legacyAASA
        case .appleCopy: self = .appleCopy
        case .assetLinks: self = .assetLinks
        case .include: self = .includes
        }
    }
}

/// The files of one run on their way: all begin with the first step, side by side, and each step waits for its own.
struct AssociationTransfers: Sendable {
    /// Stops them all.
    let source: CancellationTokenSource
    let files: [ServedFile.Kind: Future<ServedFile>]
}

extension WorkflowStep {
    /// Waits for one file, which it or a step before has begun to fetch.
    static func fetchAssociation(
        _ kind: ServedFile.Kind, of site: WebSite, begin: @escaping @Sendable () -> AssociationTransfers
    ) -> WorkflowStep {
        WorkflowStep(VerifyingStep(kind).rawValue, on: .immediate) { content, run in
            let transfers = content[VerifyingSlot.transfers] ?? begin()
            guard let file = transfers.files[kind] else { return Future(content) }
            let registration = run.token.onCancellation { transfers.source.cancel() }
            return file.continueOnSuccessWith(.immediate, token: run.token) { file in
                registration.dispose()
                var content = content
                var files = content[VerifyingSlot.files] ?? ServedFiles(site: site)
                files.take(file)
                content[VerifyingSlot.files] = files
                content[VerifyingSlot.transfers] = transfers
                return content
            }
        }
    }

    /// Judges by the files, one question after the other.
    static func judge(_ questions: [Verdict.Question], of site: WebSite, on executor: FutureExecutor) -> WorkflowStep {
        content(VerifyingStep.conclude.rawValue, on: executor) { content in
            let files = content[VerifyingSlot.files] ?? ServedFiles(site: site)
            content[VerifyingSlot.verdicts] = questions.map { Verdict($0, files) }
        }
    }
}

extension ServedFiles {
    fileprivate mutating func take(_ file: ServedFile) {
        switch file.kind {
        case .aasa: aasa = file
        case .legacyAASA: legacyAASA = file
        case .appleCopy: appleCopy = file
        case .assetLinks: assetLinks = file
        case .include: includes.append(file)
        }
    }
}
