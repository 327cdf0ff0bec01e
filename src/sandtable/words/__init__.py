"""Games in plain English and as plain data, for every door."""
