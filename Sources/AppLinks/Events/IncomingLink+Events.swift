extension IncomingLink {
    /// The measurement events of this link. An App Link has the parse event; if it arrived from outside, it also has the inbound event with
    /// the same arguments. Any other link has no events.
    public var events: [MeasurementEvent] {
        guard isAppLink else { return [] }
        let parse = MeasurementEvent(name: .linkParse, arguments: eventArguments)
        guard case .inbound = entry else { return [parse] }
        return [parse, MeasurementEvent(name: .navigateIn, arguments: parse.arguments)]
    }

    private var eventArguments: MeasurementEvent.Arguments {
        var arguments = MeasurementEvent.Arguments()
        var sourceApplication: String? = nil
        var isInbound = false
        if case .inbound(let application) = entry {
            sourceApplication = application
            isInbound = true
        }
        arguments.reserve(9)
        arguments.add("version", version)
        arguments.add("refererURL", refererURL)
        arguments.add("refererAppName", refererAppName)
        arguments.add("sourceApplication", sourceApplication)
        arguments.add("targetURL", targetURL.absoluteString)
        arguments.add("inputURL", inputURL.absoluteString)
        arguments.add("inputURLScheme", inputURL.scheme)
        arguments.add("forRenderBackToReferrerBar", entry == .backToReferrerBar ? "1" : "0")
        arguments.add("forOpenUrl", isInbound ? "1" : "0")
        return arguments
    }
}
