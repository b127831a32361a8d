"""JSON from the engine, parsed late."""

import json
import pickle
from pathlib import Path
from typing import Any

import pytest

from personalize import Content, HostRequest, Update, documents
from personalize.documents import encode


def test_nothing_is_parsed_before_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[bytes] = []
    original = json.loads

    def loads(text: Any) -> Any:
        parsed.append(text)
        return original(text)

    monkeypatch.setattr(json, "loads", loads)
    update = Update(b'{"update":"x","sequence":3,"time_ms":9,"vendor":"shop","key":"k"}')
    assert update.raw.startswith(b"{")
    assert parsed == []
    assert (update.name, update.sequence, update.time_ms) == ("x", 3, 9)
    assert (update.vendor, update.key) == ("shop", "k")
    assert update.placement_id is None
    assert len(parsed) == 1
    assert Update(b'{"placement_id":7}').placement_id == 7


def test_members_as_a_mapping() -> None:
    update = Update(b'{"update":"x","a":[1]}')
    assert dict(update) == {"update": "x", "a": [1]}
    assert update["a"] == [1]
    assert len(update) == 2
    assert "b" not in update
    match update:
        case {"update": "x", "a": [number]}:
            assert number == 1
        case _:
            pytest.fail("a document is a mapping")


def test_absent_members() -> None:
    update = Update(b"{}")
    assert (update.name, update.sequence, update.vendor, update.key) == ("", 0, None, None)
    content = Content(b"{}")
    assert (content.has_content, content.content, content.actions) == (False, None, [])


def test_equality_immutability_and_copies() -> None:
    one, same, other = Update(b'{"a":1}'), Update(b'{ "a": 1 }'), Update(b'{"a":2}')
    assert one == same
    assert hash(one) == hash(same)
    assert one != other
    assert one == {"a": 1}
    with pytest.raises(AttributeError):
        one.raw = b""  # type: ignore[misc]
    with pytest.raises(AttributeError):
        one.extra = 1  # type: ignore[attr-defined]
    assert pickle.loads(pickle.dumps(one)) == one
    assert repr(one) == 'Update({"a":1})'


def test_request_bodies() -> None:
    assert HostRequest(b"{}").body is None
    assert HostRequest(b'{"body":"\\u00e4"}').body == "ä".encode()
    assert HostRequest(b'{"body_base64":"AP8="}').body == b"\0\xff"


def test_encoding() -> None:
    assert encode({"a": "ä"}) == '{"a":"ä"}'.encode()
    assert encode(Update(b'{"a":1}')) == b'{"a":1}'
    assert encode("[1 ]") == b"[1 ]"
    assert encode(b"x") == b"x"


def test_package_is_typed() -> None:
    assert (Path(documents.__file__).parent / "py.typed").is_file()
