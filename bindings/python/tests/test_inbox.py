"""The inbox."""

from personalize import Engine


def test_calls(engine: Engine) -> None:
    inbox = engine.inbox("shop")
    inbox.fetch(key="k")
    inbox.mark_read("m", optimistic=True, key="k")
    inbox.opened("m")
    inbox.clicked("m", {"url": "shop://sale", "title": "Sale"}, without_consent=True)
    inbox.item_click("m")
    inbox.action_click("m", "shop://sale", key="k")
    assert engine.state()["calls"][1:] == [
        ["inbox_fetch", "shop", "k"],
        ["inbox_mark_read", "shop", "m", '{"optimistic":true,"key":"k"}'],
        ["inbox_opened", "shop", "m", '{"without_consent":false}'],
        [
            "inbox_clicked",
            "shop",
            "m",
            '{"url":"shop://sale","title":"Sale"}',
            '{"without_consent":true}',
        ],
        ["inbox_item_click", "shop", "m", None],
        ["inbox_action_click", "shop", "m", "shop://sale", "k"],
    ]


def test_what_is_given(engine: Engine) -> None:
    inbox = engine.inbox()
    assert inbox.vendor is None
    assert "None" in repr(inbox)
    assert inbox.list(10, 5, content=True) == {"is": "list"}
    assert inbox.message("m") == {"is": "message"}
    assert inbox.message("none", key="k") is None
    assert inbox.button(labels={"a": "b"}) == {"is": "view"}
    assert inbox.list_view(limit=3, fetch=True) == {"is": "view"}
    assert inbox.detail("m") == {"is": "view"}
    assert engine.state()["calls"][1:] == [
        ["inbox_list", None, '{"offset":10,"limit":5,"content":true}'],
        ["inbox_message", None, "m", None],
        ["inbox_message", None, "none", "k"],
        ["inbox_view", None, '{"view":"button","labels":{"a":"b"}}'],
        [
            "inbox_view",
            None,
            '{"view":"list","offset":0,"limit":3,"images":false,"fetch":true}',
        ],
        ["inbox_view", None, '{"view":"detail","message":"m"}'],
    ]
