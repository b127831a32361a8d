"""Which variant of a block a customer gets."""

import zlib
from collections.abc import Mapping

from .customers import Customer
from .project import Block, Variant


def personalised_record(
    block_id: str,
    block: Block | None,
    customer: Customer | None,
    ids: Mapping[str, str],
    base: str,
) -> dict[str, object]:
    """The per-customer record of one block.

    A customer whose hard id the service has not seen yet counts as
    anonymous: personalisation follows the upload of `identify`.
    """
    if block is None or block.deleted:
        return {"id": block_id, "status": "does_not_exist", "ttl_seconds": 3600}
    if not _matches(block, customer):
        return {"id": block_id, "status": "filter_not_matched", "ttl_seconds": 60}
    record: dict[str, object] = {
        "id": block_id,
        "status": "OK",
        "ttl_seconds": block.ttl_seconds,
        "has_tracking_consent": block.tracking_consent,
    }
    variant = choose(block, customer, ids)
    if variant is None:
        document = block.document
        return record | {
            "content_type": block.content_type,
            "content": {"html": document(base) if document else ""},
        }
    record |= {"variant_id": variant.id, "variant_name": variant.name}
    if variant.document is not None:
        record |= {"content_type": "html", "content": {"html": variant.document(base)}}
    elif variant.empty_content:
        record |= {"content_type": "html", "content": {"html": ""}}
    return record


def choose(block: Block, customer: Customer | None, ids: Mapping[str, str]) -> Variant | None:
    """The customer's variant, always the same for the same customer.

    Variants made for the customer's audience go before those for everybody.
    """
    audience = customer.audience if customer else "anonymous"
    own = [each for each in block.variants if each.audience == audience]
    candidates = own or [each for each in block.variants if each.audience is None]
    if not candidates:
        return None
    key = customer.key if customer else next(iter(ids.values()))
    return candidates[zlib.crc32(f"{block.id}/{key}".encode()) % len(candidates)]


def _matches(block: Block, customer: Customer | None) -> bool:
    audience = customer.audience if customer else "anonymous"
    if block.audiences and audience not in block.audiences:
        return False
    events = customer.event_types if customer else []
    if block.requires_event is not None and block.requires_event not in events:
        return False
    return block.excludes_event is None or block.excludes_event not in events
