"""The companion: holds the pencil while people play the Loo family with real cards or dominoes."""

__version__ = "0.1.0"
