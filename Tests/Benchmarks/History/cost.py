#!/usr/bin/env python3
"""Measures what the history costs an inspector: in the intake of links, and until its first frame.

Each measurement is made in pairs: once with the history, and once with a database of another program in its place. linkscope refuses that
database, so this inspector keeps no history. Three things are measured:

- flood: the time until all links that are sent at once are acknowledged, and so in the journal
- steady: links that come so slowly that the history adds them meanwhile; the time from a link to its acknowledgement, and the processor time
- first frame: the time from the start to the first frame, after the history has got the links of the flood

The ratios are those of each pair, so that they hold when the speed of the machine changes meanwhile.
"""
import argparse, os, socket, statistics, sys, time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../.ci"))
from terminal import Home, Program

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--program", default=".build/release/linkscope")
parser.add_argument("--pairs", type=int, default=7)
parser.add_argument("--links", type=int, default=200_000, help="the links of the flood")
parser.add_argument("--seconds", type=int, default=8, help="the seconds of the steady load")
options = parser.parse_args()
program = os.path.abspath(options.program)
# Fewer than the 2,000 in two seconds from which on the history waits.
STEADY = 900


def link(number): return f"shop://item/{number}?utm_source=mail&utm_campaign=summer&page={number % 977}&name=caf%C3%A9+{number % 31}\n"


def database(home): return home.path + "/state/linkscope/history.db"


def refuse(home):
    """Puts a database of another program in the place of the history."""
    import sqlite3
    os.makedirs(os.path.dirname(database(home)), mode=0o700, exist_ok=True)
    connection = sqlite3.connect(database(home))
    connection.executescript("PRAGMA application_id = 4711; CREATE TABLE other(x);")
    connection.close()


def start(home):
    inspector = Program([program], home.environment)
    inspector.wait("Paste a link")
    # The socket is opened after the first frame.
    while not sockets(home): inspector.read(0.01)
    return inspector


def sockets(home):
    folder = home.path + "/run/linkscope"
    return [f"{folder}/{name}" for name in os.listdir(folder) if name.endswith(".sock")] if os.path.isdir(folder) else []


def deliver(inspector, home, lines):
    """Sends the lines in one connection. Returns when they are acknowledged."""
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(sockets(home)[0])
    connection.sendall(b"deliver\n")
    data = memoryview("".join(lines).encode())
    connection.setblocking(False)
    while data:
        try: data = data[connection.send(data[:1 << 18]):]
        except BlockingIOError: pass
        inspector.read(0)
    connection.shutdown(socket.SHUT_WR)
    answer = b""
    while True:
        inspector.read(0)
        try:
            more = connection.recv(4096)
            if not more: break
            answer += more
        except BlockingIOError: time.sleep(0.0002)
    if not answer.startswith(b"ok %d" % len(lines)): raise SystemExit(f"not all links were accepted: {answer[:200]}")


def entries(home):
    import sqlite3
    try:
        connection = sqlite3.connect(f"file:{database(home)}?mode=ro", uri=True, timeout=1)
        try: return connection.execute("SELECT count(*) FROM entry").fetchone()[0]
        finally: connection.close()
    except sqlite3.OperationalError: return 0


def wait_for_history(inspector, home, count):
    deadline = time.perf_counter() + 600
    while entries(home) < count:
        if time.perf_counter() > deadline: raise SystemExit(f"the history has {entries(home)} of {count} entries")
        inspector.read(0.2)


def flood(home, keeps):
    inspector = start(home)
    lines = [link(number) for number in range(options.links)]
    begin = time.perf_counter()
    deliver(inspector, home, lines)
    seconds = time.perf_counter() - begin
    if keeps: wait_for_history(inspector, home, options.links)
    faults = inspector.quit()
    if faults: raise SystemExit(faults)
    return seconds


def steady(home):
    inspector = start(home)
    before, times, begin = inspector.processor_time(), [], time.perf_counter()
    for number in range(options.seconds * STEADY):
        moment = begin + number / STEADY
        while (left := moment - time.perf_counter()) > 0: inspector.read(left)
        sent = time.perf_counter()
        deliver(inspector, home, [link(number)])
        times.append(time.perf_counter() - sent)
    computed = inspector.processor_time() - before
    inspector.quit()
    return statistics.median(times) * 1000, sorted(times)[len(times) * 99 // 100] * 1000, computed


def first_frame(home):
    inspector = Program([program], home.environment)
    seconds = inspector.wait("Paste a link")
    inspector.quit()
    return seconds * 1000


def tell(name, unit, pairs):
    kept, plain = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    ratio = statistics.median(a / b for a, b in pairs if b)
    difference = statistics.median(a - b for a, b in pairs)
    print(
        f"{name:32} with history {statistics.median(kept):9.3f} {unit:3} without {statistics.median(plain):9.3f} {unit:3} "
        f"ratio {ratio:.3f}  difference {difference:+.3f} {unit} (from {min(a - b for a, b in pairs):+.3f} to {max(a - b for a, b in pairs):+.3f})")


with Home() as kept, Home() as plain:
    refuse(plain)
    flood(kept, True), flood(plain, False)
    frames = [(first_frame(kept), first_frame(plain)) for _ in range(options.pairs * 3)]
    tell("first frame", "ms", frames)

floods, steadies = [], []
for pair in range(options.pairs):
    # The order changes from pair to pair, because the second of two runs may find warmer caches.
    results = {}
    for keeps in ((True, False) if pair % 2 == 0 else (False, True)):
        times = []
        # Each load has a home of its own. Otherwise the second would also pay for the links of the first, which the history still has to add.
        for load in (lambda home: flood(home, False), steady):
            with Home() as home:
                if not keeps: refuse(home)
                times.append(load(home))
        results[keeps] = times
    floods.append((results[True][0], results[False][0]))
    steadies.append((results[True][1], results[False][1]))
tell(f"flood of {options.links} links", "s", floods)
for index, (name, unit) in enumerate((("steady: median to acknowledge", "ms"), ("steady: 99 of 100", "ms"), ("steady: processor time", "s"))):
    tell(name, unit, [(kept[index], plain[index]) for kept, plain in steadies])
