"""The Exponea service (Bloomreach Engagement): content blocks, App Inbox, tracking."""

from .customers import Customer, CustomerBase
from .project import Block, Variant, demo_blocks
from .vendor import ExponeaVendor

__all__ = ["Block", "Customer", "CustomerBase", "ExponeaVendor", "Variant", "demo_blocks"]
