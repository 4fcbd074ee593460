"""The queries, which all SQL databases share."""
