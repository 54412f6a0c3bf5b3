/// What a fetch may do although it is refused by default.
package struct FetchPermissions: Sendable, Hashable {
    /// A permission for one host.
    package struct Place: Sendable, Hashable {
        package var host: String
        package var subject: Subject

        package init(_ subject: Subject, of host: String) {
            self.host = host.lowercased()
            self.subject = subject
        }
    }

    package enum Subject: Sendable, Hashable {
        /// Connecting to addresses of this kind. If the host's name later leads to addresses of another kind, they are not allowed.
        case address(AddressKind)
        /// Reading answers although the certificate does not prove who sends them.
        case badCertificate
    }

    package static let none = FetchPermissions(anyAddress: false)
    package static let anyAddress = FetchPermissions(anyAddress: true)

    package let isAnyAddressAllowed: Bool
    private let places: Set<Place>

    package init(anyAddress isAnyAddressAllowed: Bool, to places: Set<Place> = []) {
        self.isAnyAddressAllowed = isAnyAddressAllowed
        self.places = places
    }

    package func allows(_ subject: Subject, of host: String) -> Bool {
        if isAnyAddressAllowed, case .address = subject { return true }
        return places.contains(Place(subject, of: host))
    }

    /// Returns the permissions for one host, and the permission for all addresses if there is one.
    package func limited(to host: String) -> FetchPermissions {
        FetchPermissions(anyAddress: isAnyAddressAllowed, to: places.filter { $0.host == host.lowercased() })
    }

    /// A text that differs for different permissions.
    package var key: String {
        let words = places.map { "\($0.subject) \($0.host)" }.sorted()
        return ([isAnyAddressAllowed ? "private" : "public"] + words).joined(separator: "\n")
    }
}
