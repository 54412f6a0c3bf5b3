"""Measures what a key costs in the filter of the inspector, on a list of events.

    python3 Tests/Benchmarks/Filter/filter.py [BINARY] [--events 1000000]

For each filter, the inspector reads the events from a file, `/` opens the line of the filter, and the filter is typed without its last
letter. Then the last letter is typed. The script prints the time from there to the first rows that fit, and to the end of the search, the
processor time of the program in between, and the peak of the resident memory. All times include the drawing of the screen and its parsing by this script.
"""
import argparse, os, re, sys, time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", ".ci"))
from terminal import Home, Program

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("binary", nargs="?", default=".build/release/linkscope")
parser.add_argument("--events", type=int, default=1_000_000)
options = parser.parse_args()

FILTERS = ["evt-0", "shop 7", "campaign-nothing", "event:nav_in", "from:shop", "-nav_in", "event:ref_back_out evt-09"]


def events(path, count):
    with open(path, "w") as file:
        for number in range(count):
            file.write('{"event":"%s","ts":"2026-01-01T00:%02d:%02d.%03dZ","seq":"evt-%07d","url":"myapp://products/%d",'
                       '"refererAppName":"Shop %d","refererURL":"shop://back/%d","campaign":"c%d"}\n'
                       % ("al_nav_in" if number % 3 else "al_ref_back_out", number // 60000 % 60, number // 1000 % 60, number % 1000, number,
                          number % 977, number % 13, number, number % 31))


def counted(screen):
    """Returns the number of events that fit, and whether the search has ended; None while no count is shown."""
    found = re.search(r"links, ([0-9,]+)(…?) of [0-9,]+ events", screen)
    return found and (int(found[1].replace(",", "")), not found[2])


with Home() as home:
    path = f"{home.path}/events.ndjson"
    events(path, options.events)
    print(f"{options.events:,} events, {os.path.getsize(path) / 1e6:.0f} MB")
    for text in FILTERS:
        program = Program([os.path.abspath(options.binary), path], home.environment)
        program.wait(f"{options.events:,} events")
        program.wait(f"evt-{options.events - 1:07d}")
        program.type("/" + text[:-1])
        program.wait("/" + text[:-1])
        while program.read(1): pass
        before, began = program.processor_time(), time.perf_counter()
        program.type(text[-1])
        first = last = seen = None
        # The search has ended if the screen says so and then stays as it is.
        while program.read(0.1) or last is None:
            if "/" + text not in program.screen.text: continue
            answer = counted(program.screen.text)
            if answer == seen or not answer: continue
            seen, now = answer, time.perf_counter() - began
            if first is None and (answer[0] > 0 or answer[1]): first = now
            last = now if answer[1] else None
            if now > 120: sys.exit(f"{text}: no end within 120 s:\n{program.screen.text}")
        memory, busy = (program.memory() or 0) / 1024, program.processor_time() - before
        print(f"{text:<28} first {first * 1000:6.0f} ms   all {last * 1000:6.0f} ms   processor {busy * 1000:6.0f} ms   {seen[0]:>9,} fit   "
              f"peak {memory:.0f} MiB", flush=True)
        program.quit()
