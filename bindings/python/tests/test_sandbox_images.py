"""Images and fonts are real files of their kind."""

import struct
import zlib

import pytest
from http_client import Client

from personalize.sandbox.images import SIDE


@pytest.mark.parametrize(
    ("extension", "content_type", "signature"),
    [
        ("png", "image/png", b"\x89PNG\r\n\x1a\n"),
        ("gif", "image/gif", b"GIF89a"),
        ("jpg", "image/jpeg", b"\xff\xd8\xff"),
        ("svg", "image/svg+xml", b"<svg"),
    ],
)
def test_formats(client: Client, extension: str, content_type: str, signature: bytes) -> None:
    answer = client.get(f"/images/hero.{extension}", {})
    assert (answer.status, answer.headers["content-type"]) == (200, content_type)
    assert answer.body.startswith(signature)
    assert len(answer.body) < 1024
    assert answer.body == client.get(f"/images/hero.{extension}", {}).body
    assert answer.body != client.get(f"/images/another.{extension}", {}).body


def test_png_decodes(client: Client) -> None:
    body = client.get("/images/hero.png", {}).body
    chunks = {}
    position = 8
    while position < len(body):
        (length,) = struct.unpack_from(">I", body, position)
        kind = body[position + 4 : position + 8]
        data = body[position + 8 : position + 8 + length]
        (checksum,) = struct.unpack_from(">I", body, position + 8 + length)
        assert checksum == zlib.crc32(kind + data)
        chunks[kind] = data
        position += length + 12
    assert struct.unpack(">II", chunks[b"IHDR"][:8]) == (SIDE, SIDE)
    rows = zlib.decompress(chunks[b"IDAT"])
    assert len(rows) == SIDE * (1 + 3 * SIDE)
    assert len({rows[index : index + 3] for index in range(1, 1 + 3 * SIDE, 3)}) == 1


def test_missing_and_page(client: Client) -> None:
    assert client.get("/images/missing.png", {}).status == 404
    assert client.get("/images/hero.exe", {}).status == 404
    page = client.get("/images/page.png", {})
    assert (page.status, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert b"<html>" in page.body


def test_font(client: Client) -> None:
    answer = client.get("/fonts/demo.woff2", {})
    assert answer.headers["content-type"] == "font/woff2"
    assert answer.body.startswith(b"wOF2")
    assert client.get("/fonts/demo.ttf", {}).status == 404
