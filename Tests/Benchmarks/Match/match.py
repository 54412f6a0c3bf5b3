#!/usr/bin/env python3
"""Measures how long `linkscope match --json-lines` takes for a million decisions on one core.

    swift build -c release --product linkscope
    Tests/Benchmarks/Match/match.py [--decisions 1000000] [--runs 3] [--program .build/release/linkscope]

The input is like that of a conformance suite: each line has the file, and a link that matches, is excluded, or does not match. First all
lines have the same file, as in Apple's own tool, written without and with spaces. Then sixteen files take turns. Then an Android device with
a browser, a store and three apps, and an iPhone with three apps and the file, are asked what they do with links. The time is CPU time (user
and system) on one core, pinned with taskset. Medians are printed. Exits with code 1 if the budget of 3 s per million decisions is missed.
"""
import argparse, json, os, random, shutil, statistics, subprocess, sys, tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", ".."))
LINES = 100_000
BUDGET = 3.0


def association_file(number):
    """Returns a file like that of a shop: a few rules, one with parameters and one with a variable."""
    return {"applinks": {"details": [{"appIDs": ["ABCDE12345.com.example.shop"], "components": [
        {"/": "/help/*", "exclude": True, "comment": "the web"}, {"/": f"/buy{number}/*"}, {"/": "/search", "?": {"q": "?*"}},
        {"/": "/item/????"}, {"/": "/$(lang)/sale"}]}]}}


def write(path, files, compact, seed):
    source = random.Random(seed)
    texts = [json.dumps(association_file(number), separators=(",", ":") if compact else None) for number in range(files)]
    with open(path, "w") as output:
        for number in range(LINES):
            file = number % files
            rest = source.choice([f"buy{file}/{number}", f"help/{number}", f"item/{number % 10000:04}", f"search?q={number}&page=2", f"other/{number}"])
            question = {"id": number, "aasa": None, "domain": "www.example.com", "appId": "ABCDE12345.com.example.shop",
                        "url": f"https://www.example.com/{rest}"}
            line = json.dumps(question, separators=(",", ":") if compact else None)
            output.write(line.replace("null", texts[file], 1) + "\n")


VIEW, DEFAULT, BROWSABLE = "android.intent.action.VIEW", "android.intent.category.DEFAULT", "android.intent.category.BROWSABLE"


def android():
    def app(name, *data, **more):
        return {"id": name, "filters": [{"actions": [VIEW], "categories": [DEFAULT, BROWSABLE], "data": list(data)}], **more}
    hosts = [{"scheme": "https"}, {"scheme": "http"}, {"host": "www.example.com", "pathPrefix": "/buy"}, {"pathPattern": "/item/.*"}]
    device = {"platform": "android", "version": 15, "defaultBrowser": "com.android.chrome", "apps": [
        {"id": "com.android.chrome", "browser": True}, app("com.android.vending", {"scheme": "market"}, store=True),
        app("com.example.shop", *hosts, domains={"www.example.com": "verified"}), app("com.example.old", *hosts), app("com.example.own", {"scheme": "shop"})]}
    return device, {"by": "chrome", "how": "tap", "page": "https://other.example.net/"}


def iphone():
    apps = [{"id": name, "appID": "ABCDE12345." + name, "associatedDomains": ["applinks:www.example.com"], "schemes": ["shop"]}
            for name in ("com.example.shop", "com.example.old", "com.example.own")]
    return {"platform": "ios", "version": "17.5", "apps": apps, "aasa": {"www.example.com": association_file(0)}}, {"where": "messages"}


def write_device(path, make, seed):
    source = random.Random(seed)
    device, place = make()
    before = json.dumps({"device": device, "from": place}, separators=(",", ":"))[:-1]
    with open(path, "w") as output:
        for number in range(LINES):
            link = source.choice([f"https://www.example.com/buy0/{number}", f"https://www.example.com/help/{number}", f"shop://item/{number}",
                                  f"https://www.example.com/item/{number % 10000:04}"])
            output.write(f'{before},"link":"{link}","id":{number}}}\n')


def run(command):
    with open(os.devnull, "wb") as nowhere:
        process = subprocess.Popen(command, stdout=nowhere)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = status
    if status:
        sys.exit(f"{command[0]} ended with {status}")
    return usage.ru_utime, usage.ru_stime, usage.ru_maxrss


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decisions", type=int, default=1_000_000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--program", default=os.path.join(ROOT, ".build/release/linkscope"))
    options = parser.parse_args()
    pin = ["taskset", "-c", "0"] if shutil.which("taskset") else []
    rounds = max(1, options.decisions // LINES)
    missed = False
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "questions")
        for name, make in [
            ("one file", lambda: write(path, 1, True, 1)), ("one file, written with blanks", lambda: write(path, 1, False, 1)),
            ("sixteen files in turn", lambda: write(path, 16, True, 1)), ("an Android device", lambda: write_device(path, android, 1)),
            ("an iPhone", lambda: write_device(path, iphone, 1)),
        ]:
            make()
            runs = [run(pin + [options.program, "match", "--json-lines"] + [path] * rounds) for _ in range(options.runs)]
            user, system, memory = (statistics.median(part) for part in zip(*runs))
            each = (user + system) / (rounds * LINES)
            print(f"{name:30} {os.path.getsize(path) / LINES:4.0f} bytes a line  {user:5.2f} s user  {system:5.2f} s system  "
                  f"{each * 1e9:5.0f} ns a decision  {memory / 1024:3.0f} MiB")
            missed = missed or each * 1e6 > BUDGET
    print(f"budget: {BUDGET} s for a million" + (", missed" if missed else ", kept"))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
