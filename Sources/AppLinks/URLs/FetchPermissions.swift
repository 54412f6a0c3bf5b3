/// The addresses outside the public Internet to which a fetch may connect.
package struct FetchPermissions: Sendable, Hashable {
    /// A host, with the kind of its addresses. If its name later leads to addresses of another kind, they are not allowed.
    package struct Place: Sendable, Hashable {
        package var host: String
        package var kind: AddressKind

        package init(host: String, kind: AddressKind) {
            self.host = host.lowercased()
            self.kind = kind
        }
    }

    package static let none = FetchPermissions(anyAddress: false)
    /// The permission to connect to all addresses.
    package static let anyAddress = FetchPermissions(anyAddress: true)

    /// Whether connecting to all addresses is allowed.
    package let isAnyAddressAllowed: Bool
    private let places: Set<Place>

    package init(anyAddress isAnyAddressAllowed: Bool, to places: Set<Place> = []) {
        self.isAnyAddressAllowed = isAnyAddressAllowed
        self.places = places
    }

    package func allows(_ kind: AddressKind, of host: String) -> Bool {
        isAnyAddressAllowed || places.contains(Place(host: host, kind: kind))
    }

    /// Returns the permissions for one host, and the permission for all addresses if there is one.
    package func limited(to host: String) -> FetchPermissions {
        FetchPermissions(anyAddress: isAnyAddressAllowed, to: places.filter { $0.host == host.lowercased() })
    }

    /// A text that differs for different permissions.
    package var key: String {
        let words = places.map { "\($0.kind) \($0.host)" }.sorted()
        return ([isAnyAddressAllowed ? "private" : "public"] + words).joined(separator: "\n")
    }
}
