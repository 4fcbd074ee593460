"""Tricks: the law of following and leading, and the play of a deal's tricks."""
