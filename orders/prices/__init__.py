"""Prices: what a booking costs, line by line, and until when it is back."""
