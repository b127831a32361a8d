"""Campaigns of the house: documents that a web server hands out."""

from .documents import HouseDocuments

__all__ = ["HouseDocuments"]
