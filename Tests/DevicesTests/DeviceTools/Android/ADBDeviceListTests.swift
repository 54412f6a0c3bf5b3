import DeviceTools
import Testing

@Suite("The devices that adb lists")
struct ADBDeviceListTests {
    @Test("each line is a device with its state; messages of the server are none")
    func list() {
        let devices = ADBDeviceList.devices(
            .printing(
                """
                * daemon not running; starting now at tcp:5037
                * daemon started successfully
                List of devices attached
                emulator-5554          device product:sdk_gphone64_x86_64 model:sdk_gphone64_x86_64 device:emu64xa transport_id:1
                0A171FDD4002LR         device usb:1-2 product:shiba model:Pixel_8 device:shiba transport_id:2
                R58M12ABCDE            unauthorized usb:1-3 transport_id:3
                192.168.1.7:5555       offline transport_id:4
                0123456789ABCDEF       no permissions (missing udev rules? user is in the plugdev group); see [http://developer.android.com]

                """))
        #expect(devices.map(\.id) == ["emulator-5554", "0A171FDD4002LR", "R58M12ABCDE", "192.168.1.7:5555", "0123456789ABCDEF"])
        #expect(devices.map(\.name) == ["sdk gphone64 x86 64", "Pixel 8", "R58M12ABCDE", "192.168.1.7:5555", "0123456789ABCDEF"])
        #expect(devices.map(\.isReady) == [true, true, false, false, false])
    }

    @Test(
        "a device that is not ready says what to do",
        arguments: [
            ("x unauthorized", "has not allowed this computer"), ("x offline", "is offline"),
            ("x no permissions; see", "cannot be accessed by this user"), ("x recovery", "is in the state \"recovery\""),
            ("x authorizing", "is still connecting"), ("x connecting", "is still connecting"), ("x detached", "is offline"),
            ("x sideload usb:1-2", "is in the state \"sideload\""), ("x bootloader", "is in the state \"bootloader\""),
            ("x rescue", "is in the state \"rescue\""), ("x host", "is in the state \"host\""),
            ("x no permissions (missing udev rules?); see [http://developer.android.com]", "cannot be accessed by this user"),
        ]
    )
    func states(_ line: String, _ reason: String) throws {
        let device = try #require(ADBDeviceList.devices(.printing("List of devices attached\n" + line)).first)
        guard case .notReady(let said, let advice) = device.state else {
            Issue.record("\(line) is ready")
            return
        }
        #expect(said == reason)
        #expect(!advice.isEmpty)
    }

    @Test("lines of a Windows server end with CR LF, and an empty list has no device")
    func lineEnds() {
        #expect(ADBDeviceList.devices(.printing("List of devices attached\r\nx\tdevice\r\n\r\n")).map(\.id) == ["x"])
        #expect(ADBDeviceList.devices(.printing("List of devices attached\n\n")).isEmpty)
        #expect(ADBDeviceList.devices(.printing("")).isEmpty)
    }

    @Test(
        "a line that does not name a device and its state is ignored",
        arguments: [
            "* daemon started successfully", "error: device offline", "error: device unauthorized.", "x", "x ready", "device",
            "adb server version (41) doesn't match this client (39); killing...", "cannot connect to daemon", "x no", "x no devices",
            "x device and more", "\u{1B}[31mx device", "gerät device", "* device", "\(String(repeating: "x", count: 256)) device",
        ])
    func garbage(line: String) {
        #expect(ADBDeviceList.devices(.printing("List of devices attached\n\(line)\ny\tdevice\n")).map(\.id) == ["y"])
    }
}
