#!/usr/bin/env python3
"""Measures how many links `linkscope inspect --json -` decodes per second, compared with Node on the same file.

    swift build -c release --product linkscope
    Tests/Benchmarks/Inspect/inspect.py [--links 200000] [--seed 1] [--runs 5] [--program .build/release/linkscope]

The contestants take turns, so that their ratios are valid on a busy machine, too. Medians are printed.
Each program is pinned to its cores with taskset. The time is CPU time (user and system) on one core, and elapsed time on two cores. The
script also prints the peak memory for a file with four times as many links. It exits with code 1 if a budget is missed. `counts.py` counts
instructions and allocations.
"""
import argparse, os, shutil, statistics, subprocess, sys, tempfile, time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import corpus

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.abspath(os.path.join(HERE, "..", "..", ".."))


def run(command, path):
    """Returns the CPU time, elapsed time and peak memory in KiB of a command that reads the file."""
    with open(path, "rb") as links, open(os.devnull, "wb") as nowhere:
        start = time.perf_counter()
        process = subprocess.Popen(command, stdin=links, stdout=nowhere)
        _, _, usage = os.wait4(process.pid, 0)
        process.returncode = 0
        return usage.ru_utime + usage.ru_stime, time.perf_counter() - start, usage.ru_maxrss


def pinned(cores, command):
    return ["taskset", "-c", cores] + command if shutil.which("taskset") else command


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--links", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--program", default=os.path.join(ROOT, ".build/release/linkscope"))
    options = parser.parse_args()
    ours = [options.program, "inspect", "--json", "-"]
    contestants = {"linkscope, one core": pinned("0", ours)}
    node = shutil.which("node")
    if node:
        contestants["node, one core"] = pinned("0", [node, os.path.join(HERE, "peer.mjs")])
    contestants["linkscope, two cores"] = pinned("0,1", ours)

    missed = []
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "links")
        corpus.write(path, options.links, options.seed)
        print(f"{options.links} links, seed {options.seed}, {os.path.getsize(path) / options.links:.0f} bytes a link")
        results = {name: [] for name in contestants}
        for _ in range(options.runs):
            for name, command in contestants.items():
                results[name].append(run(command, path))
        median = {name: [statistics.median(run[part] for run in runs) for part in range(3)] for name, runs in results.items()}
        for name, (processor, clock, memory) in median.items():
            print(f"{name:22} {options.links / clock:10,.0f} links/s  {processor:6.2f} s processor  {clock:6.2f} s clock  {memory / 1024:5.0f} MiB")
        one, two = median["linkscope, one core"], median["linkscope, two cores"]
        if node:
            ratio = median["node, one core"][0] / one[0]
            print(f"{ratio:.1f} times node on one core, by processor time (budget 5)")
            if ratio < 5:
                missed.append("one core")
        ratio = one[1] / two[1]
        print(f"{ratio:.2f} times as fast on two cores, by the clock (budget 1.7)")
        if ratio < 1.7:
            missed.append("two cores")
        longer = os.path.join(folder, "longer")
        with open(longer, "wb") as output:
            for _ in range(4):
                with open(path, "rb") as source:
                    shutil.copyfileobj(source, output)
        memory = run(ours, longer)[2] / 1024
        print(f"{memory:.0f} MiB for four times the links (budget 64)")
        if memory > 64:
            missed.append("memory")
    if missed:
        print("missed:", ", ".join(missed))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
