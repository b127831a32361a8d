"""The messages every customer with a hard id starts with."""

import zlib

from .customers import Customer
from .documents import inbox_document


def seeded_messages(customer: Customer, reference: int, base: str) -> list[dict[str, object]]:
    """Both types and the odd shapes that occur, oldest last as the service sends them.

    Ids differ between customers, so that a leak of one customer's messages
    to another is visible.
    """
    prefix = f"0703842476{zlib.crc32(customer.key.encode()) % 10**6:06d}"
    attributes = {
        "campaign_id": "66f0e1000000000000000077",
        "campaign_name": "Shipping",
        "action_id": 3,
        "event_type": "campaign",
        "sent_timestamp": reference - 7200.0,
    }
    utm = {"utm_source": "bloomreach", "utm_medium": "app_inbox", "utm_campaign": "shipping"}
    shipped: dict[str, object] = {
        "id": prefix + "0001",
        "type": "push",
        "is_read": False,
        "create_time": reference - 7199.758,
        "expire_time": reference + 31_536_000.22,
        "content": {
            "title": "Your order shipped",
            "message": "Tap to follow the parcel",
            "image": f"{base}/images/parcel.png",
            "action": "deeplink",
            "url": "shop://orders/42",
            "actions": [
                {
                    "action": "browser",
                    "url": "https://shop.example.test/track/42",
                    "title": "Track",
                },
                {"action": "app", "title": "Open app"},
            ],
            "attributes": attributes,
            "url_params": {**utm, "xnpe_cmp": "cmp-1"},
            "has_tracking_consent": True,
            "consent_category_tracking": "inbox",
            "source": "xnpe_platform",
            "silent": False,
        },
    }
    spring: dict[str, object] = {
        "id": prefix + "0002",
        "type": "html",
        "is_read": False,
        "create_time": reference - 3600.5,
        "content": {
            "title": "Spring edit",
            "pre_header": "Ten pieces we like",
            "image": f"{base}/images/spring.jpg",
            "message": inbox_document(base),
            "attributes": {"campaign_id": "66f0e1000000000000000078"},
            "url_params": {"utm_source": "bloomreach"},
            "has_tracking_consent": "true",
        },
    }
    expired: dict[str, object] = {
        "id": prefix + "0003",
        "type": "push",
        "is_read": True,
        "create_time": reference - 864_000,
        "expire_time": reference - 86_400,
        "content": {
            "title": "Weekend only",
            "message": "Ends on Sunday",
            "has_tracking_consent": "false",
            "url_params": [utm],
        },
    }
    banner: dict[str, object] = {
        "id": prefix + "0004",
        "type": "hologram",
        "is_read": False,
        "create_time": reference - 60,
        "content": {"title": "A type no client knows"},
    }
    undated: dict[str, object] = {
        "id": prefix + "0005",
        "type": "push",
        "content": {"title": "No time given", "message": "Received when it arrives"},
    }
    messages = [shipped, spring, expired, banner, undated]
    if customer.audience == "vip":
        preview = {"title": "Private preview", "message": "Doors open at nine", "action": "app"}
        messages.append(
            {
                "id": prefix + "0006",
                "type": "push",
                "is_read": False,
                "create_time": reference - 30.25,
                "content": preview,
            }
        )
    return messages
