"""Screens, and several registrations for one question."""

from typing import Any

from personalize import Engine


def test_screens_and_campaigns(engine: Engine) -> None:
    engine.screen("home", {"category": "shoes"})
    engine.screen("home")
    engine.screen_data({"a": 1})
    engine.track_campaign("cmp", "click", placement="top", attributes={"a": 1})
    engine.track_campaign("cmp", "show")
    assert engine.state()["calls"][-5:] == [
        ["screen", "home", '{"category":"shoes"}'],
        ["screen", "home", None],
        ["screen_data", '{"a":1}'],
        ["campaign_track", "cmp", '{"event":"click","placement":"top","attributes":{"a":1}}'],
        ["campaign_track", "cmp", '{"event":"show"}'],
    ]


def test_registrations_by_name(engine: Engine) -> None:
    asked: list[Any] = []

    def hook(question: Any) -> dict[str, bool]:
        asked.append(question)
        return {"handled": True}

    engine.add_hook("click_override", "cc", hook)
    engine.track("ask", {"url": "shop://sale"})
    assert asked == [{"url": "shop://sale"}]
    assert engine.state()["calls"][-1] == ["hook_answer", 7, '{"handled":true}']
    assert engine.remove_hook("click_override", "cc")
    assert not engine.remove_hook("click_override", "cc")
    assert engine.state()["calls"][-1] == ["hook_remove", "click_override", "cc"]
