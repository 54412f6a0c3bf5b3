package import Associations
import Tasks
package import Workflows

/// The content that the steps of verifying share.
package enum VerifyingSlot {
    /// The files that have arrived so far.
    package static let files = WorkflowContent.Key<ServedFiles>("files")
    /// One verdict for each question.
    package static let verdicts = WorkflowContent.Key<[Verdict]>("verdicts")
    static let transfers = WorkflowContent.Key<AssociationTransfers>("transfers")
}

/// The steps of verifying, in order. Their names are shown while they run.
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

/// The running transfers of a run. The first step starts all of them, and each step waits for its own file.
struct AssociationTransfers: Sendable {
    /// Cancels all transfers.
    let source: CancellationTokenSource
    let files: [ServedFile.Kind: Future<ServedFile>]
}

extension WorkflowStep {
    /// Returns a step that waits for one file, and that starts the transfers if no earlier step has.
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

    /// Returns a step that answers the questions from the files.
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
