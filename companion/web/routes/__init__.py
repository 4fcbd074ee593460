"""The pages and forms of the app."""
