#!/usr/bin/env python3
"""Measures how many pages `linkscope resolve --json -` resolves per second, 64 at a time, compared with curl and lxml.

    swift build -c release --product linkscope
    apt-get install -y curl python3-lxml
    Tests/Benchmarks/Resolve/resolve.py [--pages 4000] [--runs 3] [--program .build/release/linkscope]

The contestants take turns, so that their ratios are valid on a busy machine, too. Medians are printed. The local
server has its own core if there are two (taskset). It is slower than all contestants, so their CPU time shows what they cost. They are:

    linkscope        resolve --json -
    curl alone       fetches the same pages and discards them
    curl + lxml      one curl per page, 64 in parallel, and lxml in Python: the usual script
    curl, then lxml  one curl saves all pages to files, then lxml reads them: the fastest combination

Exits with code 1 if the budget is missed: 5 times as many pages per second as curl + lxml.
"""
import argparse, os, shutil, statistics, subprocess, sys, tempfile, time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.abspath(os.path.join(HERE, "..", "..", ".."))
PAGES = 200


def run(command, path, environment=None):
    """Returns the elapsed time and the CPU time in seconds, including child processes."""
    before = os.times()
    start = time.perf_counter()
    with open(path, "rb") as links:
        subprocess.run(command, stdin=links, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment, check=True)
    after = os.times()
    used = after.children_user - before.children_user + after.children_system - before.children_system
    return time.perf_counter() - start, used


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=4000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--program", default=os.path.join(ROOT, ".build/release/linkscope"))
    options = parser.parse_args()
    pin = lambda core: ["taskset", "-c", core] if shutil.which("taskset") and (os.cpu_count() or 1) > 1 else []
    server = subprocess.Popen(pin("1") + [sys.executable, os.path.join(HERE, "server.py"), str(PAGES)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    port = int(server.stdout.readline())
    with tempfile.TemporaryDirectory() as folder:
        links, config = os.path.join(folder, "links"), os.path.join(folder, "config")
        urls = [f"http://127.0.0.1:{port}/{number}" for number in range(options.pages)]
        with open(links, "w") as output:
            output.write("\n".join(urls) + "\n")
        with open(config, "w") as output:
            output.writelines(f'url = "{url}"\noutput = "/dev/null"\n' for url in urls)
        python = python_with_lxml()
        ours = dict(os.environ, XDG_CACHE_HOME=folder)
        contestants = {
            "linkscope": lambda: run([options.program, "resolve", "--json", "--allow-private", "-"], links, ours),
            "curl alone": lambda: run(["curl", "-s", "--parallel", "--parallel-max", "64", "-K", config], links),
            "curl, then lxml": lambda: run([python, os.path.join(HERE, "peer_lxml_files.py")], links),
            "curl + lxml": lambda: run([python, os.path.join(HERE, "peer_lxml.py")], links),
        }
        results = {name: [] for name in contestants}
        for _ in range(options.runs):
            for name, contestant in contestants.items():
                results[name].append(contestant())
        server.stdin.close()
        server.wait()
        medians = {name: [statistics.median(part) for part in zip(*runs)] for name, runs in results.items()}
        for name, (clock, used) in medians.items():
            print(f"{name:16} {options.pages / clock:8,.0f} pages/s  {used / options.pages * 1e6:7,.0f} us of processor a page")
    ours, alone, script = (medians[name][0] for name in ["linkscope", "curl alone", "curl + lxml"])
    print(f"{script / ours:.1f} times curl + lxml (budget 5), {ours / alone:.2f} times as long as curl alone")
    return 1 if script / ours < 5 else 0


def python_with_lxml():
    """Returns this Python if it has lxml, otherwise the system's Python."""
    for python in [sys.executable, "/usr/bin/python3"]:
        if subprocess.run([python, "-c", "import lxml.html"], stderr=subprocess.DEVNULL).returncode == 0:
            return python
    sys.exit("This needs lxml: apt-get install -y python3-lxml, or pip install lxml")


if __name__ == "__main__":
    sys.exit(main())
