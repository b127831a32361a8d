"""Small real images, made on demand so that none has to be stored.

The colour follows from the name, so that the same name is always the same
bytes and different names look different.
"""

import struct
import zlib
from typing import Final

from .messages import Request, Response, failure
from .routing import Route

SIDE: Final = 16
Colour = tuple[int, int, int]


def image_response(name: str) -> Response:
    """The image `name`, whose extension says which format.

    `missing.*` does not exist and `page.*` answers with a web page, the two
    ways in which an image host usually fails.
    """
    stem, _, extension = name.rpartition(".")
    if stem == "missing" or extension not in _WRITERS:
        return failure(404, f"no such image: {name}")
    if stem == "page":
        page = b"<!DOCTYPE html><html><body><h1>Sign in to continue</h1></body></html>"
        return Response(200, page, "text/html; charset=utf-8")
    content_type, writer = _WRITERS[extension]
    checksum = zlib.crc32(stem.encode())
    colour = (checksum >> 16 & 0xFF, checksum >> 8 & 0xFF, checksum & 0xFF)
    headers = {"cache-control": "public, max-age=31536000"}
    return Response(200, writer(colour), content_type, headers)


def font_response(name: str) -> Response:
    """A stand-in for a web font: the right signature, no glyphs."""
    if not name.endswith(".woff2"):
        return failure(404, f"no such font: {name}")
    return Response(200, b"wOF2" + b"\0\1\0\0" + bytes(40), "font/woff2")


def asset_routes() -> list[Route]:
    """What the content network of every vendor serves."""

    def image(request: Request) -> Response:
        return image_response(request.parameters["name"])

    def font(request: Request) -> Response:
        return font_response(request.parameters["name"])

    return [
        Route("GET", "/images/{name}", "assets.images", image),
        Route("GET", "/fonts/{name}", "assets.fonts", font),
    ]


def png(colour: Colour) -> bytes:
    """A square in one colour, 8-bit RGB."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        checksum = zlib.crc32(kind + data)
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", checksum)

    header = struct.pack(">IIBBBBB", SIDE, SIDE, 8, 2, 0, 0, 0)
    rows = (b"\0" + bytes(colour) * SIDE) * SIDE
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(rows, 9))
        + chunk(b"IEND", b"")
    )


def gif(colour: Colour) -> bytes:
    """A square in one colour.

    A clear code before every pixel keeps all codes three bits wide, which
    spares a dictionary for a picture of this size.
    """
    bits = _Bits(most_significant_first=False)
    for _ in range(SIDE * SIDE):
        bits.add(4, 3)
        bits.add(0, 3)
    bits.add(5, 3)
    data = bits.finish(0)
    blocks = b"".join(
        bytes([len(part)]) + part
        for part in (data[start : start + 255] for start in range(0, len(data), 255))
    )
    screen = struct.pack("<HHBBB", SIDE, SIDE, 0x81, 0, 0)
    palette = bytes(colour) + bytes(9)
    image = struct.pack("<BHHHHB", 0x2C, 0, 0, SIDE, SIDE, 0)
    return b"GIF89a" + screen + palette + image + b"\x02" + blocks + b"\0;"


def jpeg(colour: Colour) -> bytes:
    """A square in the colour's brightness: baseline, one component.

    One colour has no detail, so only the first coefficient of each block is
    written and the second Huffman table holds nothing but "end of block".
    """

    def segment(marker: int, data: bytes) -> bytes:
        return struct.pack(">BBH", 0xFF, marker, len(data) + 2) + data

    red, green, blue = colour
    level = (299 * red + 587 * green + 114 * blue) // 1000 - 128
    bits = _Bits(most_significant_first=True)
    for block in range((SIDE // 8) ** 2):
        difference = level if block == 0 else 0
        category = abs(difference).bit_length()
        bits.add(category, 4)
        low = difference if difference >= 0 else difference + (1 << category) - 1
        bits.add(low, category)
        bits.add(0, 1)
    return (
        b"\xff\xd8"
        + segment(0xE0, b"JFIF\0\1\1\0" + struct.pack(">HHBB", 1, 1, 0, 0))
        + segment(0xDB, b"\0" + b"\x08" * 64)
        + segment(0xC0, struct.pack(">BHHBBBB", 8, SIDE, SIDE, 1, 1, 0x11, 0))
        + segment(0xC4, b"\0" + bytes([0, 0, 0, 12]) + bytes(12) + bytes(range(12)))
        + segment(0xC4, b"\x10" + bytes([1]) + bytes(15) + b"\0")
        + segment(0xDA, bytes([1, 1, 0, 0, 63, 0]))
        + bits.finish(1).replace(b"\xff", b"\xff\0")
        + b"\xff\xd9"
    )


def svg(colour: Colour) -> bytes:
    """A square in one colour."""
    fill = "#{:02x}{:02x}{:02x}".format(*colour)
    text = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{SIDE}" height="{SIDE}">'
        f'<rect width="{SIDE}" height="{SIDE}" fill="{fill}"/></svg>'
    )
    return text.encode()


class _Bits:
    """Packs codes of any width into bytes."""

    def __init__(self, *, most_significant_first: bool) -> None:
        self._first = most_significant_first
        self._bits: list[int] = []

    def add(self, value: int, width: int) -> None:
        places = range(width - 1, -1, -1) if self._first else range(width)
        self._bits.extend(value >> place & 1 for place in places)

    def finish(self, padding: int) -> bytes:
        self._bits.extend([padding] * (-len(self._bits) % 8))
        out = bytearray()
        for start in range(0, len(self._bits), 8):
            part = self._bits[start : start + 8]
            ordered = part if self._first else part[::-1]
            out.append(int("".join(map(str, ordered)), 2))
        return bytes(out)


_WRITERS: Final = {
    "png": ("image/png", png),
    "gif": ("image/gif", gif),
    "jpg": ("image/jpeg", jpeg),
    "svg": ("image/svg+xml", svg),
}
