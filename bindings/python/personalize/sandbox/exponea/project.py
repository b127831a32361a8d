"""The demo project's blocks."""

from dataclasses import dataclass

from .documents import (
    Document,
    actions_document,
    background_document,
    hero_document,
    notice_document,
    slide_document,
    table_document,
)

_DAY = 86_400
_SHOP = "https://shop.example.test"


@dataclass(frozen=True, slots=True)
class Variant:
    """One arm of an experiment, for one audience or for everybody.

    Without a document it is the control group: the content is an empty text,
    or missing if `empty_content` is false.
    """

    id: int
    name: str
    document: Document | None
    audience: str | None = None
    empty_content: bool = True


@dataclass(frozen=True, slots=True)
class Block:
    """One content block with what the service decides about it.

    `document` without `variants` is static content that the definition
    carries. Values that are None are left out of the definition.
    """

    id: str
    name: str
    placeholders: tuple[str, ...]
    priority: int | None = 0
    frequency: str | None = "always"
    schedule: tuple[int | None, int | None] | None = None
    filter_present: bool = True
    consent_category: str | None = None
    document: Document | None = None
    content_type: str = "html"
    variants: tuple[Variant, ...] = ()
    audiences: frozenset[str] = frozenset()
    requires_event: str | None = None
    excludes_event: str | None = None
    tracking_consent: bool = True
    ttl_seconds: int = 300
    deleted: bool = False

    def definition(self, base: str) -> dict[str, object]:
        """The record of the bundle, in the service's format."""
        record: dict[str, object] = {"id": self.id, "name": self.name}
        if self.filter_present:
            record["date_filter"] = self._date_filter()
        if self.frequency is not None:
            record["frequency"] = self.frequency
        if self.priority is not None:
            record["load_priority"] = self.priority
        record["consent_category_tracking"] = self.consent_category
        if self.document is not None:
            record["content_type"] = self.content_type
            record["content"] = {"html": self.document(base)}
        record["placeholders"] = list(self.placeholders)
        return record

    def _date_filter(self) -> dict[str, object]:
        if self.schedule is None:
            return {"enabled": False}
        bounds: dict[str, object] = {"enabled": True}
        start, end = self.schedule
        if start is not None:
            bounds["from_date"] = start
        if end is not None:
            bounds["to_date"] = end
        return bounds


def demo_blocks(now: int) -> list[Block]:
    """The blocks of the project, with schedules around `now` (unix seconds)."""
    current = (now - 7 * _DAY, now + 7 * _DAY)
    past = (now - 60 * _DAY, now - 30 * _DAY)
    future = (now + 1 * _DAY, now + 30 * _DAY)
    return [
        *_home(current, past, future),
        *_carousel(current),
        *_sidebar(),
        *_product(),
        *_cart(current),
        *_kiosk(now),
        *_settings(),
    ]


def _id(number: int) -> str:
    return f"66f0a1c2d3e4f50001aa{number:04d}"


def _everybody(document: Document) -> tuple[Variant, ...]:
    return (Variant(0, "Variant A", document),)


def _home(current: tuple[int, int], past: tuple[int, int], future: tuple[int, int]) -> list[Block]:
    sale = f"{_SHOP}/sale?utm_source=app&utm_campaign=autumn"
    hero_a = hero_document("Autumn has arrived", "New coats and knits.", "hero.png", sale, "Shop")
    hero_b = hero_document(
        "Coats from 79",
        "Warm for less, this week only.",
        "hero-b.jpg",
        "shop://sale",
        "To the sale",
    )
    hero_vip = hero_document(
        "Your private preview", "Two days before everybody else.", "vip.png", "shop://vip", "Enter"
    )
    return [
        Block(
            _id(1),
            "Home hero - autumn",
            ("home_top", "home_carousel"),
            priority=20,
            frequency="until_visitor_interacts",
            schedule=current,
            consent_category="mobile_banners",
            variants=(
                Variant(0, "Variant A", hero_a),
                Variant(1, "Variant B", hero_b),
                Variant(2, "VIP", hero_vip, audience="vip"),
            ),
        ),
        Block(
            _id(2),
            "Delivery notice",
            ("home_top",),
            priority=5,
            document=notice_document("Free delivery", "On all orders above 50 until Sunday."),
        ),
        Block(
            _id(3),
            "Home hero - summer",
            ("home_top",),
            priority=50,
            schedule=past,
            variants=_everybody(notice_document("Summer sale", "This is over.")),
        ),
        Block(
            _id(4),
            "Home hero - winter",
            ("home_top",),
            priority=50,
            schedule=future,
            variants=_everybody(notice_document("Winter sale", "This has not begun.")),
        ),
        Block(
            _id(5),
            "Welcome back",
            ("home_top",),
            priority=30,
            frequency="only_once",
            audiences=frozenset({"member", "vip"}),
            variants=_everybody(notice_document("Welcome back", "Your cart is as you left it.")),
        ),
        Block(
            _id(6),
            "Welcome to the shop",
            ("home_top",),
            priority=30,
            frequency="once_per_visit",
            audiences=frozenset({"anonymous"}),
            variants=_everybody(
                actions_document("Welcome", [("Sign in", "shop://login"), ("Join", "shop://join")])
            ),
        ),
    ]


