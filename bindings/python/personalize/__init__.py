"""Headless personalisation engine."""
