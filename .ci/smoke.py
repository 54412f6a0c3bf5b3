"""Checks the time to the first frame, 100,000 and a million events, memory and `inspect --json`.

Each value must stay within twice its budget, because machines are noisy.
"""
import json, os, statistics, subprocess, sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from terminal import Home, Program

binary = os.path.abspath(sys.argv[1])
faults = []


def check(what, value, limit, unit):
    print(f"{what}: {value:.0f} {unit} (at most {limit})", flush=True)
    if value > limit: faults.append(f"{what}: {value:.0f} {unit}, more than {limit}")


def events(path, count):
    with open(path, "w") as file:
        for number in range(count):
            file.write('{"event":"%s","ts":"2026-01-01T00:%02d:%02d.%03dZ","seq":"evt-%07d","url":"myapp://products/%d?al_applink_data=%%7B%%22target_url%%22%%3A%%22https'
                       '%%3A%%2F%%2Fexample.com%%2Fp%%2F%d%%22%%7D","referer":{"app_name":"Shop %d","url":"shop://back/%d"},"extras":{"campaign":"c%d","k":%d}}\n'
                       % ("al_nav_in" if number % 3 else "al_ref_back_out", number // 60000 % 60, number // 1000 % 60, number % 1000, number,
                          number % 977, number % 977, number % 13, number, number % 31, number))


def run(home, arguments, needle):
    """Returns the milliseconds until the needle is on the screen, and the peak memory in MiB."""
    program = Program([binary] + arguments, home.environment)
    seconds = program.wait(needle)
    peak = program.memory()
    faults.extend(f"{' '.join(arguments) or 'nothing given'}: {fault}" for fault in program.quit())
    return seconds * 1000, (peak or 0) / 1024


with Home() as home:
    run(home, [], "Paste a link")  # the first run reads the program from the disk
    check("first frame", statistics.median(run(home, [], "Paste a link")[0] for _ in range(7)), 100, "ms")

    for count, runs, limit in ((100_000, 5, 300), (1_000_000, 3, 2000)):
        file = f"{home.path}/events.ndjson"
        events(file, count)
        results = [run(home, [file], f"evt-{count - 1:07d}") for _ in range(runs)]
        check(f"{count:,} events, the last on the screen", statistics.median(time for time, _ in results), limit, "ms")
    check("peak memory at 1,000,000 events", max(peak for _, peak in results), 150, "MiB")
    os.remove(file)

    links = []
    for number in range(5000):
        data = "%7B%22target_url%22%3A%22https%3A%2F%2Fexample.com%2F" + str(number) + "%22%2C%22version%22%3A%221.0%22%7D"
        links.append((f"shop://item/{number}", f"news://n/{number}?al_applink_data={data}", f"https://example.com/{number}?a=%zz")[number % 3])
    finished = subprocess.run([binary, "inspect", "--json", "-"], input="\n".join(links).encode(), stdout=subprocess.PIPE, env=home.environment)
    lines = [json.loads(line) for line in finished.stdout.splitlines()]
    given = [line["inputURL"] for line in lines]
    wanted = [link.replace("%zz", "%25zz") for link in links]
    if given != wanted:
        place = next((n for n, pair in enumerate(zip(given, wanted)) if pair[0] != pair[1]), min(len(given), len(wanted)))
        faults.append(f"inspect --json: {len(given)} lines for {len(wanted)} links; the first that differs is {place}: {given[place:place + 1]}")
    if not all(line["isAppLink"] == ("al_applink_data" in line["inputURL"]) for line in lines): faults.append("inspect --json: isAppLink is wrong")
    if finished.returncode not in (0, 1): faults.append(f"inspect --json: exit code {finished.returncode}")
    print(f"inspect --json: {len(lines)} links, in order")

if faults:
    print("smoke: " + "\nsmoke: ".join(faults), file=sys.stderr)
    sys.exit(1)
print("smoke: all fine")