def _carousel(current: tuple[int, int]) -> list[Block]:
    def slide(number: int, name: str, priority: int, image: str, frequency: str) -> Block:
        link = f"{_SHOP}/category/{name.lower().replace(' ', '-')}"
        return Block(
            _id(number),
            f"Carousel - {name}",
            ("home_carousel",),
            priority=priority,
            frequency=frequency,
            schedule=current,
            variants=_everybody(slide_document(name, image, link)),
        )

    return [
        slide(7, "Bags", 10, "bags.png", "always"),
        slide(8, "accessories", 10, "accessories.gif", "always"),
        Block(
            _id(9),
            "Carousel - Coats",
            ("home_carousel",),
            priority=15,
            document=slide_document("Coats", "coats.svg", "shop://category/coats"),
        ),
        slide(10, "New arrivals", 12, "new.png", "only_once"),
        Block(
            _id(11),
            "Carousel - Survey",
            ("home_carousel",),
            priority=8,
            frequency="until_visitor_interacts",
            variants=_everybody(
                actions_document("How was it?", [("Tell us", f"{_SHOP}/survey?id=7#start")])
            ),
        ),
    ]


def _sidebar() -> list[Block]:
    return [
        Block(
            _id(12),
            "Newsletter",
            ("sidebar",),
            priority=10,
            frequency="once_per_visit",
            variants=_everybody(
                actions_document("Newsletter", [("Subscribe", f"{_SHOP}/newsletter")])
            ),
        ),
        Block(
            _id(13),
            "App download",
            ("sidebar",),
            priority=10,
            document=actions_document("Take us with you", [("Get the app", "market://shop")]),
        ),
        Block(
            _id(14),
            "Loyalty status",
            ("sidebar",),
            priority=20,
            audiences=frozenset({"vip"}),
            variants=_everybody(notice_document("Gold", "You have 1,240 points.")),
        ),
    ]


def _product() -> list[Block]:
    return [
        Block(
            _id(15),
            "Size guide with a lost picture",
            ("product_detail",),
            priority=20,
            variants=_everybody(
                hero_document("Find your size", "", "missing.png", "shop://sizes", "Open")
            ),
        ),
        Block(
            _id(16),
            "Recommendations",
            ("product_detail",),
            priority=10,
            variants=_everybody(table_document("Chosen for you", 42)),
        ),
        Block(
            _id(17),
            "Native gallery",
            ("product_detail",),
            priority=40,
            content_type="native",
            document=notice_document("Native", "Drawn by the app itself."),
        ),
        Block(
            _id(18),
            "Care guide behind a sign-in page",
            ("product_detail",),
            priority=15,
            variants=_everybody(
                hero_document("How to wash it", "", "page.png", "shop://care", "Read")
            ),
        ),
    ]


def _cart(current: tuple[int, int]) -> list[Block]:
    forced = f"{_SHOP}/shipping?xnpe_force_track=true"
    return [
        Block(
            _id(19),
            "Free shipping progress",
            ("cart_banner",),
            priority=10,
            consent_category="cart_banners",
            tracking_consent=False,
            variants=_everybody(
                actions_document("12 to go", [("Terms", forced), ("Add socks", "shop://product/9")])
            ),
        ),
        Block(
            _id(20),
            "Cart experiment",
            ("cart_banner",),
            priority=20,
            schedule=current,
            variants=(
                Variant(0, "Control Group", None),
                Variant(1, "Variant A", notice_document("Nearly there", "Ships today.")),
            ),
        ),
        Block(
            _id(21),
            "Voucher",
            ("cart_banner",),
            priority=30,
            requires_event="cart_update",
            excludes_event="purchase",
            variants=_everybody(notice_document("10 off", "Your code is AUTUMN10.")),
        ),
        Block(
            _id(22),
            "Strike notice",
            ("checkout_notice",),
            priority=50,
            frequency="once_per_visit",
            schedule=(current[0], None),
            document=notice_document("Delays", "Parcels may take two days longer."),
        ),
        Block(
            _id(23),
            "Payment help",
            ("checkout_notice",),
            priority=10,
            variants=_everybody(
                actions_document(
                    "Questions about payment?",
                    [
                        ("Call us", "tel:+4930123456"),
                        ("Call the bank", "tel:+4930654321"),
                        ("Write", "mailto:help@shop.example.test?subject=Payment"),
                        ("Chat", "shop://chat"),
                    ],
                )
            ),
        ),
        Block(
            _id(24),
            "Deleted since the bundle was built",
            ("checkout_notice",),
            priority=60,
            deleted=True,
        ),
    ]


def _kiosk(now: int) -> list[Block]:
    return [
        Block(
            _id(25),
            "Attract loop",
            ("kiosk_idle",),
            priority=10,
            ttl_seconds=3600,
            variants=_everybody(background_document("Touch me", "stage.png", "kiosk://start")),
        ),
        Block(
            _id(26),
            "Full moon special",
            ("kiosk_idle",),
            priority=12,
            frequency="every_full_moon",
            schedule=(None, now + 14 * _DAY),
            variants=_everybody(slide_document("Full moon", "moon.jpg", "kiosk://moon")),
        ),
        Block(
            _id(27),
            "Kiosk experiment",
            ("kiosk_idle",),
            priority=5,
            variants=(Variant(0, "Control Group", None, empty_content=False),),
        ),
    ]


def _settings() -> list[Block]:
    return [
        Block(
            _id(28),
            "Privacy notice",
            ("settings_footer",),
            priority=None,
            frequency=None,
            filter_present=False,
            document=actions_document("Privacy", [("Read more", f"{_SHOP}/privacy#cookies")]),
        ),
        Block(
            _id(29),
            "Feedback",
            ("settings_footer",),
            priority=3,
            frequency="until_visitor_interacts",
            variants=_everybody(actions_document("Feedback", [("Rate us", "shop://feedback")])),
        ),
        Block(
            _id(30),
            "Version notice",
            ("settings_footer",),
            priority=1,
            ttl_seconds=0,
            variants=_everybody(notice_document("Update available", "Version 2.5 is here.")),
        ),
        Block(
            _id(50),
            "Shelf talker",
            ("malformed_shelf",),
            priority=1,
            document=notice_document("Still here", "The records around this one are broken."),
        ),
    ]
