"""What the demo account shows: a banner, a text and key-values."""

from collections.abc import Mapping
from typing import Final

CONFIGURATION: Final[Mapping[str, object]] = {
    "schema": 1,
    "contentUrl": "{content}?customer={customerId}&device={deviceId}",
    "properties": [
        {
            "propertyId": "prop-home",
            "targetViewId": "home_top_banner",
            "screens": {"conditions": [{"operator": "equals", "value": "home"}]},
        },
        {
            "propertyId": "prop-product",
            "targetViewId": "1002",
            "screens": {"conditions": [{"operator": "equals", "value": "product"}]},
        },
        {
            "propertyId": "prop-cart",
            "targetViewId": "cart_note",
            "screens": {"conditions": [{"operator": "startsWith", "value": "cart"}]},
        },
    ],
    "campaigns": [
        {
            "campaignId": "cmp-summer",
            "targetViewId": "home_top_banner",
            "variations": [{"variationId": "var-a"}],
        },
        {
            "campaignId": "cmp-product",
            "targetViewId": "1002",
            "trigger": {
                "on": "event",
                "event": "Added To Cart",
                "filters": {
                    "conditions": [
                        {"attribute": "price", "operator": "greaterOrEqual", "value": 100}
                    ]
                },
            },
            "variations": [
                {
                    "variationId": "var-c",
                    "content": {"layoutType": "custom", "customData": {"coupon": "SAVE20"}},
                }
            ],
        },
        {
            "campaignId": "cmp-cart",
            "targetViewId": "cart_note",
            "variations": [{"variationId": "var-t"}],
        },
    ],
}

CONTENTS: Final[Mapping[str, object]] = {
    "cmp-summer/var-a": {
        "layoutType": "banner",
        "properties": {"height": "180dp"},
        "customData": {"sku": "A-1"},
        "children": [
            {
                "layoutType": "View",
                "properties": {"deepLink": "https://shop.example/sale", "actionId": "cta-sale"},
                "children": [
                    {"layoutType": "Image", "properties": {"imageUrl": "{base}/images/summer.png"}}
                ],
            }
        ],
    },
    "cmp-cart/var-t": {
        "layoutType": "text",
        "children": [
            {
                "layoutType": "View",
                "properties": {"backgroundColor": "#FFF4E0"},
                "children": [
                    {
                        "layoutType": "Text",
                        "subLayoutType": "title",
                        "properties": {"text": "<b>Welcome back</b>"},
                    },
                    {
                        "layoutType": "Text",
                        "subLayoutType": "description",
                        "properties": {"text": "Your basket is waiting."},
                    },
                    {
                        "layoutType": "Button",
                        "properties": {
                            "text": "Open basket",
                            "deepLink": "myapp://basket",
                            "actionId": "cta-basket",
                        },
                    },
                ],
            }
        ],
    },
}
