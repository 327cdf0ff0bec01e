"""Programs that the tests run beside the project: a browser, PostgreSQL, Redis."""
