"""Checks that the parts of the repository agree with each other.

    check.py [LIBRARY]

With the path of the built library its symbols are compared too. Each check
prints what disagrees; the last line counts.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HEADER = ROOT / "include" / "personalize.h"
# What the library may link against: the C library's family, and ours.
NEEDED = re.compile(
    r"^(libc|libm|libdl|libpthread|librt|libgcc_s|libstdc\+\+|ld-linux-[\w-]+"
    r"|libjansson|libsqlite3|libcurl|libgumbo)\.so(\.\d+)*$"
)
# Six megabytes are the Swift runtime; an adapter and what it needs of the core take
# about half a megabyte.
LARGEST = 11_000_000


def swift_sources(folder: str = "Sources") -> Iterator[Path]:
    """The Swift files of a folder, in order."""
    yield from sorted((ROOT / folder).rglob("*.swift"))


def header_functions() -> set[str]:
    """The functions that the header declares."""
    text = re.sub(r"/\*.*?\*/", "", HEADER.read_text(), flags=re.DOTALL)
    return set(re.findall(r"^[\w *]*?\b(personalize_\w+)\(", text, flags=re.MULTILINE)) - set(
        re.findall(r"\(\*(personalize_\w+)\)", text)
    )


def check_implementation() -> Iterator[str]:
    """Every function of the header is implemented, and nothing else exported."""
    text = "".join(path.read_text() for path in swift_sources("Sources/PersonalizeABI"))
    implemented = set(re.findall(r'@_cdecl\("(\w+)"\)', text))
    for name in sorted(header_functions() ^ implemented):
        yield f"{name} is in only one of the header and the implementation"


def check_versions() -> Iterator[str]:
    """The list of symbols says since when each one exists."""
    listed = {
        line.split()[0]
        for line in (ROOT / "symbols-in-versions").read_text().splitlines()
        if line and not line.startswith("#")
    }
    for name in sorted(header_functions() ^ listed):
        yield f"{name} is in only one of the header and symbols-in-versions"


def check_updates() -> Iterator[str]:
    """Every update that the core sends is documented, and no other."""
    sent: set[str] = set()
    for path in swift_sources("Sources/PersonalizeCore"):
        sent |= set(re.findall(r'\bupdate\(\s*"([\w.]+)"', path.read_text()))
    text = (ROOT / "docs" / "updates.md").read_text()
    documented = set(re.findall(r"^\| `([\w.]+)` \|", text, flags=re.MULTILINE)) - {
        "update",
        "sequence",
        "time_ms",
        "vendor",
        "key",
    }
    for name in sorted(sent ^ documented):
        yield f"update {name} is in only one of the core and docs/updates.md"


def check_reasons() -> Iterator[str]:
    """Every rule that can reject a campaign is documented."""
    text = (ROOT / "docs" / "reference.md").read_text()
    source = (ROOT / "Sources/PersonalizeCore/Eligibility/Rejection.swift").read_text()
    for rule in re.findall(r"^        case (\w+)$", source, flags=re.MULTILINE):
        if f"| `{rule}` |" not in text:
            yield f"the rule {rule} is not in docs/reference.md"


def check_errors() -> Iterator[str]:
    """Every reason that an error is given is documented."""
    text = "".join((ROOT / "docs" / name).read_text() for name in ("errors.md", "templates.md"))
    for path in swift_sources():
        for reason in re.findall(
            r'PersonalizeError\(\s*\.\w+,\s*"([a-z_0-9]*[a-z0-9])"', path.read_text()
        ):
            if f"`{reason}`" not in text:
                yield f"the reason {reason} of {path.name} is not in docs/errors.md"


def check_definitions() -> Iterator[str]:
    """Every rule of definitions is documented, and shown by a scenario."""
    text = (ROOT / "docs" / "templates.md").read_text()
    scenarios = "".join(
        path.read_text()
        for path in sorted((ROOT / "Tests" / "Scenarios" / "clevertap-templates").rglob("*.json"))
    )
    source = (ROOT / "Sources/PersonalizeCore/Templates/TemplateRule.swift").read_text()
    for rule in re.findall(r'^    case \w+ = "(\w+)"$', source, flags=re.MULTILINE):
        if f"`{rule}`" not in text:
            yield f"the rule {rule} is not in docs/templates.md"
        if f'"{rule}"' not in scenarios:
            yield f"no scenario shows the rule {rule}"


def check_configuration() -> Iterator[str]:
    """Every configuration key that the sources read is documented."""
    text = (ROOT / "docs" / "configuration.md").read_text()
    for folder in (
        "PersonalizeRuntime/Configuration",
        "PersonalizeExponea/Configuration",
        "PersonalizeWebEngage/Configuration",
        "PersonalizeHouse/Configuration",
    ):
        for path in swift_sources(f"Sources/{folder}"):
            source = path.read_text()
            for block in re.findall(r"(?:keys = |allowed: )\[(.*?)\]", source, flags=re.DOTALL):
                for key in re.findall(r'"(\w+)"', block):
                    if f"`{key}`" not in text and f'"{key}"' not in text:
                        yield f"the key {key} ({path.name}) is not in docs/configuration.md"


# Where every vendor is alike. Entry modules list the factories, and no more.
NEUTRAL = ("Core", "JSON", "Markup", "Runtime", "Storage", "Transport", "ABI")
VENDOR = re.compile(r"exponea|bloomreach|webengage|clevertap", re.IGNORECASE)
REGISTRATION = re.compile(r"^import Personalize\w+$|Factory\(\)")


def check_neutrality() -> Iterator[str]:
    """No vendor's name where all vendors are alike."""
    for module in NEUTRAL:
        for path in swift_sources(f"Sources/Personalize{module}"):
            for number, line in enumerate(path.read_text().splitlines(), 1):
                if VENDOR.search(line) and not (module == "ABI" and REGISTRATION.search(line)):
                    yield f"{path.relative_to(ROOT)}:{number} names a vendor: {line.strip()}"
    for number, line in enumerate(HEADER.read_text().splitlines(), 1):
        if VENDOR.search(line):
            yield f"{HEADER.relative_to(ROOT)}:{number} names a vendor: {line.strip()}"


