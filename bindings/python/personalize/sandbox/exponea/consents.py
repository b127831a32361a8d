"""The project's consent categories."""

from typing import Final


def _category(
    identifier: str, name: str, description: str, *, legitimate: bool
) -> dict[str, object]:
    sources = ("crm", "import", "page", "private_api", "public_api", "scenario")
    return {
        "id": identifier,
        "legitimate_interest": legitimate,
        "sources": {source: source in ("page", "public_api") for source in sources},
        "translations": {"en": {"name": name, "description": description}},
    }


CONSENT_CATEGORIES: Final = [
    _category("mobile_banners", "Banners", "Content blocks in the app", legitimate=False),
    _category("cart_banners", "Cart banners", "Offers next to your cart", legitimate=False),
    _category("inbox", "Inbox", "Messages in the app's inbox", legitimate=False),
    _category("service", "Service", "Notices about orders", legitimate=True),
]
