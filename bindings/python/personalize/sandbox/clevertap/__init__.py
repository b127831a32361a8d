"""CleverTap: batches of events, in-apps in their answers, definitions of templates."""

from .account import Account
from .campaigns import Campaign
from .vendor import CleverTapVendor

__all__ = ["Account", "Campaign", "CleverTapVendor"]