def check_sources() -> Iterator[str]:
    """No Foundation and no trap."""
    trap = re.compile(r"fatalError\(|try!|as!|preconditionFailure\(|precondition\(|unowned\(unsafe")
    for path in swift_sources():
        for number, line in enumerate(path.read_text().splitlines(), 1):
            place = f"{path.relative_to(ROOT)}:{number}"
            if re.match(r"\s*(\w+ )*import Foundation", line):
                yield f"{place} imports Foundation"
            if trap.search(line) and not line.lstrip().startswith("//"):
                yield f"{place} can trap: {line.strip()}"


def check_links() -> Iterator[str]:
    """Links in the documentation lead somewhere."""
    for page in [*sorted((ROOT / "docs").rglob("*.md")), ROOT / "README.md"]:
        for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text()):
            if "://" not in target and not (page.parent / target).exists():
                yield f"{page.relative_to(ROOT)} links to {target}, which is not there"


def check_library(library: Path) -> Iterator[str]:
    """The library exports its interface alone, and is small and self-contained."""

    def run(*command: str) -> list[str]:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split(
            "\n"
        )

    exported = {
        line.split()[2].split("@")[0]
        for line in run("nm", "-D", "--defined-only", str(library))
        if len(line.split()) == 3 and line.split()[1] != "A"
    }
    for name in sorted(exported ^ header_functions()):
        yield f"{name} is in only one of the header and the library"
    dynamic = run("readelf", "-d", str(library))
    for line in dynamic:
        needed = re.search(r"\(NEEDED\).*\[(.+)\]", line)
        if needed and not NEEDED.match(needed[1]):
            yield f"the library needs {needed[1]}"
        if "RUNPATH" in line or "RPATH" in line:
            yield f"the library carries a path: {line.strip()}"
    if not any("SONAME" in line and "libpersonalize.so.1" in line for line in dynamic):
        yield "the library's soname is not libpersonalize.so.1"
    size = library.resolve().stat().st_size
    if size > LARGEST:
        yield f"the library has {size} bytes, more than {LARGEST}"
    if b"FoundationEssentials" in library.read_bytes():
        yield "the library contains Foundation"


def main() -> int:
    """Runs every check and counts."""
    checks: list[tuple[str, Callable[[], Iterator[str]]]] = [
        ("implementation", check_implementation), ("versions", check_versions),
        ("updates", check_updates), ("reasons", check_reasons),
        ("errors", check_errors),
        ("definitions", check_definitions),
        ("configuration", check_configuration), ("sources", check_sources),
        ("neutrality", check_neutrality),
        ("links", check_links),
    ]  # fmt: skip
    if len(sys.argv) > 1:
        checks.append(("library", lambda: check_library(Path(sys.argv[1]))))
    failed = 0
    for name, check in checks:
        problems = list(check())
        failed += bool(problems)
        for problem in problems:
            print(f"repository: {name}: {problem}")
    print(f"repository: {len(checks) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
