"""The evening in words: its entries, its record, and what it refuses."""
