"""Checks that the examples in the documentation compile.

    examples.py SWIFT_MODULES

Every fenced block of C, Python and Swift in the README files and in docs/ is
taken as it stands, put behind a line or two that give it its surroundings, and
handed to the compiler or the type checker. SWIFT_MODULES is the folder with the
built modules.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = [
    ROOT / "README.md",
    ROOT / "bindings" / "python" / "README.md",
    *sorted((ROOT / "docs").glob("*.md")),
]

C_BEFORE = """#include <personalize.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int example(const char *configuration, personalize_t *engine, uint64_t placement);
int example(const char *configuration, personalize_t *engine, uint64_t placement) {
    personalize_error_t *error = NULL;
    (void)configuration; (void)engine; (void)placement; (void)error; {
"""
C_AFTER = """
    }
    return 0;
}
"""
SWIFT_BEFORE = "import Personalize\n"
SWIFT_FUNCTION = """
func example(
    engine: PersonalizeEngine, configuration: JSONObject, hero: PlacementHandle
) async throws {
    do {
"""
PYTHON_BEFORE = """from typing import Any
configuration: dict[str, Any] = {}
"""


def examples() -> Iterator[tuple[Path, int, str, str]]:
    """Every block with its page, its line, its language and its text."""
    for page in PAGES:
        text = page.read_text()
        for match in re.finditer(r"^```(c|python|swift)\n(.*?)^```$", text, flags=re.M | re.S):
            line = text.count("\n", 0, match.start()) + 1
            yield page, line, match[1], match[2]


def command(language: str, text: str, folder: Path, modules: str) -> list[str]:
    """Writes the block to a file; what checks that file."""
    match language:
        case "c":
            path = folder / "example.c"
            path.write_text(C_BEFORE + text + C_AFTER)
            return ["cc", "-std=c99", "-Wall", "-Wextra", "-fsyntax-only", f"-I{ROOT}/include",
                    str(path)]  # fmt: skip
        case "python":
            path = folder / "example.py"
            lines = [line for line in text.splitlines() if line.strip() != "..."]
            body = "\n".join(lines) if re.search(r"^async ", text, flags=re.M) is None else (
                "async def example() -> None:\n"
                + "\n".join("    " + line for line in text.splitlines())
            )  # fmt: skip
            known = "" if "import" in text else "from personalize import AsyncEngine, Engine\n"
            path.write_text(PYTHON_BEFORE + known + body + "\n")
            return [sys.executable, "-m", "mypy", "--cache-dir", str(folder / "cache"), str(path)]
        case _:
            path = folder / "example.swift"
            imports = "".join(re.findall(r"^import .*\n", text, flags=re.M))
            body = re.sub(r"^import .*\n", "", text, flags=re.M)
            path.write_text(SWIFT_BEFORE + imports + SWIFT_FUNCTION + body + "\n    }\n}\n")
            return ["swiftc", "-typecheck", "-swift-version", "6", "-parse-as-library",
                    "-I", modules, f"-I{ROOT}/Sources/CJansson", f"-I{ROOT}/Sources/CSQLite",
                    f"-I{ROOT}/Sources/CCurl", f"-I{ROOT}/Sources/CGumbo",
                    f"-I{ROOT}/Sources/CLinux", f"-I{ROOT}/include", str(path)]  # fmt: skip


def main() -> int:
    """Checks all and counts."""
    passed = failed = 0
    environment = {**os.environ, "MYPYPATH": str(ROOT / "bindings" / "python")}
    with tempfile.TemporaryDirectory() as name:
        for page, line, language, text in examples():
            done = subprocess.run(
                command(language, text, Path(name), sys.argv[1]),
                env=environment, capture_output=True, text=True, check=False,
            )  # fmt: skip
            if done.returncode == 0:
                passed += 1
                continue
            failed += 1
            print(f"examples: {page.relative_to(ROOT)}:{line} ({language}) does not compile:")
            print("\n".join((done.stdout + done.stderr).splitlines()[:12]))
    print(f"examples: {passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
