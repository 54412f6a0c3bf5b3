package import Associations
package import DeviceTools

/// The verdicts made from the association files of a link's site. They are made in the background, because parsing a large file takes time.
package struct VerdictAnswer: Sendable {
    /// The verdict about the link.
    package var link: Verdict
    /// The verdict about the site as a whole, from the same files.
    package var site: Verdict

    package init(link: Verdict, site: Verdict) {
        self.link = link
        self.site = site
    }

    /// Returns the answer together with what an Android device knows about the host of the link, or the reason why it could not be asked.
    package func joined(with device: Result<DeviceVerification, DeviceTrouble>) -> VerdictAnswer {
        VerdictAnswer(link: link.joined(with: device), site: site)
    }
}
