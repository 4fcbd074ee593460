"""The store in PostgreSQL. Only this package imports psycopg."""
