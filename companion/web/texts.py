"""Numbers, dates and names as the pages print them."""

from datetime import datetime


def plain(number: int) -> str:
    """Return a number with a real minus where it is negative."""
    return str(number).replace("-", "\u2212")


def day(moment: str) -> str:
    """Return the day of a UTC time as people write it: 20 November 2026."""
    when = datetime.fromisoformat(moment)
    return f"{when.day} {when:%B %Y}"


def since(moment: str) -> str:
    """Return a UTC time as the clock of the server says it: 19:30 on 20 November."""
    when = datetime.fromisoformat(moment).astimezone()
    return f"{when:%H:%M} on {when.day} {when:%B}"


def joined(words: list[str] | tuple[str, ...]) -> str:
    """Return words as a list in a sentence: Ann, Bob and Cat."""
    if len(words) < 2:
        return "".join(words)
    return ", ".join(words[:-1]) + " and " + words[-1]


def worded(value: str) -> str:
    """Return the value of a house rule as a word to choose: Nobody looed, JC."""
    return value if value.isupper() else value.replace("-", " ").capitalize()
