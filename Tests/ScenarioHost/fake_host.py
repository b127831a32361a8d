"""A host that prints what the environment says, for the tests of the checker."""

import json
import os
import sys
from pathlib import Path

scenario = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
for step in scenario["steps"]:
    record = {"call": step["call"], "error": None, "result": None, "step": step["step"]}
    record |= json.loads(os.environ["FAKE_RECORDS"]).get(step["step"], {})
    print(json.dumps(record))
