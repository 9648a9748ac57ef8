"""Damage claims: reported by the customer, answered by the provider, decided by an operator."""
