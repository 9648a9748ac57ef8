"""Personal data in orders: its export, and its erasure with an account."""
