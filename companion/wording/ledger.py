"""Payments and points in words."""
