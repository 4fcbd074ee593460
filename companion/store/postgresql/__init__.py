"""The store in PostgreSQL, for as many servers as one likes. Only here is psycopg imported."""
