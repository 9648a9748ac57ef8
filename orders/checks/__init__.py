"""Invariants of orders and their money, and the runs that check them."""
