"""The JSON interface: states, entries, streams, and problems."""
