"""Tricks: the duties of leaders and followers, and the play of a deal's tricks."""
