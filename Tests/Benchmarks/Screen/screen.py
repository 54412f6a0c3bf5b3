#!/usr/bin/env python3
"""Measures how fast the inspector's screen is, beside lnav, htop and tig, and compares the results with its budgets.

    swift build -c release --product linkscope
    Tests/Benchmarks/Screen/screen.py [BINARY] [--runs 7]

Each program runs on a pseudo-terminal of 120 x 40 cells, and this script reads its screen. The times include that reading. The programs
take turns, so that they can be compared on a busy machine, too. The medians of the runs are printed; of times for single keys and lines,
the 95th percentile. A program that is not installed is skipped. The script exits with code 1 if linkscope misses a budget.
"""
import argparse, json, os, shutil, statistics, subprocess, sys, time

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", ".."))
sys.path.insert(0, os.path.join(ROOT, ".ci"))
from terminal import Home, Program

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("binary", nargs="?", default=os.path.join(ROOT, ".build/release/linkscope"))
parser.add_argument("--runs", type=int, default=7)
options = parser.parse_args()
binary = os.path.abspath(options.binary)
missed = []


def report(what, values, unit, budget=None):
    """Prints one value for each program, and notes if linkscope's is more than the budget."""
    peers = ", ".join(f"{name} {value:,.0f}" for name, value in values.items() if name != "linkscope")
    ours = values["linkscope"]
    verdict = "" if budget is None else f"budget {budget:,}" if ours <= budget else f"MISSED: budget {budget:,}"
    print(f"{what:<44} {ours:>8,.0f} {unit:<6} {verdict:<22} {peers}", flush=True)
    if verdict.startswith("MISSED"): missed.append(what)


