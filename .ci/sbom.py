"""Prints the parts of the packaged program as an SPDX 2.3 document in JSON: the Swift packages and the Swift runtime that are linked in, and the
libraries of the system that the program loads. The same program gives the same document.
"""
import argparse, datetime, hashlib, json, os, pathlib, re, subprocess, sys

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--program", required=True, type=pathlib.Path)
parser.add_argument("--version", required=True)
parser.add_argument("--depends", required=True, help="the Depends field of the Debian package")
parser.add_argument("--checkouts", required=True, type=pathlib.Path, help="the folder in which SwiftPM has the sources of the dependencies")
parser.add_argument("--resolved", required=True, type=pathlib.Path, help="the Package.resolved of the build")
parser.add_argument("--toolchain", required=True, help="the version of Swift")
parser.add_argument("--copyright", required=True, type=pathlib.Path, help="the Debian copyright file, which must name every part")
given = parser.parse_args()

SWIFT_LICENSE = "Apache-2.0 WITH Swift-exception"


def fail(text):
    sys.exit(f"sbom: {text}")


def license_of(folder):
    """Returns the SPDX expression for the license file in the folder. An unknown text is an error, because somebody must read it."""
    files = sorted(folder.glob("LICENSE*"))
    if not files: fail(f"{folder.name} has no license file")
    text = files[0].read_text()
    if "Apache License" in text and "Version 2.0" in text:
        return SWIFT_LICENSE if "Runtime Library Exception" in text else "Apache-2.0"
    if "Permission is hereby granted, free of charge" in text and 'THE SOFTWARE IS PROVIDED "AS IS"' in text: return "MIT"
    fail(f"the license of {folder.name} is none that this script knows: {files[0]}")


def part(name, version, license, link, origin="NOASSERTION", comment=None):
    """Returns a package of the document. `link` is its package URL."""
    fields = {
        "SPDXID": "SPDXRef-Package-" + re.sub(r"[^A-Za-z0-9.-]", "-", name),
        "name": name,
        "supplier": "NOASSERTION",
        "downloadLocation": origin,
        "filesAnalyzed": False,
        "licenseConcluded": license,
        "licenseDeclared": license,
        "copyrightText": "NOASSERTION",
        "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": link}],
    }
    if version: fields["versionInfo"] = version
    if comment: fields["comment"] = comment
    return fields


checksum = hashlib.sha256(given.program.read_bytes()).hexdigest()
program = part("linkscope", given.version, "MIT", f"pkg:generic/linkscope@{given.version}")
program.update({
    "checksums": [{"algorithm": "SHA256", "checksumValue": checksum}],
    "copyrightText": next(line for line in open("LICENSE") if line.startswith("Copyright")).strip(),
    "primaryPackagePurpose": "APPLICATION",
})
packages, relationships = [program], []


def add(package, relation):
    packages.append(package)
    relationships.append({"spdxElementId": program["SPDXID"], "relationshipType": relation, "relatedSpdxElement": package["SPDXID"]})


# The Swift packages. The commits are left out, because a mirror of a package has others.
names = set()
for pin in sorted(json.loads(given.resolved.read_text())["pins"], key=lambda pin: pin["identity"]):
    location, version = pin["location"].removesuffix(".git"), pin["state"]["version"]
    folder = given.checkouts / location.rpartition("/")[2]
    names.add(pin["identity"])
    add(part(pin["identity"], version, license_of(folder), f"pkg:swift/{location.removeprefix('https://')}@{version}", f"git+{location}@{version}"), "STATIC_LINK")
add(part("libyaml", None, "MIT", "pkg:generic/libyaml", comment="The C sources in Yams."), "STATIC_LINK")

for name, value in (("version", given.version), ("toolchain", given.toolchain)):
    if not re.fullmatch(r"\d+(\.\d+)+(-.+)?", value): fail(f"--{name} is no version: '{value}'")

# The Swift runtime. A program that was not linked for a release loads it instead.
link = "DYNAMIC_LINK" if b"libswiftCore.so\0" in given.program.read_bytes() else "STATIC_LINK"
swift = f"https://github.com/swiftlang/swift@swift-{given.toolchain}-RELEASE"
add(part("swift", given.toolchain, SWIFT_LICENSE, f"pkg:github/swiftlang/swift@swift-{given.toolchain}-RELEASE", "git+" + swift,
         "The standard library, Concurrency, Dispatch and Foundation."), link)
target = json.loads(subprocess.run(["swift", "-print-target-info"], stdout=subprocess.PIPE, check=True).stdout)
numbers = pathlib.Path(target["paths"]["runtimeResourcePath"]) / "_foundation_unicode/uvernum.h"
icu = re.search(r'#define U_ICU_VERSION "([0-9.]+)"', numbers.read_text())
if not icu: fail(f"{numbers} does not define U_ICU_VERSION")
add(part("swift-foundation-icu", icu[1], "Unicode-3.0", "pkg:github/swiftlang/swift-foundation-icu",
         "git+https://github.com/swiftlang/swift-foundation-icu", "The part of ICU that Foundation uses. The version is that of ICU."), link)

# The libraries of the system, with the lowest version that has everything the program uses.
for wish in given.depends.split(","):
    name, _, bound = wish.split("|")[0].strip().partition(" ")
    lowest = bound.strip("()").removeprefix(">=").strip()
    library = part(name, None, "NOASSERTION", f"pkg:deb/debian/{name}", comment=f"At least version {lowest}." if lowest else None)
    add(library, "DYNAMIC_LINK")

told = given.copyright.read_text()
for name in sorted(names | {"swift", "swift-foundation-icu"}):
    if f"Files: {name}/*" not in told: fail(f"{given.copyright.name} does not name {name}")

created = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
document = {
    "spdxVersion": "SPDX-2.3",
    "dataLicense": "CC0-1.0",
    "SPDXID": "SPDXRef-DOCUMENT",
    "name": f"linkscope-{given.version}",
    "documentNamespace": f"https://spdx.org/spdxdocs/linkscope-{given.version}-{checksum}",
    "creationInfo": {"created": created.strftime("%Y-%m-%dT%H:%M:%SZ"), "creators": ["Tool: linkscope-package"]},
    "packages": packages,
    "relationships": [
        {"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": program["SPDXID"]}, *relationships,
    ],
}
print(json.dumps(document, indent=2, ensure_ascii=False))
