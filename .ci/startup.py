"""Prints the size of a program, the time of `--version` from start to end, and the time to its first frame (medians)."""
import os, statistics, subprocess, sys, time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from terminal import Home, Program

binary = os.path.abspath(sys.argv[1])
RUNS = 21


def version(home):
    begin = time.perf_counter()
    subprocess.run([binary, "--version"], stdout=subprocess.DEVNULL, env=home.environment, check=True)
    return (time.perf_counter() - begin) * 1000


def first_frame(home):
    program = Program([binary], home.environment)
    seconds = program.wait("Paste a link")
    faults = program.quit()
    if faults: raise SystemExit(f"startup: {faults}")
    return seconds * 1000


with Home() as home:
    version(home)  # the first run reads the program from the disk
    print(f"size: {os.path.getsize(binary) / 1e6:.1f} MB")
    for what, measure in (("--version", version), ("first frame", first_frame)):
        times = [measure(home) for _ in range(RUNS)]
        print(f"{what}: {statistics.median(times):.1f} ms (median of {RUNS}; the fastest {min(times):.1f} ms)")
