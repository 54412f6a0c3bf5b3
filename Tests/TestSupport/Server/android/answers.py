"""What the programs of an Android device answer, by the version of Android and the scenario.

The texts are files in scenarios/SCENARIO, or else in scenarios/any. `NAME@12.out` is the output of a command on Android 12 and later, up to
the next version that has a file; `.err` is its standard error, `.log` what it adds to the device's log, and `.status` its exit status. If
a scenario has none of these files for a command, those of `any` count. `am-start-now` is `am start` without -W, and `-explicit` is for
intents that name a package or an activity.

A text may contain {package}, {host}, {signature}, {url} (as the command received it), {dat} (the URL as Android shows it), and {starting} and {started}
(the whole intent, as `am start` shows it before and after the start).

All texts are written from memory of Android's sources (ActivityManagerShellCommand, PackageManagerShellCommand, DomainVerificationShell,
Intent.toString) and of what devices print. Their fields and their order are certain. Where the exact wording, the status or the version
that changed it is not certain, a comment here or the README of the folder says so.
"""

import collections
import os
import re

PROGRAMS = ["am", "cmd", "pm", "getprop", "dumpsys", "logcat", "settings"]
SCENARIOS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "scenarios")

# The fingerprint of the certificate that signs the apps, unless the test names another one.
SIGNATURE = "FA:C6:17:45:DC:09:03:78:6F:B9:ED:E6:2A:96:2B:39:9F:73:48:F0:BB:6F:89:9B:83:32:66:75:91:03:3B:9C"

Answer = collections.namedtuple("Answer", "output error status log", defaults=(b"", b"", 0, b""))


def model(android):
    return {6: "Nexus 5", 9: "Pixel 3", 10: "Pixel 4", 11: "Pixel 5", 12: "Pixel 6", 13: "Pixel 7", 14: "Pixel 8", 15: "Pixel 9"}.get(
        android, "Pixel 10" if android > 15 else "Nexus 6P")


def level(android):
    """Returns the API level. There is no Android version for level 32, which is 12L."""
    return {6: 23, 7: 24, 8: 26, 9: 28, 10: 29, 11: 30, 12: 31}.get(android, android + 20)


def properties(device):
    product = device.model.lower().replace(" ", "_")
    return {
        "ro.build.version.release": str(device.android), "ro.build.version.sdk": str(level(device.android)),
        "ro.product.manufacturer": "Google", "ro.product.model": device.model, "ro.product.name": product, "ro.product.device": product,
        "sys.boot_completed": "1",
    }


# Files of a scenario


def file(device, name, kind, scenario=None):
    """Returns the bytes of the file for this version of Android, or None."""
    for scenario in (scenario or device.scenario, "any"):
        folder = os.path.join(SCENARIOS, scenario)
        found = {}
        for entry in os.listdir(folder) if os.path.isdir(folder) else []:
            match = re.fullmatch(rf"{re.escape(name)}(?:@(\d+))?\.(out|err|log|status)", entry)
            if match and int(match[1] or 0) <= device.android:
                found.setdefault(int(match[1] or 0), {})[match[2]] = os.path.join(folder, entry)
        if found:
            path = found[max(found)].get(kind)
            if path is None:
                return b""
            with open(path, "rb") as opened:
                return opened.read()
    return None


def scripted(device, name, intent=None, scenario=None):
    """Returns the answer that the files give, or None if there are no files."""
    if file(device, name, "out", scenario) is None:
        return None
    fields = {"package": device.package, "host": device.host, "signature": device.signature}
    if intent:
        fields.update({
            "url": intent.data, "dat": shown_data(device, intent.data), "starting": intent.text(device),
            "started": intent.text(device, "0x10000000"),
        })

    def filled(kind):
        text = file(device, name, kind, scenario)
        # One pass, so that a URL that contains the name of a field stays as it is.
        return re.sub(rb"\{(\w+)\}", lambda match: fields.get(match[1].decode(), match[0].decode()).encode("utf-8", "replace"), text)

    return Answer(filled("out"), filled("err"), int(filled("status") or 0), filled("log"))


def log(device):
    """Returns what the log contains when the device starts."""
    answer = scripted(device, "log")
    return answer.output if answer else b""


