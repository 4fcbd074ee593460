"""Napoleon in words."""

# It registers its words.
from companion.wording.napoleon import refusals

__all__ = ["refusals"]
