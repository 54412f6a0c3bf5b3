import Deciding
import Projects

/// The answers of a project to links, in each build of each platform.
struct ProjectLinks {
    private let answers: [(platform: AppPlatform, variant: String, answers: ProjectAnswers)]
    let platforms: [AppPlatform]

    init(_ project: Project) {
        platforms = [AppPlatform.android, .ios].filter { platform in project.apps.contains { $0.platform == platform } }
        answers = platforms.flatMap { platform in
            project.variants(on: platform).map { (platform, $0, ProjectAnswers(project, on: platform, variant: $0)) }
        }
    }

    func answers(to link: String, on platform: AppPlatform) -> [(variant: String, answer: LinkAnswer)] {
        answers.filter { $0.platform == platform }.map { ($0.variant, $0.answers.answer(link)) }
    }
}

extension LinkAnswer {
    /// What people see of the answer, so that equal answers of several builds are shown once.
    struct Brief: Hashable {
        var opening: Opening
        var app: String?
        var screen: Screen
        var why: Why
    }

    var brief: Brief { Brief(opening: opening, app: app, screen: screen, why: why) }
}
