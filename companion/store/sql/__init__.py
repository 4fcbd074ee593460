"""What every database with SQL has in common: the queries, and what is made of their rows."""