def worst(times):
    """Returns the 95th percentile."""
    return sorted(times)[max(0, -(-len(times) * 95 // 100) - 1)]


def quiet(program, seconds):
    """Reads until the program has written nothing for some time."""
    while program.read(seconds): pass


def until(program, condition, limit=60):
    """Reads until a condition holds. Returns the milliseconds that it took."""
    began = time.perf_counter()
    while not condition():
        program.read(0.02)
        if time.perf_counter() - began > limit: sys.exit(f"the screen did not change within {limit} s:\n{program.screen.text}")
    return (time.perf_counter() - began) * 1000


# MARK: The input

def event(number):
    return json.dumps({
        "ts": "2026-01-01T%02d:%02d:%02d.%03dZ" % (number // 3600000 % 24, number // 60000 % 60, number // 1000 % 60, number % 1000),
        "event": "al_nav_in" if number % 3 else "al_ref_back_out", "seq": "evt-%07d" % number, "url": "myapp://products/%d" % (number % 977),
        "refererAppName": "Shop %d" % (number % 13), "refererURL": "shop://back/%d" % number, "campaign": "c%d" % (number % 31),
    }, separators=(",", ":")) + "\n"


def write_events(path, count):
    with open(path, "w") as file: file.writelines(map(event, range(count)))


def log_format(home):
    """Tells lnav how to read the events. Returns its folder of settings."""
    folder = f"{home.path}/lnav/formats/events"
    os.makedirs(folder)
    with open(folder + "/format.json", "w") as file:
        json.dump({"link_events": {
            "title": "Link events", "json": True, "timestamp-field": "ts", "body-field": "event", "hide-extra": True,
            "line-format": [{"field": "ts"}, " ", {"field": "event"}, " ", {"field": "seq"}, " ", {"field": "url"}],
            "value": {"seq": {"kind": "string"}, "url": {"kind": "string"}, "event": {"kind": "string"}},
        }}, file)
    return f"{home.path}/lnav"


# MARK: Measuring

def start(home, command, needle):
    """Returns the milliseconds from the start until the needle is on the screen, and the peak memory in MiB."""
    program = Program(command, home.environment)
    elapsed = program.wait(needle) * 1000
    memory = (program.memory() or 0) / 1024
    program.quit()
    return elapsed, memory


def starts(home, what, commands, budget, memory_budget=None, runs=options.runs):
    results = {name: [] for name in commands}
    for name in commands: start(home, *commands[name])  # the first run reads the program from the disk
    for _ in range(runs):
        for name in commands: results[name].append(start(home, *commands[name]))
    report(what, {name: statistics.median(time for time, _ in results[name]) for name in results}, "ms", budget)
    if memory_budget: report(what + ", memory", {name: max(memory for _, memory in results[name]) for name in results}, "MiB", memory_budget)


def switches(pid):
    """Returns how often each thread of a process has waited and woken, from Linux's /proc."""
    counts = {}
    for thread in os.listdir(f"/proc/{pid}/task"):
        try:
            with open(f"/proc/{pid}/task/{thread}/status") as lines:
                counts[thread] = next(int(line.split()[1]) for line in lines if line.startswith("voluntary_ctxt_switches"))
        except FileNotFoundError: pass  # the thread has just ended
    return counts


def wake_ups(home, command, needle):
    program = Program(command, home.environment)
    program.wait(needle)
    end = time.perf_counter() + 6  # notices go away after four seconds
    while time.perf_counter() < end: program.read(0.1)
    before = switches(program.pid)
    end = time.perf_counter() + 10
    while time.perf_counter() < end: program.read(0.1)
    after = switches(program.pid)
    # An idle thread of a pool ends once, and is not counted.
    count = sum(after[thread] - before.get(thread, 0) for thread in after)
    program.quit()
    return count


def appends(home, command, path, count, lines):
    """Returns the milliseconds from writing a line to the file until it is on the screen, and the bytes written to the terminal."""
    program = Program(command(path), home.environment)
    program.wait("evt-%07d" % (count - 1))
    quiet(program, 1)
    times, sizes = [], []
    with open(path, "a") as file:
        for number in range(count, count + lines):
            before = program.bytes_read
            file.write(event(number))
            file.flush()
            times.append(until(program, lambda: "evt-%07d" % number in program.screen.text))
            quiet(program, 0.05 + number % 7 / 100)
            sizes.append(program.bytes_read - before)
    program.quit()
    return times, sizes


def frames(home, path, needle):
    """Returns the bytes that are written to the terminal for each key that moves the selection."""
    program = Program([binary, path], home.environment)
    program.wait(needle)
    quiet(program, 1)
    sizes = []
    program.type("3")
    quiet(program, 0.2)
    for key in ["\x1b[A"] * 60 + ["\x1b[B"] * 30:
        before = program.bytes_read
        program.type(key)
        quiet(program, 0.05)
        sizes.append(program.bytes_read - before)
    program.quit()
    return sizes


def keys(program, done):
    """Opens and closes the help until `done`. Returns the milliseconds from each key to its effect."""
    times, isOpen = [], False
    while not done() or isOpen or len(times) < 10:
        isOpen = not isOpen
        program.type("?")
        times.append(until(program, lambda: ("━ Help ━" in program.screen.text) == isOpen))
        program.read(0.01)
    return times


def keys_during_paste(home, pastes, megabytes):
    """Pastes several times, because the program refuses a paste of more than 8 MiB. A key that is typed during a paste would be part of it, so
    keys are typed after each paste, while the links of that paste are read and stored."""
    program = Program([binary], home.environment)
    program.wait("Paste a link")
    quiet(program, 0.5)
    line = "shop://item/%07d?note=" + "x" * 170 + "\n"
    count = megabytes * 1_000_000 // len(line % 0)
    text = b"\x1b[200~" + "".join(line % number for number in range(count)).encode() + b"\x1b[201~"
    times = []
    for number in range(1, pastes + 1):
        program.type(text)
        times += keys(program, lambda: number < pastes or f" {pastes * count:,} links" in program.screen.text)
    memory = (program.memory() or 0) / 1024
    program.quit()
    return times, memory


def keys_during_arrival(home, count):
    path = f"{home.path}/links"
    with open(path, "w") as file: file.writelines(f"news://article/{number}?al_applink_data=%7B%22version%22%3A%221.0%22%7D\n" for number in range(count))
    program = Program([binary], home.environment)
    program.wait("Paste a link")
    quiet(program, 0.5)
    sender = subprocess.Popen([binary, "send", "--to", str(program.pid), path], env=home.environment, stdout=subprocess.DEVNULL)
    times = keys(program, lambda: f" {count:,} links" in program.screen.text)
    sender.wait()
    program.quit()
    return times


with Home() as home:
    lnav = ["lnav", "-N", "-I", log_format(home)]
    installed = {name for name in ("lnav", "htop", "tig") if shutil.which(name, path=home.environment["PATH"])}
    for name in sorted({"lnav", "htop", "tig"} - installed): print(f"{name} is not installed; it is skipped")

    def beside(ours, **peers):
        return dict({"linkscope": ours}, **{name: peer for name, peer in peers.items() if name in installed})

    repository = f"{home.path}/repository"
    if "tig" in installed:
        git = ["git", "-C", repository, "-c", "user.name=A", "-c", "user.email=a@example.com"]
        subprocess.run(["git", "init", "-q", repository], check=True, env=home.environment)
        subprocess.run(git + ["commit", "-q", "--allow-empty", "-m", "The only commit"], check=True, env=home.environment)
    small = f"{home.path}/small.ndjson"
    write_events(small, 100)
    starts(home, "first frame", beside(
        ([binary], "Paste a link"), lnav=(lnav + [small], "evt-0000099"), htop=(["htop"], "PID"),
        tig=(["/bin/sh", "-c", f"cd {repository} && exec tig"], "The only commit")), 25)

    path = f"{home.path}/events.ndjson"
    write_events(path, 100_000)
    starts(home, "100,000 events, the last on the screen", beside(
        ([binary, path], "evt-0099999"), lnav=(lnav + [path], "evt-0099999")), 150)
    sizes = frames(home, path, "evt-0099999")
    report("bytes for a key that moves the selection", {"linkscope": worst(sizes)}, "bytes", 2048)
    results = {}
    for name, (command, lines) in beside((lambda path: [binary, path], 100), lnav=(lambda path: lnav + [path], 20)).items():
        copy = f"{home.path}/{name}.ndjson"
        shutil.copy(path, copy)
        results[name] = appends(home, command, copy, 100_000, lines)
    report("a line is appended, until it is shown", {name: worst(times) for name, (times, _) in results.items()}, "ms", 16)
    report("bytes for a line that is appended", {name: worst(sizes) for name, (_, sizes) in results.items()}, "bytes", 2048)
    report("wake-ups in 10 s without input", {name: wake_ups(home, *command) for name, command in beside(
        ([binary, path], "evt-0099999"), lnav=(lnav + [path], "evt-0099999"), htop=(["htop"], "PID")).items()}, "", 0)

    write_events(path, 1_000_000)
    starts(home, "1,000,000 events, the last on the screen", beside(
        ([binary, path], "evt-0999999"), lnav=(lnav + [path], "evt-0999999")), 1000, memory_budget=150, runs=max(1, options.runs // 2))
    with open(path, "w") as file: file.writelines("shop://item/%d?color=red\n" % number for number in range(1_000_000))
    elapsed, memory = start(home, [binary, path], " 1,000,000 links")
    report("1,000,000 links, all in the list", {"linkscope": elapsed}, "ms")
    report("1,000,000 links, memory", {"linkscope": memory}, "MiB")
    os.remove(path)

    times, memory = keys_during_paste(home, 3, 7)
    report("a key while 3 pastes of 7 MB are read", {"linkscope": worst(times), f"the longest of {len(times)}": max(times)}, "ms", 50)
    report("3 pastes of 7 MB, memory", {"linkscope": memory}, "MiB")
    times = keys_during_arrival(home, 10_000)
    report("a key while 10,000 links arrive", {"linkscope": worst(times), f"the longest of {len(times)}": max(times)}, "ms", 50)

if missed: sys.exit("missed: " + "; ".join(missed))
