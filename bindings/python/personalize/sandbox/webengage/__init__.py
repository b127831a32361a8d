"""WebEngage: a configuration of inline campaigns, their content, and the REST interface."""

from .vendor import WebEngageVendor

__all__ = ["WebEngageVendor"]
