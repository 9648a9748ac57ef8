"""Django's backend for SQLite: writers of one process take turns, first come, first served."""
