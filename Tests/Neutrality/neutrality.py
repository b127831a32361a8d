"""One host program, unchanged, draws a placement from any source.

    run.py PROGRAM [ARGUMENT ...]

The program gets a configuration for each source in turn, and has to say the
same every time.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

HTML = '<p>Free delivery</p><a href="shop://sale"></a>'
BLOCK = {
    "id": "hero",
    "name": "Hero",
    "date_filter": {"enabled": False},
    "frequency": "always",
    "load_priority": 0,
    "content_type": "html",
    "content": {"html": HTML},
    "placeholders": ["home"],
}
TREE = {
    "layoutType": "text",
    "children": [
        {
            "layoutType": "View",
            "properties": {"deepLink": "shop://sale"},
            "children": [
                {
                    "layoutType": "Text",
                    "subLayoutType": "title",
                    "properties": {"text": "Free <b>delivery</b>"},
                }
            ],
        }
    ],
}
PLAN = {
    "schema": 1,
    "properties": [{"propertyId": "p", "targetViewId": "home"}],
    "campaigns": [
        {
            "campaignId": "hero",
            "targetViewId": "home",
            "variations": [{"variationId": "v", "content": TREE}],
        }
    ],
}
ACTION = {"name": "Sale", "url": "shop://sale", "type": "deep_link"}
DOCUMENT = {
    "version": 1,
    "campaigns": [
        {
            "id": "hero",
            "placements": ["home"],
            "data": {"title": "Free delivery"},
            "actions": [ACTION],
        }
    ],
}
EXPECTED = ["shows hero", "draws Free delivery", "opens shop://sale as deep_link"]


class Service(BaseHTTPRequestHandler):
    """Both vendors' servers, as far as a placement needs them."""

    def do_GET(self) -> None:
        """Campaigns."""
        is_plan = self.path.endswith("/plan.json")
        self._answer(200, PLAN if is_plan else {"success": True, "in_app_content_blocks": [BLOCK]})

    def do_POST(self) -> None:
        """Events and customers."""
        self.rfile.read(int(self.headers.get("content-length", 0)))
        self._answer(201, {"success": True, "errors": [], "response": {"status": "queued"}})

    def _answer(self, status: int, body: object) -> None:
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Nothing."""


def sources(base: str, folder: Path) -> dict[str, dict[str, object]]:
    """A vendor's part of a configuration, by the source's name."""
    house = folder / "house.json"
    house.write_text(json.dumps(DOCUMENT))
    return {
        "exponea": {
            "kind": "exponea",
            "base_url": base,
            "project_token": "p",
            "authorization": "Token t",
        },
        "webengage": {
            "kind": "webengage",
            "base_url": base,
            "license_code": "l",
            "api_key": "k",
            "campaigns_url": f"{base}/plan.json",
        },
        "house": {"kind": "house", "file": str(house)},
    }


def main(command: list[str]) -> int:
    """Runs the program with each source."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Service)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    failed = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        parts = sources(f"http://127.0.0.1:{server.server_port}", folder)
        for source, vendor in parts.items():
            path = folder / f"{source}.configuration.json"
            path.write_text(json.dumps({"version": 1, "vendors": [{"id": "source", **vendor}]}))
            done = subprocess.run(
                [*command, str(path), "home"],
                stdout=subprocess.PIPE,
                text=True,
                timeout=60,
                check=False,
            )
            lines = done.stdout.splitlines()
            if done.returncode != 0 or lines != EXPECTED:
                failed += 1
                print(f"neutrality: {source}: {lines}, status {done.returncode}")
    server.shutdown()
    print(f"neutrality: {len(parts) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
