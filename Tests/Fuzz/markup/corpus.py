"""Writes the attacks and what once failed as files for the fuzzer.

corpus.py FOLDER
"""

import json
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
folder = Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
for path in sorted((HERE.parents[1] / "Browser" / "attacks").glob("*.json")):
    for number, text in enumerate(json.loads(path.read_text())):
        folder.joinpath(f"{path.stem}-{number}").write_bytes(text.encode("utf-8", "replace"))
for path in sorted((HERE / "found").iterdir()):
    folder.joinpath(path.name).write_bytes(path.read_bytes())
