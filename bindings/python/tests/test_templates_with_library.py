"""Templates, from the binding over HTTP to the sandbox."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from test_with_library import LIBRARY

from personalize import ArgumentError, Engine, HandleError, TemplateBuilder, Update
from personalize._library import VARIABLE, library
from personalize.sandbox import Sandbox

pytestmark = pytest.mark.skipif(LIBRARY is None, reason="the library is not built")


@pytest.fixture(autouse=True)
def _native(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv(VARIABLE, str(LIBRARY))
    library.cache_clear()
    yield
    library.cache_clear()


@pytest.fixture
def service() -> Iterator[Sandbox]:
    """A sandbox with the system's clock."""
    with Sandbox() as running:
        yield running


def configuration(service: Sandbox, **settings: Any) -> dict[str, Any]:
    vendor = {
        "id": "ct",
        "kind": "clevertap",
        "account_id": "demo-account",
        "token": "demo-token",
        "base_url": service.url,
        "flush_delay_ms": 10,
    }
    return {"version": 1, "storage": ":memory:", "vendors": [vendor | settings]}


def until(engine: Engine, *names: str) -> Update:
    """The first update of one of these names."""
    for update in engine.updates(timeout=20):
        if update.name in names:
            return update
    pytest.fail(f"none of {names} came")


def define(engine: Engine) -> dict[str, Any]:
    """What the demo campaign presents."""
    card = TemplateBuilder().set_presenter().set_name("Promo card")
    card.string("title", "Hello").map("style", {"color": "#ffffff", "border": {"color": "#000000"}})
    card.file("picture").action("onAccept").action("onClose")
    settings = TemplateBuilder("function", visual=False).set_presenter().set_name("Open settings")
    settings.string("section", "general")
    return engine.define_templates([card.build(), settings.build()])


def test_a_template_from_its_definition_to_its_end(service: Sandbox) -> None:
    with Engine(configuration(service)) as engine:
        assert define(engine)["defined"] == ["Promo card", "Open settings"]
        engine.start()
        engine.fetch_overlays()
        until(engine, "overlays.fetched")
        engine.track("Product Viewed", {"price": 120})
        wanted = until(engine, "presentation.wanted", "overlay.dropped")
        assert (wanted.name, wanted["template"]) == ("presentation.wanted", "Promo card")
        card = engine.presentation(wanted["presentation_id"])
        assert card.string("title") == "Autumn sale"
        assert card.map("style") == {"border": {"color": "#405060"}, "color": "#102030"}
        picture = card.file("picture")
        assert picture is not None
        assert Path(picture).stat().st_size > 0
        assert card.presented()
        assert not card.presented()
        assert card.trigger("onAccept")
        function = until(engine, "presentation.wanted")
        assert function["template"] == "Open settings"
        settings = engine.presentation(function["presentation_id"])
        assert settings.string("section") == "offers"
        assert settings.dismissed()
        assert card.trigger("onClose")
        assert until(engine, "presentation.close_wanted")["presentation_id"] == card.id
        assert card.dismissed()
        assert card.string("title") == "Autumn sale"
    assert service.violations == []


def test_definitions_are_told_where_that_is_allowed(service: Sandbox) -> None:
    with Engine(configuration(service)) as engine:
        define(engine)
        engine.start()
        engine.sync_templates()
        until(engine, "templates.failed")
    service.clevertap.account.settings.change({"test_profiles": None})
    with Engine(configuration(service, allow_sync=True)) as engine:
        define(engine)
        engine.start()
        engine.sync_templates(key="sync")
        assert until(engine, "templates.synced", "templates.failed").name == "templates.synced"
        told: Any = service.clevertap.account.definitions
        assert told == engine.templates_payload()["definitions"]
        assert list(told["Promo card"]["vars"]) == [
            "title",
            "style.border.color",
            "style.color",
            "picture",
            "onAccept",
            "onClose",
        ]
    assert service.violations == []


def test_builders_refuse_and_go_on(service: Sandbox) -> None:
    builder = TemplateBuilder().string("a", "x")
    with pytest.raises(ArgumentError) as refused:
        builder.string("a.b", "x")
    assert refused.value.reason == "arg_parent_is_value"
    assert refused.value.path == '$.arguments["a.b"]'
    assert refused.value.hint
    with pytest.raises(ArgumentError) as refused:
        builder.build()
    assert refused.value.reason == "name_missing"
    built = builder.set_name("t").set_presenter().file("f").build()
    assert [each["name"] for each in built["arguments"]] == ["a", "f"]
    builder.close()
    with pytest.raises(HandleError):
        builder.build()


def test_a_late_definition_says_so(service: Sandbox) -> None:
    with Engine(configuration(service)) as engine:
        engine.start()
        assert define(engine) == {"defined": [], "vendors": [], "unaffected": 1}
