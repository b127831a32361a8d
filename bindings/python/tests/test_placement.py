"""Placements."""

import gc
from pathlib import Path

import pytest

from personalize import Engine, HandleError


def test_calls(engine: Engine) -> None:
    placement = engine.open_placement("home")
    number = placement.id
    assert number == 2**52 + 1
    placement.reload()
    placement.reload(force=True, key="k")
    placement.click("shop://sale?a=1")
    placement.dismiss()
    placement.report(attached=False)
    placement.report(height=120, width=320.5)
    placement.report(failed="no renderer")
    assert engine.state()["calls"][2:] == [
        ["placement_reload", number, None],
        ["placement_reload", number, '{"force":true,"key":"k"}'],
        ["placement_click", number, "shop://sale?a=1"],
        ["placement_dismiss", number],
        ["placement_report", number, '{"attached":false}'],
        ["placement_report", number, '{"height":120,"width":320.5}'],
        ["placement_report", number, '{"failed":"no renderer"}'],
    ]


def test_calls_of_all_kinds(engine: Engine) -> None:
    placement = engine.open_placement("home", kind="cell", slot="5")
    number = placement.id
    placement.invoke("shop://sale")
    placement.track("click", action={"url": "shop://sale"}, without_consent=True)
    placement.track("error", message="m", campaign="a")
    placement.track("click", attributes={"a": 1})
    placement.select("button", 1)
    placement.report(visible=False)
    placement.configure(track_actions=False, custom_height=None)
    assert placement.state() == {"kind": "static"}
    assert placement.prepare() is False
    placement.next()
    placement.previous()
    placement.pause()
    placement.resume()
    placement.release()
    assert engine.state()["calls"][1:] == [
        ["placement_open", '{"placement":"home","kind":"cell","slot":"5"}'],
        ["placement_invoke", number, "shop://sale"],
        [
            "placement_track",
            number,
            '{"event":"click","action":{"url":"shop://sale"},"without_consent":true}',
        ],
        ["placement_track", number, '{"event":"error","message":"m","campaign":"a"}'],
        ["placement_track", number, '{"event":"click","attributes":{"a":1}}'],
        ["placement_select", number, '{"part":"button","index":1}'],
        ["placement_report", number, '{"visible":false}'],
        ["placement_configure", number, '{"track_actions":false,"custom_height":null}'],
        ["placement_state", number],
        ["cell_prepare", number],
        ["carousel_next", number],
        ["carousel_previous", number],
        ["carousel_pause", number],
        ["carousel_resume", number],
        ["carousel_release", number],
    ]


@pytest.mark.parametrize("size", [0, 65_000, 70_000, 3_000_000])
def test_content_of_any_size(engine: Engine, size: int) -> None:
    placement = engine.open_placement("home")
    assert placement.content() is None
    html = "ä" * size
    engine.ingest("shop", "x", {"has_content": True, "content": {"html": html}, "actions": [{}]})
    content = placement.content()
    assert content is not None
    assert content.content == {"html": html}
    assert (content.has_content, content.actions) == (True, [{}])


def test_content_is_a_copy(engine: Engine) -> None:
    placement = engine.open_placement("home")
    engine.ingest("shop", "x", {"content": 1})
    first = placement.content()
    engine.ingest("shop", "x", {"content": 2})
    second = placement.content()
    assert first is not None
    assert second is not None
    assert (first.content, second.content) == (1, 2)


def test_closing(engine: Engine) -> None:
    with engine.open_placement("home") as placement:
        assert engine.placements == [placement]
    placement.close()
    assert placement.closed
    assert engine.placements == []
    assert engine.state()["calls"][-1] == ["placement_close", placement.id]
    with pytest.raises(HandleError, match="placement is closed"):
        placement.content()


def test_placement_keeps_its_engine_alive(double: Path) -> None:
    engine = Engine({"version": 1})
    placement = engine.open_placement("home")
    closer = engine.close
    del engine
    gc.collect()
    assert placement.content() is None
    closer()
    with pytest.raises(HandleError):
        placement.content()
