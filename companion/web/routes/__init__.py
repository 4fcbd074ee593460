"""The routes: each takes a request, asks `companion.tables`, and answers with a page or a part of one."""
