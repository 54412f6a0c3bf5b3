#!/usr/bin/env python3
"""Counts what one link costs `linkscope inspect`, and what one event of a file costs the inspector: instructions, allocations and memory.
Unlike times, the counts are the same on a busy machine, so `.ci/run --long` checks them.

    apt-get install -y valgrind binutils gcc
    swift build -c release --product linkscope
    Tests/Benchmarks/Inspect/counts.py [--links 4000] [--seed 1] [--program .build/release/linkscope]

The program runs twice, the second time with three times as many lines. The difference of the counts, divided by the added lines, is the
cost of a link or an event, so the start of the program does not count. An ordinary link has neither an error nor a warning. Exits with code 1
if a count exceeds its budget. A budget is three percent more than the count when it was set, so that a change that costs more is seen.
"""
import argparse, json, os, re, subprocess, sys, tempfile

import corpus

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.abspath(os.path.join(HERE, "..", "..", ".."))
JSON, TEXT = ["inspect", "--json", "-"], ["inspect", "-"]


def instructions(program, arguments, path):
    """Returns the number of instructions that the program executes to read the file."""
    command = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", program] + arguments
    with open(path, "rb") as links:
        said = subprocess.run(command, stdin=links, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True).stderr
    found = re.search(r"I +refs: +([\d,]+)", said)
    if not found:
        sys.exit(f"valgrind counted nothing:\n{said}")
    return int(found[1].replace(",", ""))


def allocations(library):
    """Returns a function that counts the program's allocations."""

    def count(program, arguments, path):
        environment = dict(os.environ, LD_PRELOAD=library)
        with open(path, "rb") as links:
            run = subprocess.run(
                [program] + arguments, stdin=links, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=environment)
        return int(run.stderr.split()[-1])

    return count


def memory(program, arguments, path):
    """Returns the peak memory of the program in MiB."""
    # A process starts with the peak of the process that starts it, so a small one does.
    code = "import os, sys; _, _, usage = os.wait4(os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ), 0); print(usage.ru_maxrss, file=sys.stderr)"
    with open(path, "rb") as links:
        run = subprocess.run(
            [sys.executable, "-c", code, program] + arguments, stdin=links, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    return int(run.stderr) / 1024


def event(number):
    return json.dumps({
        "ts": "2026-01-01T00:%02d:%02d.000Z" % (number // 60 % 60, number % 60), "level": "info", "event": "al_nav_in",
        "url": "myapp://products/%d" % number, "referer": {"app_name": "Shop", "url": "shop://back/%d" % number}}, separators=(",", ":"))


def is_ordinary(answer):
    return all(finding["severity"] not in ("error", "warning") for finding in json.loads(answer)["findings"])


def sorted_links(program, seed, wanted):
    """Returns ordinary links, and links with an error or a warning: `wanted` of each."""
    found, drawn = {True: [], False: []}, 0
    source = corpus.Links(seed)
    while min(map(len, found.values())) < wanted:
        lines = [source.link(drawn + number) for number in range(5_000)]
        drawn += len(lines)
        answers = subprocess.run([program] + JSON, input="\n".join(lines), capture_output=True, text=True).stdout.splitlines()
        for line, answer in zip(lines, answers, strict=True):
            found[is_ordinary(answer)].append(line)
    return found[True][:wanted], found[False][:wanted]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--links", type=int, default=4_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--program", default=os.path.join(ROOT, ".build/release/linkscope"))
    options = parser.parse_args()
    exceeded = []

    def tell(what, count, budget):
        print(f"{what:58} {count:10,.1f}   budget {budget:10,.1f}{'   EXCEEDED' if count > budget else ''}")
        if count > budget:
            exceeded.append(what)

    with tempfile.TemporaryDirectory() as folder:
        # Valgrind cannot read the debugging symbols of every linker.
        program, library = os.path.join(folder, "linkscope"), os.path.join(folder, "allocations.so")
        subprocess.run(["strip", "--strip-debug", "-o", program, options.program], check=True)
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", library, os.path.join(HERE, "allocations.c"), "-ldl"], check=True)
        ordinary, faulty = sorted_links(program, options.seed, options.links * 3)

        path = os.path.join(folder, "links")

        def per_link(count, arguments, links):
            counts = []
            for part in (links[: options.links], links):
                with open(path, "w") as output:
                    output.write("\n".join(part) + "\n")
                counts.append(count(program, arguments, path))
            return (counts[1] - counts[0]) / (len(links) - options.links)

        tell("instructions, --json, an ordinary link", per_link(instructions, JSON, ordinary), 178_000)
        tell("instructions, --json, a link with an error or a warning", per_link(instructions, JSON, faulty), 351_000)
        tell("instructions, as text, an ordinary link", per_link(instructions, TEXT, ordinary), 211_000)
        tell("allocations, --json, an ordinary link", per_link(allocations(library), JSON, ordinary), 14)
        events = [event(number) for number in range(options.links * 3)]
        tell("instructions, an event of a file that is opened", per_link(instructions, ["--frame", "120x40", path], events), 3_100)
        with open(path, "w") as output:
            source = corpus.Links(options.seed)
            output.writelines(source.link(number) + "\n" for number in range(200_000))
        tell("MiB of memory, --json, 200,000 links", memory(program, JSON, path), 48)
    if exceeded:
        print("exceeded:", ", ".join(exceeded))
    return 1 if exceeded else 0


if __name__ == "__main__":
    sys.exit(main())
