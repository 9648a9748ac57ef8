"""Placing orders: addresses, price, eligibility, return time, and suggestions to book again."""