def start_of_log(log, words):
    """Returns where a logcat begins: at the last lines if it asks for a number of them (-t, -T), at a time (-T), else at the
    start."""
    for option, value in zip(words, words[1:]):
        if option in ("-t", "-T") and value.isdigit():
            lines = bytes(log).splitlines(keepends=True)
            return len(log) - sum(map(len, lines[len(lines) - min(int(value), len(lines)):]))
        if option == "-T":
            # A time, from which on the lines are printed. A line without a time belongs to the one before.
            place = 0
            for line in bytes(log).splitlines(keepends=True):
                if re.match(rb"\d\d-\d\d ", line) and line[:len(value)] >= value.encode():
                    return place
                place += len(line)
            return place
    return 0


# Intents


class Intent:
    """An intent in the words of `am start` and of `cmd package resolve-activity`."""

    PAIRS = ("-e", "--es", "--ez", "--ei", "--el", "--ef", "--eu", "--ecn", "--eia", "--ela", "--efa", "--esa")
    SINGLES = {"-a": "action", "-d": "data", "-t": "type", "-n": "component", "-p": "package"}
    OPTIONS = ("--user", "-R", "-P", "--display", "--query-flags", "--windowingMode")
    FLAGS = ("-W", "-S", "-D", "-N", "--brief", "--components", "--streaming", "--activity-clear-top", "--activity-single-top")

    def __init__(self, words):
        self.action = self.data = self.type = self.component = self.package = ""
        self.categories, self.extras, self.flags, self.unknown, self.waits = [], {}, 0, None, False
        words = list(words)
        while words:
            word = words.pop(0)
            if word in self.SINGLES and words:
                setattr(self, self.SINGLES[word], words.pop(0))
            elif word == "-c" and words:
                self.categories.append(words.pop(0))
            elif word == "-f" and words:
                self.flags = int(words.pop(0), 0)
            elif word == "--esn" and words:
                self.extras[words.pop(0)] = None
            elif word in self.PAIRS and len(words) > 1:
                self.extras[words.pop(0)] = words.pop(0)
            elif word in self.OPTIONS and words:
                words.pop(0)
            elif word in self.FLAGS:
                self.waits = self.waits or word == "-W"
            elif word.startswith("-"):
                self.unknown = self.unknown or word
            elif "/" in word and ":" not in word:
                self.component = word
            elif ":" in word:
                self.data = word
            else:
                self.package = word

    def text(self, device, flags=""):
        """Returns the intent as Intent.toString does."""
        parts = [f"act={self.action}"] if self.action else []
        parts += [f"cat=[{','.join(self.categories)}]"] if self.categories else []
        parts += [f"dat={shown_data(device, self.data)}"] if self.data else []
        parts += [f"typ={self.type}"] if self.type else []
        parts += [f"flg={self.flags | int(flags or '0', 0):#x}"] if self.flags or flags else []
        parts += [f"pkg={self.package}"] if self.package else []
        parts += [f"cmp={self.component}"] if self.component else []
        parts += ["(has extras)"] if self.extras else []
        return f"Intent {{ {' '.join(parts)} }}"


def shown_data(device, url):
    """Returns a URL as Uri.toSafeString does: without path and query. Before Android 12 (from memory), only for web schemes."""
    match = re.match(r"([^:/?#]+):(?://([^/?#]*))?", url)
    if not match or (device.android < 12 and match[1].lower() not in ("http", "https", "ftp", "rtsp")):
        return url
    if match[2] is None:
        return f"{match[1]}:{'/...' if url[match.end():].startswith('/') else ''}"
    # Without the user of the authority.
    return f"{match[1]}://{match[2].rpartition('@')[2]}/..."


# Programs


def answer(device, words):
    program, arguments = words[0], words[1:]
    if program == "pm":
        # /system/bin/pm is a script that calls `cmd package`.
        return package(device, arguments)
    if program == "am":
        return activity(device, arguments)
    if program == "cmd":
        if arguments[:1] == ["package"]:
            return package(device, arguments[1:])
        if arguments[:1] == ["activity"]:
            return activity(device, arguments[1:])
        return Answer(error=f"cmd: Can't find service: {arguments[0] if arguments else ''}\n".encode(), status=20)
    if program == "getprop":
        values = properties(device)
        if arguments:
            return Answer(f"{values.get(arguments[0], '')}\n".encode())
        return Answer("".join(f"[{name}]: [{value}]\n" for name, value in sorted(values.items())).encode())
    if program == "settings":
        # A setting without a value is `null`.
        return Answer(b"null\n" if arguments[:1] == ["get"] else b"")
    if program == "dumpsys":
        return dump(device, arguments)
    return Answer(status=1)


def unknown_command(command):
    """Returns the answer of a shell command's handler to a command it does not have. Its status is -1, of which 255 is left."""
    return Answer(f"Unknown command: {command}\n".encode(), status=255)


