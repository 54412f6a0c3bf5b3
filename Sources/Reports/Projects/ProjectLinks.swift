import Deciding
package import Projects

/// The answers of a project to links, in each build of each platform.
package struct ProjectLinks {
    package let links: [String]
    private let answers: [(platform: AppPlatform, variant: String, answers: ProjectAnswers)]
    let platforms: [AppPlatform]

    package init(_ links: [String], in project: Project) {
        self.links = links
        platforms = [AppPlatform.android, .ios].filter { platform in project.apps.contains { $0.platform == platform } }
        answers = platforms.flatMap { platform in
            project.variants(on: platform).map { (platform, $0, ProjectAnswers(project, on: platform, variant: $0)) }
        }
    }

    func answers(to link: String, on platform: AppPlatform) -> [(variant: String, answer: LinkAnswer)] {
        answers.filter { $0.platform == platform }.map { ($0.variant, $0.answers.answer(link)) }
    }

    /// The links that certainly open no app of the project: on no platform and in none of its builds.
    package var unopened: [String] {
        links.filter { link in
            answers.lazy.map { $0.answers.answer(link) }.allSatisfy { $0.app == nil && $0.isCertain }
        }
    }
}

extension Array where Element == (variant: String, answer: LinkAnswer) {
    /// The answer for the build that users get, if people see the same of all builds.
    var common: LinkAnswer? {
        guard Set(map(\.answer.brief)).count == 1 else { return nil }
        return (first { ProjectApp.Build($0.variant, .unknown(candidates: [])).isRelease } ?? first)?.answer
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
