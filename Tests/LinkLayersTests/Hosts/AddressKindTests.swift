import AppLinks
import LinkLayers
import Testing

@Suite("Addresses") struct AddressKindTests {
    @Test(
        "public and other addresses",
        arguments: [
            ([8, 8, 8, 8], nil), ([127, 0, 0, 1], .loopback), ([127, 255, 255, 254], .loopback), ([10, 1, 2, 3], .private),
            ([172, 15, 0, 1], nil), ([172, 16, 0, 1], .private), ([172, 31, 255, 255], .private), ([172, 32, 0, 1], nil),
            ([192, 168, 1, 1], .private), ([169, 254, 169, 254], .linkLocal), ([100, 63, 0, 1], nil), ([100, 64, 0, 1], .carrierGrade),
            ([100, 127, 0, 1], .carrierGrade), ([100, 128, 0, 1], nil), ([0, 0, 0, 0], .unspecified), ([0, 1, 2, 3], .unspecified),
            ([224, 0, 0, 1], .multicast), ([255, 255, 255, 255], .reserved), ([192, 0, 2, 1], .reserved), ([198, 19, 0, 1], .reserved),
            ([192, 0, 0, 9], .reserved), ([192, 0, 1, 1], nil), ([192, 31, 196, 1], .reserved), ([192, 52, 193, 1], .reserved),
            ([192, 88, 99, 2], .reserved), ([192, 175, 48, 1], .reserved), ([198, 51, 100, 1], .reserved), ([203, 0, 113, 1], .reserved),
        ] as [([UInt8], AddressKind?)])
    func version4(address: [UInt8], kind: AddressKind?) {
        #expect(AddressKind(address) == kind)
        let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF] + address
        #expect(AddressKind(mapped) == kind)
        let translated: [UInt8] = [0x00, 0x64, 0xFF, 0x9B] + [UInt8](repeating: 0, count: 8) + address
        #expect(AddressKind(translated) == kind)
        let sixToFour: [UInt8] = [0x20, 0x02] + address + [UInt8](repeating: 1, count: 10)
        #expect(AddressKind(sixToFour) == kind)
        let teredo: [UInt8] = [0x20, 0x01, 0, 0] + [UInt8](repeating: 1, count: 8) + address.map { ~$0 }
        #expect(AddressKind(teredo) == kind)
    }

    @Test(
        "IPv6 addresses, by their first bytes",
        arguments: [
            ([0x2A, 0x00, 0x14, 0x50], nil), ([0xFC, 0x00], .private), ([0xFD, 0x12], .private), ([0xFE, 0x80], .linkLocal),
            ([0xFE, 0xBF], .linkLocal), ([0xFE, 0xC0], .private), ([0xFF, 0x02], .multicast), ([0x20, 0x01, 0x0D, 0xB8], .reserved),
            ([0x01, 0x00], .reserved), ([0x40, 0x00], .reserved), ([], .unspecified), ([0x00, 0x64, 0xFF, 0x9B, 0, 1], .private),
            // The blocks of the registry within 2000::/3, and what is beside them.
            ([0x20, 0x01, 0, 1], .reserved), ([0x20, 0x01, 0, 2], .reserved), ([0x20, 0x01, 0, 3], .reserved),
            ([0x20, 0x01, 0, 4, 1, 0x12], .reserved), ([0x20, 0x01, 0, 0x10], .reserved), ([0x20, 0x01, 0, 0x20], .reserved),
            ([0x20, 0x01, 0, 0x3F], .reserved), ([0x20, 0x01, 1, 0xFF], .reserved), ([0x20, 0x01, 2, 0], nil),
            ([0x26, 0x20, 0, 0x4F, 0x80, 0], .reserved), ([0x26, 0x20, 0, 0x4F, 0x80, 1], nil), ([0x3F, 0xFF], .reserved),
            ([0x3F, 0xFF, 0x0F, 0xFF], .reserved), ([0x3F, 0xFF, 0x10], nil), ([0x5F, 0], .reserved),
        ] as [([UInt8], AddressKind?)])
    func version6(start: [UInt8], kind: AddressKind?) {
        #expect(AddressKind(start + [UInt8](repeating: 0, count: 16 - start.count)) == kind)
    }

    @Test("::1 is loopback, and bytes that are not an address are reserved")
    func others() {
        #expect(AddressKind([UInt8](repeating: 0, count: 15) + [1]) == .loopback)
        #expect(AddressKind([]) == .reserved)
        #expect(AddressKind([1, 2, 3]) == .reserved)
    }
}
