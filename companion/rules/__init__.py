"""The rules engine. No Flask, database, clock, randomness or files.

It imports `ids`, `facts`, `errors` and `pieces`, and nothing else of the companion.
A game is one file and one line in `games.GAMES`; no game imports another.

Rules are cited by their ids, which are anchors on the rules pages. Accounts are cited by number:

[000] "3-Card Loo", on a page of games of the Rams group.
[001] A collection with Loo, Napoleon and Coon Can.
[002] Domino Loo by Joe Celko, revised by John McLeod after "Berkeley", Dominoes and Solitaire
(London 1899), with Domino Rounce beside it.
[003] "Call me ... Pam", after David Parlett.
[004] "Loo", by the makers of Denexa cards.
"""