def exception(device, command, text):
    """Returns the answer of a handler that failed. A device prints more lines of the trace."""
    what = f"Exception occurred while executing '{command}':" if device.android >= 11 else "Exception occurred while executing:"
    return Answer(error=f"\n{what}\n{text}\n\tat android.os.ShellCommand.exec(ShellCommand.java)\n".encode(), status=255)


def activity(device, arguments):
    if arguments[:1] not in (["start"], ["start-activity"]):
        return unknown_command(arguments[0]) if arguments else Answer(b"Activity manager (activity) commands:\n", status=255)
    intent = Intent(arguments[1:])
    if intent.unknown:
        return exception(device, arguments[0], f"java.lang.IllegalArgumentException: Unknown option: {intent.unknown}")
    name = "am-start" if intent.waits else "am-start-now"
    explicit = scripted(device, name + "-explicit", intent) if intent.package or intent.component else None
    return explicit or scripted(device, name, intent) or unknown_command(arguments[0])


def package(device, arguments):
    if not arguments:
        return Answer(b"Package manager (package) commands:\n", status=255)
    command, rest = arguments[0], arguments[1:]
    if command == "list" and rest[:1] == ["packages"]:
        wanted = [word for word in rest[1:] if not word.startswith("-")][-1:]
        listed = scripted(device, "pm-list-packages").output.decode().splitlines(keepends=True)
        return Answer("".join(line for line in listed if not wanted or wanted[0] in line).encode())
    if command in ("resolve-activity", "query-activities"):
        name = command + ("-components" if "--components" in rest else "")
        intent = Intent(rest)
        # The app claims the web links of its own host only.
        is_foreign = re.match("https?://", intent.data) and not intent.data.split("://")[1].startswith(device.host)
        answer = scripted(device, name, intent, "browser" if is_foreign else device.scenario)
        return answer if is_foreign or name != "query-activities" else with_variants(device, answer)
    if device.android >= 12 and command in ("get-app-links", "verify-app-links"):
        user = "--user" in rest
        if user:
            place = rest.index("--user")
            rest = rest[:place] + rest[place + 2:]
        wanted = [word for word in rest if not word.startswith("-")]
        if wanted and wanted[0] not in [device.package, *device.variants]:
            return Answer(error=f"Error: package {wanted[0]} unavailable\n".encode(), status=1)
        if command == "get-app-links":
            return app_links(device, user, wanted[0] if wanted else None)
        for app in wanted or [device.package, *device.variants]:
            if device.verifies and "--re-verify" in rest:
                device.verifying[app] = 1
        return scripted(device, "pm-verify-app-links")
    return unknown_command(command)


def with_variants(device, answer):
    """Adds the activities of the variants of the app to those that can open a link."""
    text = answer.output.decode()
    block = "  Activity #{}:\n    priority=0 preferredOrder=0 match=0x208000 specificIndex=-1 isDefault=true\n    {}/.LinkActivity\n"
    count = text.count("  Activity #")
    if not device.variants or not count:
        return answer
    text += "".join(block.format(count + index, variant) for index, variant in enumerate(device.variants))
    text = re.sub(r"^\d+ activities found", f"{count + len(device.variants)} activities found", text)
    return answer._replace(output=text.encode())


def app_links(device, user, wanted):
    """Returns what the device tells about the domains of an app, or of all apps with domains. The order of the apps is not certain."""
    answer = scripted(device, "pm-get-app-links" + ("-user" if user else ""))
    texts = []
    for app in [device.package, *device.variants]:
        if wanted not in (None, app):
            continue
        text = answer.output.decode()
        state = None if app == device.package else "1024"
        if app in device.verifying:
            # The states are reset at once, and the verifier needs a while.
            left = device.verifying[app]
            device.verifying[app] = max(left - 1, 0)
            state = "none" if left else device.verifies
        if state:
            text = re.sub(r"(?m)^( +\S+): (?:verified|none|legacy_failure|\d+)$", rf"\1: {state}", text)
        texts.append(text.replace(f"  {device.package}:\n", f"  {app}:\n", 1))
    return answer._replace(output="".join(texts).encode())


def dump(device, arguments):
    if arguments[:1] == ["package"] and arguments[1:] in (["d"], ["domain-preferred-apps"]):
        return scripted(device, "dumpsys-package-d")
    if arguments[:1] == ["package"]:
        return scripted(device, "dumpsys-package") or Answer()
    return Answer(f"Can't find service: {arguments[0] if arguments else ''}\n".encode())
