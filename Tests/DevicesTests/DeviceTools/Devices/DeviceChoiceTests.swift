import DeviceTools
import Testing

@Suite("Choosing a device")
struct DeviceChoiceTests {
    private static let pixel = RealDevice(.adb, id: "P8", name: "Pixel 8")
    private static let emulator = RealDevice(.adb, id: "emulator-5554", name: "sdk phone")
    private static let locked = RealDevice(
        .adb, id: "R5", name: "Galaxy", state: .notReady(reason: "is offline", advice: "Reconnect it."))

    private func choose(_ wanted: String?, _ devices: [RealDevice]) -> Result<RealDevice, DeviceTrouble> {
        Result { () throws(DeviceTrouble) in try DeviceChoice.choose(wanted, among: devices, of: .adb) }
    }

    @Test("the only device that is ready is chosen, and a name or an ID chooses among several")
    func chosen() {
        #expect(choose(nil, [Self.pixel]) == .success(Self.pixel))
        #expect(choose(nil, [Self.locked, Self.pixel]) == .success(Self.pixel))
        #expect(choose("emulator-5554", [Self.pixel, Self.emulator]) == .success(Self.emulator))
        #expect(choose("Pixel 8", [Self.pixel, Self.emulator]) == .success(Self.pixel))
    }

    @Test("an ID comes before a name, and of two simulators with one name the running one is meant")
    func ambiguous() {
        let namedLikeID = RealDevice(.adb, id: "x", name: "P8")
        #expect(choose("P8", [namedLikeID, Self.pixel]) == .success(Self.pixel))
        let stopped = RealDevice(.simctl, id: "1", name: "iPhone 16", state: .notReady(reason: "is not running", advice: "Start it."))
        let running = RealDevice(.simctl, id: "2", name: "iPhone 16")
        #expect(choose("iPhone 16", [stopped, running]) == .success(running))
    }

    @Test("each failure says what to do")
    func failures() {
        #expect(
            choose(nil, [Self.pixel, Self.emulator])
                == .failure(
                    DeviceTrouble(
                        "several devices are connected", advice: "Choose one with --device: P8 (Pixel 8), emulator-5554 (sdk phone).")))
        #expect(choose(nil, [Self.locked]) == .failure(DeviceTrouble("Galaxy (R5) is offline", advice: "Reconnect it.")))
        #expect(
            choose("P9", [Self.pixel]) == .failure(DeviceTrouble("there is no device \"P9\"", advice: "adb knows: P8 (Pixel 8).")))
        #expect(
            choose(nil, [])
                == .failure(
                    DeviceTrouble(
                        "no device is connected",
                        advice: "Connect a device with USB debugging switched on, or start an emulator. Then adb devices lists it.")))
    }
}
