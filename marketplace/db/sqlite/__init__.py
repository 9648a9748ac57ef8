"""SQLite as this product uses it: writers of one process take turns in the order in which they came."""
