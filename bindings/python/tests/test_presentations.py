"""Presentations and the display."""

import pytest

from personalize import Engine, HandleError


def test_what_a_host_says_has_an_effect_or_none(engine: Engine) -> None:
    card, late = engine.presentation(1), engine.presentation(2)
    assert card.id == 1
    assert repr(card) == "<Presentation 1>"
    assert [card.presented(), card.dismissed(), card.trigger("onAccept")] == [True, True, True]
    assert [late.presented(), late.dismissed(), late.trigger("ä")] == [False, False, False]
    assert card.failed("no window") is True
    assert late.failed() is False
    card.release()
    assert engine.state()["calls"][1:] == [
        ["presented", 1],
        ["dismissed", 1],
        ["trigger", 1, "onAccept"],
        ["presented", 2],
        ["dismissed", 2],
        ["trigger", 2, "ä"],
        ["failed", 1, "no window"],
        ["failed", 2, ""],
        ["release", 1],
    ]


def test_arguments_have_their_types(engine: Engine) -> None:
    card = engine.presentation(1)
    assert card.string("title") == "title"
    assert card.boolean("dark") is True
    assert card.integer("count") == -(2**63)
    assert card.number("price") == 12.5
    assert card.file("image") == "/files/ä.png"
    assert card.map("style") == {"a": {"b": 1}}
    assert card.arguments() == {"a.b": None}
    assert card.describe() == "card (template)"


def test_what_is_not_there_is_none(engine: Engine) -> None:
    card = engine.presentation(2)
    assert card.string("a") is None
    assert card.boolean("a") is None
    assert card.integer("a") is None
    assert card.number("a") is None
    assert card.file("a") is None
    assert card.map("a") is None


def test_a_presentation_that_is_gone(engine: Engine) -> None:
    gone = engine.presentation(10)
    with pytest.raises(HandleError) as refused:
        gone.presented()
    assert refused.value.reason == "unknown_presentation"
    with pytest.raises(HandleError):
        gone.string("title")


def test_presentations_are_found_by_name(engine: Engine) -> None:
    found = engine.find_presentation("card", vendor="shop")
    assert found is not None
    assert found.id == 2**52
    assert engine.find_presentation("other") is None
    assert engine.state()["calls"][1:] == [["find", "shop", "card"], ["find", None, "other"]]


def test_the_display_is_steered(engine: Engine) -> None:
    assert engine.display() == {"mode": "resumed"}
    engine.display("discard", dismiss=True)
    assert engine.clear_files() == 3
    engine.clear_files("shop", expired_only=True)
    assert engine.state()["calls"][1:] == [
        ["display", '{"command":"state"}'],
        ["display", '{"command":"discard","dismiss":true}'],
        ["clear_files", None, 0],
        ["clear_files", "shop", 1],
    ]
