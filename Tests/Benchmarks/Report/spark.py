"""Reports on many links with Apache Spark and with one process, and compares the two pages byte for byte.

    pip install pyspark; apt-get install -y default-jre-headless
    Tests/Benchmarks/Report/spark.py --program .build/release/linkscope [--links 10000000] [--parts 64] [--folder DIR]

Spark runs as a local cluster of two workers, each a process of its own. Each part of the links goes through `inspect --json` and
`report --partial` (RDD.pipe), and `report --merge` makes the page. The script prints the rates of both ways, and fails if the pages differ.
"""
import argparse, os, subprocess, sys, tempfile, time

# At the end, because that folder has an inspect.py, which must not stand in for the module of Python.
sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Inspect"))
from corpus import Links

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--program", required=True)
parser.add_argument("--links", type=int, default=10_000_000)
parser.add_argument("--parts", type=int, default=64)
parser.add_argument("--folder", help="where the links are kept for the next run (default: a temporary folder)")
options = parser.parse_args()
program = os.path.abspath(options.program)


def write_links(folder):
    """Writes the links into one file for each part, unless they are there."""
    each = -(-options.links // options.parts)
    for part in range(options.parts):
        path = os.path.join(folder, f"part-{part:05}.txt")
        if os.path.exists(path): continue
        links = Links(part)
        with open(path + ".new", "w") as file:
            for number in range(part * each, min((part + 1) * each, options.links)): file.write(links.link(number) + "\n")
        os.rename(path + ".new", path)


def with_one_process(folder):
    command = f"cat {folder}/part-*.txt | '{program}' inspect --json - | '{program}' report --json"
    return subprocess.run(["sh", "-c", command], stdout=subprocess.PIPE, check=True).stdout


def with_spark(folder):
    from pyspark import SparkConf, SparkContext

    # The workers of a local cluster start the Python of this script.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    conf = SparkConf().setMaster("local-cluster[2,1,2048]").setAppName("linkscope report").set("spark.ui.enabled", "false")
    context = SparkContext(conf=conf)
    context.setLogLevel("ERROR")
    try:
        # `inspect` ends with 1 if a link has an error, so the exit code of the last command decides.
        command = f"sh -c \"'{program}' inspect --json - | '{program}' report --partial\""
        begin = time.perf_counter()
        parts = context.textFile(folder + "/part-*.txt", minPartitions=options.parts).pipe(command, checkCode=True).collect()
        counts = "\n".join(parts).encode() + b"\n"
        page = subprocess.run([program, "report", "--merge", "--json", "-"], input=counts, stdout=subprocess.PIPE, check=True).stdout
        return page, time.perf_counter() - begin
    finally:
        context.stop()


with tempfile.TemporaryDirectory() as temporary:
    folder = os.path.abspath(options.folder or temporary)
    os.makedirs(folder, exist_ok=True)
    write_links(folder)
    begin = time.perf_counter()
    one = with_one_process(folder)
    alone = time.perf_counter() - begin
    many, together = with_spark(folder)
    print(f"{options.links:,} links: one process {alone:.1f} s ({options.links / alone:,.0f}/s), Spark with two workers {together:.1f} s ({options.links / together:,.0f}/s)")
    if one != many: sys.exit("the pages differ")
    print(f"the pages are equal ({len(one):,} bytes)")
