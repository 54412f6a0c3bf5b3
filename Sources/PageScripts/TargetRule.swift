import Pages

/// Whom a page's browser may be connected to.
struct TargetRule: Sendable {
    var allowsPrivate: Bool
    /// The page's own, which its link has chosen.
    var pagePort: Int
    /// Where our proxy listens: nobody is to be sent round in a circle.
    var ownPort: Int

    /// Ports below 1024 belong to services that are no web servers, but for the web's own. (Above it browsers themselves have a list.)
    func allows(port: Int) -> Bool {
        (port >= 1024 || [80, 443, pagePort].contains(port)) && port != ownPort
    }

    /// The first address that is not to be connected to. One is enough to refuse them all: a host that names a private address beside a
    /// public one is trying something.
    func refused(_ addresses: [[UInt8]]) -> (address: [UInt8], kind: AddressKind)? {
        if allowsPrivate { return nil }
        return addresses.lazy.compactMap { address in AddressKind(address).map { (address, $0) } }.first
    }
}
