"""Templates and functions."""

from pathlib import Path

import pytest

import personalize
from personalize import Engine, HandleError, TemplateBuilder


def test_a_builder_passes_everything_on(double: Path) -> None:
    builder = (
        TemplateBuilder("function", visual=False)
        .set_name("f")
        .set_presenter()
        .string("s", "x")
        .boolean("b", True)
        .number("n", 1.5)
        .map("m", {"a": {"b": 1}})
        .file("f")
        .action("a")
        .add("z", "string", None)
    )
    assert builder.build() == {
        "calls": [
            ["new", "function", 0],
            ["set_name", "f"],
            ["set_presenter"],
            ["add", "s", "string", '"x"'],
            ["add", "b", "boolean", "true"],
            ["add", "n", "number", "1.5"],
            ["add", "m", "map", '{"a":{"b":1}}'],
            ["add", "f", "file", None],
            ["add", "a", "action", None],
            ["add", "z", "string", "null"],
        ]
    }


def test_a_refusal_is_an_exception_and_no_more(double: Path) -> None:
    with TemplateBuilder() as builder:
        with pytest.raises(personalize.ArgumentError) as refused:
            builder.set_name("")
        assert refused.value.reason == "name_empty"
        assert builder.set_name("t") is builder


def test_a_builder_that_was_closed(double: Path) -> None:
    builder = TemplateBuilder()
    builder.close()
    builder.close()
    with pytest.raises(HandleError):
        builder.build()


def test_definitions_are_handed_over(engine: Engine) -> None:
    document = {"t": {"type": "template"}}
    assert engine.define_templates(document, presenters=["template"]) == {"defined": []}
    engine.define_templates([{"kind": "template"}, "{}"], vendor="shop")
    assert engine.templates_payload() == {"definitions": {}}
    engine.templates_payload("shop")
    assert engine.state()["calls"][1:] == [
        [
            "templates_define",
            '{"definitions":{"t":{"type":"template"}},"presenters":["template"]}',
        ],
        [
            "templates_define",
            '{"definitions":[{"kind":"template"},"{}"],"presenters":[],"vendor":"shop"}',
        ],
        ["templates_payload", None],
        ["templates_payload", "shop"],
    ]
