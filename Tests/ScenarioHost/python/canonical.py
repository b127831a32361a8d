"""JSON text that does not depend on who writes it; c/canonical.c writes the same."""

import json
from typing import Any


def canonical(value: Any) -> str:
    """Keys sorted, no white space, numbers in their shortest form."""
    return json.dumps(
        value, ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")
    )
