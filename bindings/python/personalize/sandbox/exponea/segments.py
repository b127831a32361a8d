"""Which segments a customer is in."""

from .customers import Customer

_AUDIENCE_SEGMENTS = {
    "anonymous": "66f0d1000000000000000001",
    "member": "66f0d1000000000000000002",
    "vip": "66f0d1000000000000000003",
}


def segments_of(customer: Customer | None) -> dict[str, list[dict[str, str]]]:
    """Category to segments; a customer nobody knows is in none."""
    segments: dict[str, list[dict[str, str]]] = {
        "content": [],
        "discovery": [],
        "merchandising": [],
    }
    if customer is None:
        return segments
    segments["content"].append(
        {"id": _AUDIENCE_SEGMENTS[customer.audience], "segmentation_id": "66f0d0000000000000000001"}
    )
    if "purchase" in customer.event_types:
        segments["discovery"].append(
            {"id": "66f0d1000000000000000004", "segmentation_id": "66f0d0000000000000000002"}
        )
    if "cart_update" in customer.event_types:
        segments["merchandising"].append(
            {"id": "66f0d1000000000000000005", "segmentation_id": "66f0d0000000000000000003"}
        )
    return segments
