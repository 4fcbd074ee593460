"""Any other game: its name is typed, and each deal is entered as numbers."""
