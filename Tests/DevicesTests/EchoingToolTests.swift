import DeviceTools
import Devices
import Foundation
import TestSupport
import Testing

/// A stand-in for a tool prints a piece of the link that it got, in which nothing tells what is a secret.
@Suite("Secrets in what a tool prints")
struct EchoingToolTests {
    private static let link = "shop://login?access_token=s3cr3tt0ken%2Fvalue&x=visible"

    private func trouble(_ tool: DeviceTool, _ scripts: [String: String], app: String? = nil) async throws -> DeviceTrouble? {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tools-\(UInt32.random(in: .min ... .max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, script) in scripts {
            try writeProgram("#!/bin/sh\nfor last; do :; done\n\(script)\n", to: folder.appending(path: name).path)
        }
        let devices = Devices(ToolRunner(environment: ["PATH": "\(folder.path):/usr/bin:/bin"]))
        let link = try CommandLink(Array(Self.link.utf8))
        return try await onThread {
            do throws(DeviceTrouble) {
                let answer = try devices.open(DeviceRequest(link, on: tool, app: app))
                if case .nothing(let reason) = answer.opening.end { return DeviceTrouble(reason) }
                return nil
            } catch {
                return error
            }
        }
    }

    private static let halves = [
        // What follows the name, and the second half of the value, decoded.
        (#"printf 'bad value %s\n' "${last#*token=}""#, "bad value ••••••••&x=visible"),
        (#"printf 'bad value %s\n' 'tt0ken/value'"#, "bad value ••••••••"),
        // The first half, with its name.
        (#"printf 'bad link %s\n' 'shop://login?access_token=s3cr3t'"#, "bad link shop://login?access_token=••••••••"),
        // The tool's own secret.
        (#"echo 'failed with password=hunter22'"#, "failed with password=••••••••"),
    ]

    @Test("the desktop", arguments: halves)
    func desktop(script: String, shown: String) async throws {
        let opening = "\(script) >&2; exit 4"
        let scripts = ["xdg-mime": "echo shop.desktop", "xdg-open": opening, "open": opening]
        #expect(try await trouble(.desktop, scripts)?.reason.hasSuffix("open says: \(shown)") == true)
    }

    @Test("adb and Android", arguments: halves)
    func android(script: String, shown: String) async throws {
        let list = #"case "$1" in devices) echo 'x device'; exit;; esac"#
        #expect(try await trouble(.adb, ["adb": "\(list)\nlast='\(Self.link)'\n\(script) >&2; exit 1"])?.reason == "adb says: \(shown)")
        let error = try await trouble(.adb, ["adb": "\(list)\nlast='\(Self.link)'\nprintf 'Error: '; \(script)"])
        #expect(error?.reason == shown)
    }

    @Test("simctl and devicectl", arguments: halves)
    func apple(script: String, shown: String) async throws {
        let simulators = #"{"devices":{"com.apple.CoreSimulator.SimRuntime.iOS-18-1":[{"udid":"U","name":"iPhone","state":"Booted"}]}}"#
        let devices = #"{"result":{"devices":[{"identifier":"D"}]}}"#
        let list = "case \"$*\" in *'list devices --json'*) echo '\(simulators)'; exit;; *'list devices'*) echo '\(devices)'; exit;; esac"
        let tools = ["xcrun": "\(list)\nlast='\(Self.link)'\n\(script) >&2; exit 4"]
        #expect(try await trouble(.simctl, tools)?.reason == "xcrun says: \(shown)")
        #expect(try await trouble(.devicectl, tools, app: "com.example.shop")?.reason == "xcrun says: \(shown)")
    }
}
