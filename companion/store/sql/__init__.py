"""Queries shared by all SQL databases."""
