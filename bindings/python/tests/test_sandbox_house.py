"""Documents of the house."""

from http_client import Client

from personalize.sandbox import Sandbox


def test_documents_come_and_go(sandbox: Sandbox, client: Client) -> None:
    assert client.get("/house/campaigns.json", {}).status == 404
    document = {"campaigns": [{"id": "a", "image": "{base}/images/a.png"}]}
    assert client.post("/_sandbox/house/campaigns.json", document).status == 200
    answer = client.get("/house/campaigns.json", {})
    assert answer.json == {"campaigns": [{"id": "a", "image": f"{sandbox.url}/images/a.png"}]}
    assert client.send("DELETE", "/_sandbox/house/campaigns.json", b"", {}).status == 200
    assert client.get("/house/campaigns.json", {}).status == 404
    assert sandbox.requests[0].endpoint == "house.document"


def test_unchanged_document_is_not_sent_again(sandbox: Sandbox, client: Client) -> None:
    sandbox.house.documents["a.json"] = {"version": 1}
    first = client.get("/house/a.json", {})
    again = client.get("/house/a.json", {"if-none-match": first.headers["etag"]})
    assert (again.status, again.body) == (304, b"")
    sandbox.house.documents["a.json"] = {"version": 2}
    changed = client.get("/house/a.json", {"if-none-match": first.headers["etag"]})
    assert (changed.status, changed.json) == (200, {"version": 2})


def test_bytes_are_served_as_they_are(sandbox: Sandbox, client: Client) -> None:
    sandbox.house.documents["odd"] = b"{no json {base}"
    assert client.get("/house/odd", {}).body == b"{no json {base}"
    sandbox.reset()
    assert client.get("/house/odd", {}).status == 404


def test_faults_apply(sandbox: Sandbox, client: Client) -> None:
    sandbox.house.documents["a.json"] = [1]
    sandbox.inject("empty", "house.document")
    assert client.get("/house/a.json", {}).body == b""
    assert client.get("/house/a.json", {}).json == [1]
